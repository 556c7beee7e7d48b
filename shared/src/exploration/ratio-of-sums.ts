import { measureExpression } from '../builder/question-expressions'
import type { QuestionMeasure } from '../builder/question'
import type { Expression } from '../expressions/expression'
import { printExpression } from '../expressions/print-expression'

type ExpressionMeasure = Pick<QuestionMeasure, 'fn' | 'expression'>

/** Returns true if a measure's expression adds up over values: sums and counts, added and multiplied by numbers. */
export function isSumExpression(measure: ExpressionMeasure): boolean {
  const read = measureExpression(measure)
  return read !== null && isSum(read.expression)
}

/** Returns the text below the line of a measure that is one sum divided by another, with or without a factor; null of others. */
export function denominatorOf(measure: ExpressionMeasure): string | null {
  const read = measureExpression(measure)
  const below = read && denominatorIn(read.expression)
  return below && printExpression(below)
}

const sums: ReadonlySet<string> = new Set(['sum', 'count', 'count_if', 'sum_if'])

function isSum(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return sums.has(expression.name)
    case 'unary':
      return expression.operator === '-' && isSum(expression.of)
    case 'binary': {
      const { operator, left, right } = expression
      if (operator === '+' || operator === '-') return isSum(left) && isSum(right)
      if (operator === '*') return (isSum(left) && isNumber(right)) || (isNumber(left) && isSum(right))
      return operator === '/' && isSum(left) && isNumber(right)
    }
    default:
      return false
  }
}

function denominatorIn(expression: Expression): Expression | null {
  if (expression.kind === 'unary') return expression.operator === '-' ? denominatorIn(expression.of) : null
  if (expression.kind !== 'binary') return null
  const { operator, left, right } = expression
  if (operator === '*') return isNumber(right) ? denominatorIn(left) : isNumber(left) ? denominatorIn(right) : null
  if (operator !== '/') return null
  if (isNumber(right)) return denominatorIn(left)
  const below = withoutGuard(right)
  return isSum(left) && isSum(below) ? below : null
}

/** `nullif(sum(b), 0)` guards against a division by zero, and is `sum(b)` otherwise. */
function withoutGuard(expression: Expression): Expression {
  const [of] = expression.kind === 'call' && expression.name === 'nullif' ? expression.args : []
  return of ?? expression
}

function isNumber(expression: Expression): boolean {
  return expression.kind === 'number' || (expression.kind === 'unary' && isNumber(expression.of))
}
