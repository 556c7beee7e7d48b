import * as z from 'zod/mini'
import type { FieldType } from '../query/field'

/** Further texts that stand for a missing value, letter case and spaces around them aside. */
const missingSchema = z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50)))

/** The signs that may group the thousands of a number. A space is any of those in use, also a thin one. */
export const groupSigns = [',', '.', ' ', "'", 'none'] as const
export type GroupSign = (typeof groupSigns)[number]

/**
 * The reading of a column's values that a person says, instead of the one found from them. Values that do not fit become empty.
 *
 * text: as the file writes them; only `missing` is empty. number: decimal is the sign before its fraction; group the one that groups
 * thousands, absent for any of the others; parentheses are negative. date: order of its numbers, with or without a time of day; dates that can be
 * no other day are read in any order. boolean: true, yes, 1 and the like.
 */
export const readAsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), missing: missingSchema }),
  z
    .strictObject({
      kind: z.literal('number'),
      decimal: z.enum(['.', ',']),
      group: z.optional(z.enum(groupSigns)),
      missing: missingSchema,
    })
    .check(z.refine(({ decimal, group }) => group !== decimal, 'one sign for the fraction and another for thousands')),
  z.strictObject({
    kind: z.literal('date'),
    order: z.enum(['day-first', 'month-first', 'year-first']),
    missing: missingSchema,
  }),
  z.strictObject({ kind: z.literal('boolean'), missing: missingSchema }),
])
export type ReadAs = z.infer<typeof readAsSchema>

/** A reading that a person chose for a column; kept for newer files. column: its name, letter case aside. */
export const columnReadAsSchema = z.object({ column: z.string(), as: readAsSchema })
export type ColumnReadAs = z.infer<typeof columnReadAsSchema>

/** The reading chosen for a column; undefined where its type is found from its values. */
export function getReadAs(readings: readonly ColumnReadAs[] | undefined, column: string): ReadAs | undefined {
  return readings?.find((chosen) => isOf(chosen, column))?.as
}

/** The kinds of readings that a column may have; none of bytes, nor in a Parquet file, which says what its columns are. */
export function readAsKindsOf({ format }: { readonly format: string }, type: FieldType): readonly ReadAs['kind'][] {
  if (format === 'parquet' || type === 'binary') return []
  return type === 'json' || type === 'interval' ? ['text'] : ['text', 'number', 'date', 'boolean']
}

/** Readings with that of one column set, or left out for null. */
export function withReadAs(
  readings: readonly ColumnReadAs[],
  column: string,
  as: ReadAs | null,
): readonly ColumnReadAs[] {
  const others = readings.filter((chosen) => !isOf(chosen, column))
  return as === null ? others : [...others, { column, as }]
}

function isOf(chosen: ColumnReadAs, column: string): boolean {
  return chosen.column.toLowerCase() === column.toLowerCase()
}

/** The reading in a few words, as in “number (1.234,5)”. */
export function readAsLabel(reading: ReadAs): string {
  switch (reading.kind) {
    case 'text':
      return 'text'
    case 'number':
      return `number (${numberExample(reading)})`
    case 'date':
      return `date (${dateOrderLabels[reading.order]})`
    case 'boolean':
      return 'boolean'
  }
}

/** A number as a reading writes it, such as “1'234.5”. */
export function numberExample({
  decimal,
  group,
}: Pick<Extract<ReadAs, { kind: 'number' }>, 'decimal' | 'group'>): string {
  const sign = group ?? otherSign(decimal)
  return `1${sign === 'none' ? '' : sign}234${decimal}5`
}

/** The sign that groups thousands where the given one stands before a fraction. */
export function otherSign(decimal: '.' | ','): '.' | ',' {
  return decimal === '.' ? ',' : '.'
}

const dateOrderLabels = {
  'day-first': 'day/month/year',
  'month-first': 'month/day/year',
  'year-first': 'year/month/day',
} as const
