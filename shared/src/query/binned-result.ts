import * as z from 'zod/mini'
import type { Field, FieldType } from './field'
import { drawnPointsSchema } from './points'

const spanSchema = z.object({ low: z.number(), high: z.number() })
/** The ends of an axis: numbers, or milliseconds since 1970; wall time for times without a zone. */
export type Span = z.infer<typeof spanSchema>

/**
 * Describes a binned result. Its `columns` are, in this order: x; y of a scatter plot; the colour, if there is one; and
 * then integers: the bin along x (and along y for a scatter plot), whether it belongs to the unnamed series (1) or not
 * (0), and the number of rows that it stands for.
 *
 * In a histogram x is the lower edge of the bin; in a scatter plot x and y are the averages of its rows.
 *
 * For boxes the columns are: x, if there is one; y; and those of `boxFields`. A row is a box, with its median as y, or
 * one of its outliers. `x` and `count` are of all values of y; restCount: how many boxes of fewer values are left out.
 *
 * of: the drawing. count: the rows in bins. dropped: rows without a drawable value. x, y: from the lowest to the
 * highest value. whole: all values are integers. restCount: how many named series were added up. outside:
 * the rows among `dropped` that have values, but such that cannot be drawn or are no place on the Earth.
 */
export const binsSchema = z.object({
  of: drawnPointsSchema,
  count: z.int(),
  dropped: z.int(),
  x: spanSchema,
  y: z.nullable(spanSchema),
  whole: z.boolean(),
  restCount: z.int(),
  outside: z.optional(z.int()),
})
export type Bins = z.infer<typeof binsSchema>

/** The last columns of a result of boxes; see `Box5`. kind: 0 for a box, 1 for an outlier. */
export const boxFields: readonly Field[] = ['kind', 'values', 'outliers', 'low', 'q1', 'q3', 'high'].map((name) => ({
  name,
  type: 'number',
  databaseType: 'DOUBLE',
  nullable: false,
}))

/** Writes a time in the results' format. The average of days need not be a day, so the time is always included. */
export function placeText(ms: number, type: FieldType): string {
  const text = new Date(ms).toISOString()
  return type === 'timestamptz' ? text : text.slice(0, -1)
}
