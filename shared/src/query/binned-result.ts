import * as z from 'zod/mini'
import type { FieldType } from './field'
import { drawnPartSchema } from './points'

const spanSchema = z.object({ low: z.number(), high: z.number() })
/** Ends of an axis: numbers, or milliseconds since 1970; of times without a zone those of the clock on the wall. */
export type Span = z.infer<typeof spanSchema>

/**
 * The rows that a result of bins was made from. `columns` of such a result are, in this order: x, y of a scatter plot, the colour if
 * there is one, and then whole numbers: the place of the bin along x (for a scatter plot along y too), whether it belongs to
 * the series that are too many to be named (1) or not (0), and how many rows it stands for.
 *
 * Of a histogram x is the lower edge, of a scatter plot x and y are the averages of the rows.
 *
 * of: for which drawing. count: rows in the bins. dropped: those without a value that can be drawn. x, y: from the lowest to the highest
 * value. whole: all values are whole numbers. restCount: named series that were added up.
 */
export const binsSchema = z.object({
  of: drawnPartSchema,
  count: z.int(),
  dropped: z.int(),
  x: spanSchema,
  y: z.nullable(spanSchema),
  whole: z.boolean(),
  restCount: z.int(),
})
export type Bins = z.infer<typeof binsSchema>

/** A place in time as results write it. The average of days is no day. */
export function placeText(ms: number, type: FieldType): string {
  const text = new Date(ms).toISOString()
  return type === 'timestamptz' ? text : text.slice(0, -1)
}
