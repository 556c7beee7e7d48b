import * as z from 'zod/mini'

/**
 * The sign of a column's numbers in their source: `%` for fractions of one, otherwise the sign or code of a currency,
 * such as `$` or `EUR`. Most columns have none.
 */
export const numberSignSchema = z.string().check(z.minLength(1), z.maxLength(16))
export type NumberSign = z.infer<typeof numberSignSchema>

export const percentSign = '%'

export interface SignedColumn {
  readonly name: string
  readonly sign?: NumberSign | undefined
}

/** Returns the signs of the columns that have one, by name. */
export function signsOf(columns: readonly SignedColumn[]): Readonly<Record<string, NumberSign>> {
  return Object.fromEntries(columns.flatMap(({ name, sign }) => (sign === undefined ? [] : [[name, sign]])))
}
