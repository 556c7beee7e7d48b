import * as z from 'zod/mini'

/** One without a name, too. */
const columnSchema = z.string().check(z.maxLength(255))
const colorSchema = z.nullable(z.string().check(z.maxLength(255)))

/**
 * The drawing that a result is for, so that the engine can reduce a long one to what can be seen. The columns are those of
 * the result: x, the measures, and the one that splits rows into series.
 *
 * line: thinned out to its pixels. histogram: the values of x counted in bins. scatter: rows counted in the cells of a grid.
 */
export const drawnPartSchema = z.discriminatedUnion('mark', [
  z.strictObject({
    mark: z.literal('line'),
    x: columnSchema,
    y: z.array(columnSchema).check(z.minLength(1), z.maxLength(32)),
    color: colorSchema,
  }),
  z.strictObject({ mark: z.literal('histogram'), x: columnSchema, color: colorSchema }),
  z.strictObject({ mark: z.literal('scatter'), x: columnSchema, y: columnSchema, color: colorSchema }),
])
export type DrawnPart = z.infer<typeof drawnPartSchema>
export type DrawnLine = Extract<DrawnPart, { mark: 'line' }>
export type DrawnBins = Exclude<DrawnPart, { mark: 'line' }>

/** The points kept in a column of pixels: the first, the last, the lowest and the highest. */
export const pointsPerColumn = 4

/** As many named series as a chart draws; more are left out or added up, and that is said. */
export const mostThinnedSeries = 7
