import * as z from 'zod'

/** How a chart is drawn. */
export const chartTypes = [
  'line',
  'area',
  'bar',
  'row',
  'combo',
  'pie',
  'scatter',
  'histogram',
  'number',
  'table',
] as const
export const chartTypeSchema = z.enum(chartTypes)
export type ChartType = z.infer<typeof chartTypeSchema>

const columnSchema = z.string().max(255)

/**
 * How numbers are written.
 *
 * unit: after the number, or before it for currency symbols; written once in an axis title. decimals: fixed, null for as needed.
 */
export const numberFormatSchema = z.object({
  style: z.enum(['auto', 'plain', 'compact', 'percent', 'currency']),
  decimals: z.int().min(0).max(12).nullable(),
  /** ISO 4217, only for `currency`. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  unit: z.string().max(24),
})
export type NumberFormat = z.infer<typeof numberFormatSchema>

/**
 * Which columns of the result go where, and the options of all chart types in one flat object, so that switching the
 * type and back loses nothing. Column names that the result does not have are shown as missing, never guessed.
 *
 * x: category, time or number axis; slices of a pie; the value binned by a histogram.
 * y: measures; the first is the number of a big number. Empty: count rows.
 * color: splits one measure into series. size: area of scatter dots.
 * secondAxis: the measures of y on the right axis (combo). lines: the measures of y drawn as lines
 * (combo; see `comboLines`).
 * missing: what a missing bucket or null is in a line: a gap, zero, or bridged.
 * goodDirection: which sign of a big number's change is good. timeZone: IANA, null for the workspace's.
 */
export const chartVisualSchema = z.object({
  type: chartTypeSchema,
  x: columnSchema.nullable(),
  y: z.array(columnSchema).max(32),
  color: columnSchema.nullable(),
  size: columnSchema.nullable(),
  stack: z.enum(['none', 'stacked', 'percent']),
  secondAxis: z.array(columnSchema).max(32),
  lines: z.array(columnSchema).max(32),
  missing: z.enum(['gap', 'zero', 'connect']),
  sort: z.enum(['auto', 'value', 'x', 'none']),
  bins: z.int().min(2).max(60).nullable(),
  goodDirection: z.enum(['up', 'down']),
  xTitle: z.string().max(120),
  yTitle: z.string().max(120),
  format: numberFormatSchema,
  timeZone: z.string().max(64).nullable(),
})
export type ChartVisual = z.infer<typeof chartVisualSchema>

export const defaultVisual: ChartVisual = {
  type: 'table',
  x: null,
  y: [],
  color: null,
  size: null,
  stack: 'none',
  secondAxis: [],
  lines: [],
  missing: 'gap',
  sort: 'auto',
  bins: null,
  goodDirection: 'up',
  xTitle: '',
  yTitle: '',
  format: { style: 'auto', decimals: null, currency: null, unit: '' },
  timeZone: null,
}

/** The measures that a combo draws as lines: those chosen; where none is, the last of several. */
export function comboLines({ lines, y }: ChartVisual): readonly string[] {
  return lines.length > 0 || y.length < 2 ? lines : y.slice(-1)
}
