import * as z from 'zod/mini'

/** A column without a name is one too: SQLite and MySQL answer with such. */
const columnSchema = z.string().check(z.maxLength(255))

/** The column of an answer whose values are told apart by colour, and the measure of which the largest are drawn by name. */
export const colorBySchema = z.strictObject({ column: columnSchema, largestBy: z.nullable(columnSchema) })
export type ColorBy = z.infer<typeof colorBySchema>

/** The hues (from 0) that the workspace keeps for values of a column, by their text. Pairs: a value may be called `__proto__`. */
export const categoryHuesSchema = z.object({
  column: z.string(),
  hues: z.array(z.tuple([z.string(), z.int().check(z.minimum(0))])),
})
export type CategoryHues = z.infer<typeof categoryHuesSchema>
