/** The most characters that an expression has. */
export const longestExpression = 4000
/** How deep parts may be put into one another. */
export const deepestExpression = 40
/** The most parts of one expression. */
export const mostExpressionNodes = 500

/** Where a part begins and ends in the text, in UTF-16 units. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A fault of an expression at its place. */
export interface ExpressionProblem extends Span {
  readonly message: string
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or'

/** A parsed expression. A number keeps its digits; a column goes by the name that the text has for it. */
export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
    | { readonly kind: 'column'; readonly name: string }
    | { readonly kind: 'unary'; readonly operator: '-' | 'not'; readonly of: Expression }
    | {
        readonly kind: 'binary'
        readonly operator: BinaryOperator
        readonly left: Expression
        readonly right: Expression
      }
    | { readonly kind: 'is-null'; readonly of: Expression; readonly isNegated: boolean }
    | {
        readonly kind: 'in'
        readonly of: Expression
        readonly values: readonly Expression[]
        readonly isNegated: boolean
      }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  )

/** How tightly a part binds; the larger, the tighter. */
export const binding = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, sign: 7, atom: 8 } as const

export function bindingOf(operator: BinaryOperator): number {
  switch (operator) {
    case 'or':
    case 'and':
      return binding[operator]
    case '+':
    case '-':
      return binding.sum
    case '*':
    case '/':
    case '%':
      return binding.product
    default:
      return binding.compare
  }
}

export const reservedWords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'null', 'true', 'false'])

/** The parts directly within one. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
    case 'is-null':
      return [expression.of]
    case 'binary':
      return [expression.left, expression.right]
    case 'in':
      return [expression.of, ...expression.values]
    case 'call':
      return expression.args
    default:
      return []
  }
}

/** The expression and every part of it. */
export function everyPart(expression: Expression): readonly Expression[] {
  return [expression, ...partsOf(expression).flatMap(everyPart)]
}
