import * as z from 'zod'

/**
 * What a chart draws of a result, for the engine to thin a long one out to what can be seen. The columns are those of the
 * result: x, the measures, and the one that splits a measure into series.
 */
export const drawnPartSchema = z.strictObject({
  mark: z.enum(['line']),
  x: z.string().min(1).max(255),
  y: z.array(z.string().min(1).max(255)).min(1).max(32),
  color: z.string().max(255).nullable(),
})
export type DrawnPart = z.infer<typeof drawnPartSchema>

/** Of one column of pixels: the first, the last, the lowest and the highest point. */
export const pointsPerColumn = 4

/** As many named series as a chart draws; more are left out, and that is said. */
export const mostThinnedSeries = 7
