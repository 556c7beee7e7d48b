import * as z from 'zod/mini'
import { dateUnits } from './question'

/** May be empty, for columns without a name. */
const columnSchema = z.string().check(z.maxLength(255))

/** A chart's wish to see its measures beside those of earlier: of the period just before, or of a year ago. */
export const compareSchema = z.strictObject({ column: columnSchema, with: z.enum(['period', 'year']) })
export type Compare = z.infer<typeof compareSchema>

/**
 * How an answer holds what it is compared with. Its buckets that end before the day `from` are those of earlier; null if
 * earlier rows count as both. count, unit: how much earlier. refusal: why nothing is compared; the answer is then as without it.
 */
export const comparedSchema = z.union([
  z.object({
    column: columnSchema,
    from: z.nullable(z.string()),
    before: z.nullable(z.string()),
    count: z.int(),
    unit: z.enum(dateUnits),
  }),
  z.object({ refusal: z.string() }),
])
export type Compared = z.infer<typeof comparedSchema>
