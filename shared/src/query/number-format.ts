import * as z from 'zod/mini'

/**
 * How numbers are written.
 *
 * unit: after the number, or before it for currency symbols, unless unitPlace is set; written once in an axis title.
 * decimals: fixed; null for as many as needed.
 */
export const numberFormatSchema = z.object({
  style: z.enum(['auto', 'plain', 'compact', 'percent', 'currency']),
  decimals: z.nullable(z.int().check(z.minimum(0), z.maximum(12))),
  /** ISO 4217, only for `currency`. */
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  unit: z.string().check(z.maxLength(24)),
  unitPlace: z.optional(z.enum(['before', 'after'])),
})
/** A number that stands for the bin that begins with it. isWhole: all numbers of the column are. */
export interface NumberBin {
  readonly width: number
  readonly isWhole: boolean
}

export type NumberFormat = z.infer<typeof numberFormatSchema>
/** The format of an answer's column. bin: of a question's group. */
export interface ColumnNumberFormat extends NumberFormat {
  readonly bin?: NumberBin
}

/** The format that leaves all to the numbers. */
export const autoFormat: NumberFormat = { style: 'auto', decimals: null, currency: null, unit: '' }

/**
 * A column of an answer as people want it shown. label: in place of its name. adds: what its numbers are of a question's
 * measure, if no sums: counts, or averages and the like, of which a sum means nothing.
 */
export interface ShownColumn {
  readonly label?: string
  readonly format?: NumberFormat
  /** Its numbers are where bins begin. */
  readonly bin?: NumberBin
  readonly description?: string
  /** People say that it holds places. */
  readonly isPlace?: true
  /** One of its values stands for all that are not among the largest. */
  readonly hasOthers?: true
  readonly adds?: 'counts' | 'nothing'
}
/** By the names of an answer's columns. */
export type ShownColumns = Readonly<Record<string, ShownColumn>>
