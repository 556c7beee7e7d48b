import { binding, bindingOf, reservedWords, type Expression } from './expression'

/** An expression as text, with one blank around operators and no more parentheses than it needs. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.text
    case 'text':
      return `"${expression.value.replaceAll('"', '""')}"`
    case 'boolean':
      return String(expression.value)
    case 'null':
      return 'null'
    case 'column':
      return columnText(expression.name)
    case 'unary':
      return expression.operator === 'not'
        ? `not ${operand(expression.of, binding.not)}`
        : `-${operand(expression.of, binding.sign)}`
    case 'binary': {
      const own = bindingOf(expression.operator)
      const left = operand(expression.left, own === binding.compare ? own + 1 : own)
      return `${left} ${expression.operator} ${operand(expression.right, own + 1)}`
    }
    case 'is-null':
      return `${operand(expression.of, binding.compare + 1)} is ${expression.isNegated ? 'not ' : ''}null`
    case 'in': {
      const values = expression.values.map(printExpression).join(', ')
      return `${operand(expression.of, binding.compare + 1)} ${expression.isNegated ? 'not ' : ''}in (${values})`
    }
    case 'call':
      return `${expression.name}(${expression.args.map(printExpression).join(', ')})`
  }
}

/** A column's name as it is written in an expression. */
export function columnText(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name) && !reservedWords.has(name.toLowerCase())
  return isPlain ? name : `[${name.replaceAll(']', ']]')}]`
}

function operand(expression: Expression, least: number): string {
  const text = printExpression(expression)
  return tightness(expression) < least ? `(${text})` : text
}

function tightness(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return bindingOf(expression.operator)
    case 'is-null':
    case 'in':
      return binding.compare
    case 'unary':
      return expression.operator === 'not' ? binding.not : binding.sign
    default:
      return binding.atom
  }
}
