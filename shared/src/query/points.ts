import * as z from 'zod/mini'

/** May be empty, for columns without a name. */
const columnSchema = z.string().check(z.maxLength(255))
const colorSchema = z.nullable(z.string().check(z.maxLength(255)))

/**
 * The drawing that a result is for, so that the engine can reduce a long result to what is visible. The columns are
 * those of the result: x, the measures, and the one that splits rows into series.
 *
 * line: thinned to its pixels. histogram: the values of x counted in bins. scatter: rows counted in the cells of a
 * grid.
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

/** The points kept per column of pixels: the first, last, lowest and highest. */
export const pointsPerColumn = 4

/** The most named series in a chart; further ones are left out or added up, with a note. */
export const mostThinnedSeries = 7
