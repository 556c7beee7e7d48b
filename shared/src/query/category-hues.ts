import * as z from 'zod/mini'

/** May be empty: SQLite and MySQL return columns without a name. */
const columnSchema = z.string().check(z.maxLength(255))

/** The column of an answer whose values get colours, and the measure whose largest values are drawn by name. */
export const colorBySchema = z.strictObject({ column: columnSchema, largestBy: z.nullable(columnSchema) })
export type ColorBy = z.infer<typeof colorBySchema>

/**
 * The hues (from 0) that the workspace stores for a column's values, by their text. Pairs rather than an object,
 * because a value may be `__proto__`.
 */
export const categoryHuesSchema = z.object({
  column: z.string(),
  hues: z.array(z.tuple([z.string(), z.int().check(z.minimum(0))])),
})
export type CategoryHues = z.infer<typeof categoryHuesSchema>
