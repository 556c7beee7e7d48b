import * as z from 'zod/mini'

/** Further texts that stand for a missing value, letter case and spaces around them aside. */
const missingSchema = z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50)))

/**
 * The reading of a column's values that a person says, instead of the one found from them. Values that do not fit become empty.
 *
 * text: as the file writes them; only `missing` is empty. number: decimal is the sign before its fraction, while the other one, spaces and
 * apostrophes may group thousands; parentheses are negative. date: order of its numbers, with or without a time of day; dates that can be
 * no other day are read in any order. boolean: true, yes, 1 and the like.
 */
export const readAsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), missing: missingSchema }),
  z.strictObject({ kind: z.literal('number'), decimal: z.enum(['.', ',']), missing: missingSchema }),
  z.strictObject({
    kind: z.literal('date'),
    order: z.enum(['day-first', 'month-first', 'year-first']),
    missing: missingSchema,
  }),
  z.strictObject({ kind: z.literal('boolean'), missing: missingSchema }),
])
export type ReadAs = z.infer<typeof readAsSchema>
