import { err, ok, type Result } from '../base/result'
import {
  binding,
  bindingOf,
  deepestExpression,
  longestExpression,
  mostExpressionNodes,
  reservedWords,
  type BinaryOperator,
  type Expression,
  type ExpressionProblem,
} from './expression'
import { tokenize, type Token } from './tokenize'

/** The expression that a text is, or the first fault in it. Takes time in proportion to the text, however hostile it is. */
export function parseExpression(text: string): Result<Expression, ExpressionProblem> {
  if (text.length > longestExpression)
    return err({
      message: `An expression has at most ${longestExpression} characters.`,
      from: longestExpression,
      to: text.length,
    })
  const tokens = tokenize(text)
  if (!tokens.ok) return tokens
  try {
    return ok(new Parser(tokens.value).whole())
  } catch (thrown) {
    if (thrown instanceof Fault) return err(thrown.problem)
    throw thrown
  }
}

class Fault extends Error {
  constructor(readonly problem: ExpressionProblem) {
    super(problem.message)
  }
}

const operators: ReadonlySet<string> = new Set<BinaryOperator>([
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
])
const isOperator = (word: string): word is BinaryOperator => operators.has(word)

/** By precedence climbing: each operator takes what binds tighter than itself on its right. */
class Parser {
  #at = 0
  #depth = 0
  #nodes = 0

  constructor(readonly tokens: readonly Token[]) {}

  whole(): Expression {
    if (this.#next().kind === 'end')
      return this.#fail('Enter an expression, such as price * quantity.', { from: 0, to: this.#next().to })
    const found = this.#expression(0)
    const left = this.#next()
    if (left.kind === 'end') return found
    if (left.value === ')') return this.#fail('This ) closes nothing.', left)
    return this.#fail(`Expected an operator, such as + or and, before ${shown(left)}.`, left)
  }

  #next(): Token {
    return this.tokens[this.#at] ?? { kind: 'end', value: '', from: 0, to: 0 }
  }

  #take(): Token {
    const token = this.#next()
    if (token.kind !== 'end') this.#at += 1
    return token
  }

  #isNext(value: string): boolean {
    const token = this.#next()
    if (token.kind === 'name') return token.value.toLowerCase() === value
    return token.kind === 'sign' && token.value === value
  }

  #fail(message: string, { from, to }: { readonly from: number; readonly to: number }): never {
    throw new Fault({ message, from, to })
  }

  #made<T extends Expression>(expression: T): T {
    this.#nodes += 1
    if (this.#nodes > mostExpressionNodes) this.#fail('The expression has too many parts: split it up.', expression)
    return expression
  }

  #expression(least: number): Expression {
    this.#depth += 1
    if (this.#depth > deepestExpression)
      this.#fail('Too many parts are put into one another: split the expression up.', this.#next())
    let left = this.#operand()
    let isCompared = false
    for (;;) {
      const found = this.#continued(left, least, isCompared)
      if (found === null) break
      left = found
      isCompared = isComparison(left)
    }
    this.#depth -= 1
    return left
  }

  /** `left` with the operator that follows it; null if none does that binds as tightly as `least`. */
  #continued(left: Expression, least: number, isCompared: boolean): Expression | null {
    const token = this.#next()
    const word = token.kind === 'name' ? token.value.toLowerCase() : token.kind === 'sign' ? token.value : ''
    if (word === 'is' || word === 'in' || word === 'not') {
      if (binding.compare < least) return null
      return word === 'is' ? this.#nullTest(left) : this.#membership(left)
    }
    if (!isOperator(word)) return null
    const own = bindingOf(word)
    if (own < least) return null
    if (own === binding.compare && isCompared) this.#fail('Two comparisons follow each other: join them by and.', token)
    this.#take()
    const right = this.#expression(own + 1)
    return this.#made({ kind: 'binary', operator: word, left, right, from: left.from, to: right.to })
  }

  #nullTest(of: Expression): Expression {
    this.#take()
    const isNegated = this.#isNext('not')
    if (isNegated) this.#take()
    const last = this.#next()
    if (!this.#isNext('null')) this.#fail(`Expected null after is, not ${shown(last)}.`, last)
    this.#take()
    return this.#made({ kind: 'is-null', of, isNegated, from: of.from, to: last.to })
  }

  #membership(of: Expression): Expression {
    const isNegated = this.#isNext('not')
    if (isNegated) this.#take()
    const word = this.#next()
    if (!this.#isNext('in')) this.#fail(`Expected in after not, not ${shown(word)}.`, word)
    this.#take()
    const open = this.#next()
    if (!this.#isNext('(')) this.#fail('Expected a list after in, such as ("Berlin", "Köln").', open)
    this.#take()
    const { args: values, to } = this.#list(open)
    if (values.length === 0) this.#fail('Enter the values of the list.', { from: open.from, to })
    return this.#made({ kind: 'in', of, values, isNegated, from: of.from, to })
  }

  /** Reads on to the closing parenthesis, with commas between. */
  #list(open: Token): { readonly args: readonly Expression[]; readonly to: number } {
    const args: Expression[] = []
    if (this.#isNext(')')) return { args, to: this.#take().to }
    for (;;) {
      args.push(this.#expression(0))
      const token = this.#take()
      if (token.kind === 'sign' && token.value === ')') return { args, to: token.to }
      if (token.kind === 'end') this.#fail('The ) of this ( is missing.', open)
      if (token.kind !== 'sign' || token.value !== ',')
        this.#fail(`Expected a comma or ) before ${shown(token)}.`, token)
    }
  }

  #operand(): Expression {
    const token = this.#take()
    const { from, to, value } = token
    switch (token.kind) {
      case 'number':
        return this.#made({ kind: 'number', text: value, from, to })
      case 'text':
        return this.#made({ kind: 'text', value, from, to })
      case 'bracketed':
        return this.#made({ kind: 'column', name: value, from, to })
      case 'name':
        return this.#named(token)
      case 'end':
        return this.#fail('Something is missing here: a column, a value or a function.', {
          from: Math.max(0, from - 1),
          to,
        })
      case 'sign':
        break
    }
    if (value === '-') {
      const of = this.#expression(binding.sign)
      return this.#made({ kind: 'unary', operator: '-', of, from, to: of.to })
    }
    if (value === '(') {
      const of = this.#expression(0)
      const closing = this.#take()
      if (closing.kind === 'sign' && closing.value === ')') return { ...of, from, to: closing.to }
      if (closing.kind === 'end') return this.#fail('The ) of this ( is missing.', token)
      return this.#fail(`Expected an operator or ) before ${shown(closing)}.`, closing)
    }
    return this.#fail(`Expected a column, a value or a function before ${shown(token)}.`, token)
  }

  #named({ value, from, to }: Token): Expression {
    const word = value.toLowerCase()
    if (word === 'not') {
      const of = this.#expression(binding.not)
      return this.#made({ kind: 'unary', operator: 'not', of, from, to: of.to })
    }
    const open = this.#next()
    if (this.#isNext('(') && !reservedWords.has(word)) {
      this.#take()
      const { args, to: end } = this.#list(open)
      return this.#made({ kind: 'call', name: word, args, from, to: end })
    }
    if (word === 'true' || word === 'false') return this.#made({ kind: 'boolean', value: word === 'true', from, to })
    if (word === 'null') return this.#made({ kind: 'null', from, to })
    if (reservedWords.has(word))
      return this.#fail(`Expected a column, a value or a function before “${value}”.`, { from, to })
    return this.#made({ kind: 'column', name: value, from, to })
  }
}

function isComparison(expression: Expression): boolean {
  return expression.kind === 'binary' && bindingOf(expression.operator) === binding.compare
}

function shown(token: Token): string {
  return token.kind === 'end' ? 'the end' : `“${token.value}”`
}
