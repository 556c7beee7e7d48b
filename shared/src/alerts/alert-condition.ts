import * as z from 'zod/mini'

const numberSchema = z.number('a number, such as 12.5')
const positiveSchema = z.number('a number, such as 12.5').check(z.gt(0, 'a number over 0'))

/**
 * Condition that an alert waits for. changed: by at least so much, in the unit of the value or in percent, since the last check or
 * since the period before. missing: no value where there should be one. unusual: further from the median of comparable
 * values than `width` times their median distance from it.
 */
export const alertConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('above'), value: numberSchema }),
  z.strictObject({ kind: z.literal('below'), value: numberSchema }),
  z.strictObject({
    kind: z.literal('changed'),
    by: positiveSchema,
    unit: z.enum(['amount', 'percent']),
    direction: z.enum(['either', 'up', 'down']),
    since: z.enum(['check', 'period']),
  }),
  z.strictObject({ kind: z.literal('missing') }),
  z.strictObject({ kind: z.literal('unusual'), width: positiveSchema.check(z.maximum(100)) }),
])
export type AlertCondition = z.infer<typeof alertConditionSchema>
