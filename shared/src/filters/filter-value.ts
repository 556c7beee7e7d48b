import * as z from 'zod/mini'
import { exactNumberSchema } from '../query/exact-number'
import { isoDateSchema } from '../query/parameter'
import { lastUnitsShape } from '../builder/question'

/**
 * Spans of days that are counted from today. `last-7-days` ends with today; months and years are those of the calendar. The `its-` ones
 * end with the last day of the data instead, so they move when newer data arrives.
 */
export const filterPeriods = [
  'today',
  'yesterday',
  'this-week',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'last-12-months',
  'this-year',
  'last-year',
  'its-last-year',
  'its-last-quarter',
  'its-last-30-days',
] as const
export type FilterPeriod = (typeof filterPeriods)[number]

/** The most characters of a text that a filter holds. */
export const longestFilterText = 1000
const textSchema = z.string().check(z.maxLength(longestFilterText))
export const mostFilterValues = 500
const tooManyValues = `A filter holds at most ${mostFilterValues} values.`

/**
 * The values that a filter lets through.
 *
 * last-units: whole units of the calendar before today, or before an earlier day. days: both ends are in, null is open. values: texts whatever the column's type; null is no value. range: both ends are in.
 * text: somewhere in the column's, capitals aside.
 */
export const filterValueSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('period'), period: z.enum(filterPeriods) }),
  z.object({ kind: z.literal('last-units'), ...lastUnitsShape }),
  z.object({ kind: z.literal('days'), from: z.nullable(isoDateSchema), to: z.nullable(isoDateSchema) }),
  z.object({
    kind: z.literal('values'),
    values: z.readonly(
      z.array(z.nullable(textSchema)).check(z.minLength(1), z.maxLength(mostFilterValues, tooManyValues)),
    ),
  }),
  z.object({ kind: z.literal('range'), min: z.nullable(exactNumberSchema), max: z.nullable(exactNumberSchema) }),
  z.object({ kind: z.literal('text'), text: textSchema.check(z.minLength(1)) }),
])
export type FilterValue = z.infer<typeof filterValueSchema>

export const filterKinds = ['time', 'category', 'number', 'search'] as const
export type FilterKind = (typeof filterKinds)[number]

const kindOfValue = {
  period: 'time',
  'last-units': 'time',
  days: 'time',
  values: 'category',
  range: 'number',
  text: 'search',
} as const satisfies Record<FilterValue['kind'], FilterKind>

/** True if a filter of the kind can take the value. */
export function isValueOfKind(value: FilterValue, kind: FilterKind): boolean {
  return kindOfValue[value.kind] === kind
}
