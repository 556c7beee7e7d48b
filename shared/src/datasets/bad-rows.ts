import * as z from 'zod/mini'

/**
 * How an import treats rows that do not fit the others. ask: nothing is kept, and the answer shows them. leave-out: they are
 * kept apart, to be downloaded. as-text: every row is kept, a column with a value that does not fit is text.
 */
const badRowChoices = ['leave-out', 'as-text'] as const
export const badRowPolicies = ['ask', ...badRowChoices] as const
export const badRowPolicySchema = z.enum(badRowPolicies)
export type BadRowPolicy = z.infer<typeof badRowPolicySchema>

/**
 * A row that does not fit. row: as the file counts, a header included. line: where it begins, null where that is not known.
 * reason: goes on after “Row 5 ”. text: as in the file, its beginning.
 */
export const badRowSchema = z.object({
  row: z.int().check(z.minimum(1)),
  line: z.nullable(z.int().check(z.minimum(1))),
  reason: z.string(),
  text: z.string(),
})
export type BadRow = z.infer<typeof badRowSchema>

/** badCount: of the file's rowCount rows. rows: the first of them. choices: how the file can be read all the same. */
export const badRowsSchema = z.object({
  rowCount: z.int().check(z.minimum(1)),
  badCount: z.int().check(z.minimum(1)),
  rows: z.array(badRowSchema),
  choices: z.array(z.enum(badRowChoices)),
})
export type BadRows = z.infer<typeof badRowsSchema>

/** “Row 17”, with its line where that is another number. */
export function badRowPlace({ row, line }: Pick<BadRow, 'row' | 'line'>): string {
  return line === null || line === row ? `Row ${row}` : `Row ${row} (line ${line})`
}

/** In one sentence or two, for those who read JSON. */
export function badRowsText({ rowCount, badCount, rows }: BadRows): string {
  const named = rows.slice(0, 3).map((row) => `${badRowPlace(row)} ${row.reason}.`)
  const more = badCount > named.length ? ` And ${badCount - named.length} more.` : ''
  return `${badCount} of ${rowCount} rows. ${named.join(' ')}${more}`
}
