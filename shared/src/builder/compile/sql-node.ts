import type { CellValue } from '../../query/field'
import type { JoinKind } from '../question'

/** The type that a bound value is read as. */
export type SqlValueType = 'text' | 'date' | 'timestamp' | 'timestamptz' | 'integer' | 'decimal' | 'double'

/**
 * An expression of SQL. Names of functions, types and collations come from the dialects' own tables; what a person named
 * is a `column`, what a person gave is a `value`.
 */
export type SqlExpression =
  | { readonly kind: 'column'; readonly of: string | null; readonly name: string }
  | { readonly kind: 'all-columns'; readonly of: string | null }
  | { readonly kind: 'value'; readonly text: string; readonly type: SqlValueType }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'keyword'; readonly word: 'CURRENT_DATE' | 'TRUE' | 'FALSE' | 'NULL' | '*' }
  /** A text of ours, such as the unit of a function. */
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly SqlExpression[]
      readonly isDistinct?: boolean
    }
  | {
      readonly kind: 'binary'
      readonly operator: SqlOperator
      readonly left: SqlExpression
      readonly right: SqlExpression
    }
  | { readonly kind: 'all' | 'any'; readonly of: readonly SqlExpression[] }
  | { readonly kind: 'not'; readonly of: SqlExpression }
  | { readonly kind: 'is-null'; readonly of: SqlExpression; readonly isNegated: boolean }
  | {
      readonly kind: 'in'
      readonly of: SqlExpression
      readonly values: readonly SqlExpression[]
      readonly isNegated: boolean
    }
  /** Among the values of a column of an earlier step. within: in the rows alone that have this too, which may be nothing. */
  | {
      readonly kind: 'in-step'
      readonly of: SqlExpression
      readonly step: string
      readonly name: string
      readonly within?: { readonly of: SqlExpression; readonly name: string }
    }
  | { readonly kind: 'cast'; readonly of: SqlExpression; readonly type: string }
  | { readonly kind: 'collate'; readonly of: SqlExpression; readonly collation: string }
  /** MySQL's `CONVERT(… USING charset)`. */
  | { readonly kind: 'convert'; readonly of: SqlExpression; readonly charset: string }
  /** The first argument of MySQL's `TIMESTAMPADD`. */
  | { readonly kind: 'unit'; readonly unit: 'MONTH' }
  | { readonly kind: 'interval'; readonly count: number; readonly unit: 'DAY' | 'MONTH' | 'YEAR' }
  | {
      readonly kind: 'case'
      readonly when: SqlExpression
      readonly result: SqlExpression
      readonly otherwise?: SqlExpression
    }
  /** The result of the case that it equals; null of none. */
  | {
      readonly kind: 'match'
      readonly of: SqlExpression
      readonly cases: readonly { readonly when: SqlExpression; readonly result: SqlExpression }[]
    }
  | { readonly kind: 'within-group'; readonly of: SqlExpression; readonly order: SqlExpression }
  | {
      readonly kind: 'over'
      readonly of: SqlExpression
      readonly partition: readonly SqlExpression[]
      readonly order: readonly SqlOrder[]
      /** Only the rows up to each one. */
      readonly isRunning: boolean
      /** Only the rows from so many before each one, null for the first, up to so many before it. */
      readonly frame?: { readonly from: number | null; readonly to: number }
    }

export type SqlOperator = '=' | '<>' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%'

/** Nulls come last either way. */
export interface SqlOrder {
  readonly of: SqlExpression
  readonly direction: 'ascending' | 'descending'
}

export interface SqlJoin {
  readonly kind: JoinKind
  readonly table: readonly string[]
  readonly alias: string | null
  readonly on: SqlExpression
}

/** A statement that somebody wrote. params: the values by the names of its `$name`. */
export interface SqlText {
  readonly kind: 'text'
  readonly text: string
  readonly params: Readonly<Record<string, CellValue>>
}

/**
 * alias: null keeps the column's own name. groupBy: how many of the first columns it groups by. groupBySets: groups by
 * each of these instead. union: further statements whose rows follow. isDistinctUnion: of equal rows one alone stays.
 */
export interface SqlSelect {
  readonly with: readonly { readonly name: string; readonly select: SqlSelect | SqlText }[]
  readonly columns: readonly { readonly of: SqlExpression; readonly alias: string | null }[]
  readonly from: { readonly table: readonly string[]; readonly alias: string | null }
  readonly joins: readonly SqlJoin[]
  readonly where: SqlExpression | null
  readonly groupBy: number
  readonly groupBySets?: readonly (readonly SqlExpression[])[]
  readonly union?: readonly SqlSelect[]
  readonly isDistinctUnion?: boolean
  readonly orderBy: readonly SqlOrder[]
  readonly limit: number | null
}

export const column = (of: string | null, name: string): SqlExpression => ({ kind: 'column', of, name })
export const value = (text: string, type: SqlValueType): SqlExpression => ({ kind: 'value', text, type })
export const numberLiteral = (given: number): SqlExpression => ({ kind: 'number', value: given })
export const word = (text: string): SqlExpression => ({ kind: 'word', text })
export const call = (name: string, ...args: readonly SqlExpression[]): SqlExpression => ({ kind: 'call', name, args })
export const cast = (of: SqlExpression, type: string): SqlExpression => ({ kind: 'cast', of, type })
export const binary = (left: SqlExpression, operator: SqlOperator, right: SqlExpression): SqlExpression => ({
  kind: 'binary',
  operator,
  left,
  right,
})
export const isNull = (of: SqlExpression): SqlExpression => ({ kind: 'is-null', of, isNegated: false })
export const allOf = (of: readonly SqlExpression[]): SqlExpression => joined('all', of)
export const anyOf = (of: readonly SqlExpression[]): SqlExpression => joined('any', of)

function joined(kind: 'all' | 'any', of: readonly SqlExpression[]): SqlExpression {
  const [only] = of
  return of.length === 1 && only !== undefined ? only : { kind, of }
}
