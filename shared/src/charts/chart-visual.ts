import * as z from 'zod/mini'
import { autoFormat, numberFormatSchema } from '../query/number-format'
import { chartTypeList } from './chart-type-list'
import { columnStyleSchema, mostColumnStyles } from './column-style'
import { mostPivotLevels, mostTableGroups } from '../query/points'

// Object.keys loses the keys' types.
export const chartTypeIds = Object.keys(chartTypeList) as readonly (keyof typeof chartTypeList)[]
export const chartTypeSchema = z.enum(chartTypeIds)
export type ChartType = z.infer<typeof chartTypeSchema>

const columnSchema = z.string().check(z.maxLength(255))
const typedNumberSchema = z.string().check(z.maxLength(40))

/**
 * A line or band across a chart. kind: what it lies at. value: the number, or the percentile, as typed. to: the other
 * end of a band, empty for a line. column: the column of the result that it follows. label: empty for its kind.
 */
const goalSchema = z.object({
  kind: z.enum(['number', 'column', 'mean', 'median', 'percentile']),
  value: typedNumberSchema,
  to: typedNumberSchema,
  column: z.nullable(columnSchema),
  label: z.string().check(z.maxLength(60)),
})
export type Goal = z.infer<typeof goalSchema>

export const mostGoals = 12
export const trendSpans = { least: 2, most: 365 } as const

/**
 * How a person wants a series: a measure, or a value of the colour column or of a pie's slices by its text (empty for
 * none). color: `1` … `7` for a hue of the palette, `#rrggbb`, or empty for an automatic one.
 */
const seriesStyleSchema = z.object({
  series: columnSchema,
  color: z.string().check(z.regex(/^([1-7]|#[0-9a-f]{6})?$/)),
  isHidden: z.boolean(),
})
export type SeriesStyle = z.infer<typeof seriesStyleSchema>

export const mostSeriesStyles = 200

/** A text at a place of the x axis. x: the place's value by its text, empty for none. */
const annotationSchema = z.object({
  x: z.string().check(z.maxLength(255)),
  text: z.string().check(z.maxLength(200)),
})
export type Annotation = z.infer<typeof annotationSchema>

export const mostAnnotations = 50

/** The goal that a value is measured against: a number, or a column, which has one for each row. */
export const targetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), value: z.number() }),
  z.object({ kind: z.literal('column'), column: columnSchema }),
])
export type Target = z.infer<typeof targetSchema>

export const rangeTones = ['poor', 'fair', 'good'] as const
export type RangeTone = (typeof rangeTones)[number]

/** A judgement of values from here to where the next one begins. label: empty for the usual word of its tone. */
export const valueRangeSchema = z.object({
  from: z.number(),
  tone: z.enum(rangeTones),
  label: z.string().check(z.maxLength(40)),
})
export type ValueRange = z.infer<typeof valueRangeSchema>

export const mostRanges = 8

/**
 * Which columns of the result are used where, and the options of all chart types in one flat object, so that switching
 * the type and back loses nothing. Columns that the result lacks are shown as missing, never guessed.
 *
 * x: category, time or number axis; slices of a pie; the value binned by a histogram.
 * y: measures; the first is the number of a big number. Empty: count rows.
 * color: splits one measure into series, or groups into parts. detail: the parts of those parts. panel: divides the
 * chart into one for each value. size: area of scatter dots.
 * secondAxis: the measures of y on the right axis (combo). lines: the measures of y drawn as lines (combo; see
 * `comboLines`).
 * yScale, yMin, yMax: the axis of values, the left one of two; its ends as typed, empty for automatic ones. rightScale,
 * rightMin, rightMax: the right one of two (combo). tickLabels: along x. yTickLabels: along the axes of values. valueLabels: on marks, where they fit; auto: on single rows and over
 * stacks.
 * areas: the measures of y drawn as areas (combo). seriesStyles: also their order, if seriesOrder is hand.
 * compare: with the period before, or the same days a year ago, which only the builder can ask for.
 * trend: a line through the values of each series, or their average over the last trendSpan ones.
 * missing: how a line shows a missing bucket or null: as a gap, as zero, or bridged. auto: a gap if the grain of time
 * is known or most buckets have rows, otherwise bridged, which a note says.
 * regions: the areas that places are looked for in. auto: countries or states, whichever more places are.
 * pivotRows, pivotColumns: whose values are a pivot's headers, the outermost first. pivotHeat: colours its cells.
 * target: what the measure should reach. ranges: judge it, in its own unit or in percent of the target (`rangeUnit`).
 * columnStyles, tableTotals: of a table. columnOrder: of those named first, before the others as they come. tableGroups:
 * whose values the rows of a table stand below, the outermost first. rowTotals: adds a column that sums up each row.
 * goodDirection: which sign of a big number's change is good. timeZone: IANA, null for the workspace's.
 */
export const chartVisualSchema = z.object({
  type: chartTypeSchema,
  x: z.nullable(columnSchema),
  y: z.array(columnSchema).check(z.maxLength(32)),
  color: z.nullable(columnSchema),
  detail: z._default(z.nullable(columnSchema), null),
  panel: z._default(z.nullable(columnSchema), null),
  size: z.nullable(columnSchema),
  pivotRows: z._default(z.array(columnSchema).check(z.maxLength(mostPivotLevels)), []),
  pivotColumns: z._default(z.array(columnSchema).check(z.maxLength(mostPivotLevels)), []),
  pivotHeat: z._default(z.boolean(), false),
  stack: z.enum(['none', 'stacked', 'percent']),
  secondAxis: z.array(columnSchema).check(z.maxLength(32)),
  lines: z.array(columnSchema).check(z.maxLength(32)),
  areas: z._default(z.array(columnSchema).check(z.maxLength(32)), []),
  seriesStyles: z._default(z.array(seriesStyleSchema).check(z.maxLength(mostSeriesStyles)), []),
  seriesOrder: z._default(z.enum(['auto', 'name', 'value', 'hand']), 'auto'),
  missing: z.enum(['auto', 'gap', 'zero', 'connect']),
  sort: z.enum(['auto', 'value', 'x', 'none']),
  bins: z.nullable(z.int().check(z.minimum(2), z.maximum(60))),
  regions: z._default(z.enum(['auto', 'countries', 'us-states']), 'auto'),
  goodDirection: z.enum(['up', 'down']),
  target: z._default(z.nullable(targetSchema), null),
  ranges: z._default(z.array(valueRangeSchema).check(z.maxLength(mostRanges)), []),
  rangeUnit: z._default(z.enum(['value', 'percent']), 'value'),
  xTitle: z.string().check(z.maxLength(120)),
  yTitle: z.string().check(z.maxLength(120)),
  xScale: z._default(z.enum(['linear', 'log']), 'linear'),
  yScale: z._default(z.enum(['linear', 'log']), 'linear'),
  yMin: z._default(typedNumberSchema, ''),
  yMax: z._default(typedNumberSchema, ''),
  rightScale: z._default(z.enum(['linear', 'log']), 'linear'),
  rightMin: z._default(typedNumberSchema, ''),
  rightMax: z._default(typedNumberSchema, ''),
  tickLabels: z._default(z.enum(['auto', 'slanted', 'upright', 'hidden']), 'auto'),
  yTickLabels: z._default(z.enum(['auto', 'hidden']), 'auto'),
  valueLabels: z._default(z.enum(['auto', 'all', 'off']), 'auto'),
  annotations: z._default(z.array(annotationSchema).check(z.maxLength(mostAnnotations)), []),
  goals: z._default(z.array(goalSchema).check(z.maxLength(mostGoals)), []),
  compare: z._default(z.enum(['none', 'period', 'year']), 'none'),
  trend: z._default(z.enum(['none', 'linear', 'average']), 'none'),
  trendSpan: z._default(z.int().check(z.minimum(trendSpans.least), z.maximum(trendSpans.most)), 7),
  columnStyles: z._default(z.array(columnStyleSchema).check(z.maxLength(mostColumnStyles)), []),
  tableTotals: z._default(z.boolean(), false),
  tableGroups: z._default(z.array(columnSchema).check(z.maxLength(mostTableGroups)), []),
  rowTotals: z._default(z.boolean(), false),
  columnOrder: z._default(z.array(columnSchema).check(z.maxLength(mostColumnStyles)), []),
  format: numberFormatSchema,
  timeZone: z.nullable(z.string().check(z.maxLength(64))),
})
export type ChartVisual = z.infer<typeof chartVisualSchema>

/**
 * Changes of some fields. A field that is not named stays as it is: the default of a field that charts were stored
 * without must not take the place of what somebody chose.
 */
export const visualChangesSchema = z.partial(z.object(withoutDefaults(chartVisualSchema.shape)))

export const defaultVisual: ChartVisual = {
  type: 'table',
  x: null,
  y: [],
  color: null,
  detail: null,
  panel: null,
  size: null,
  pivotRows: [],
  pivotColumns: [],
  pivotHeat: false,
  stack: 'none',
  secondAxis: [],
  lines: [],
  areas: [],
  seriesStyles: [],
  seriesOrder: 'auto',
  missing: 'auto',
  sort: 'auto',
  bins: null,
  regions: 'auto',
  goodDirection: 'up',
  target: null,
  ranges: [],
  rangeUnit: 'value',
  xTitle: '',
  yTitle: '',
  xScale: 'linear',
  yScale: 'linear',
  yMin: '',
  yMax: '',
  rightScale: 'linear',
  rightMin: '',
  rightMax: '',
  tickLabels: 'auto',
  yTickLabels: 'auto',
  valueLabels: 'auto',
  annotations: [],
  goals: [],
  compare: 'none',
  trend: 'none',
  trendSpan: 7,
  columnStyles: [],
  tableTotals: false,
  tableGroups: [],
  rowTotals: false,
  columnOrder: [],
  format: autoFormat,
  timeZone: null,
}

/** Returns the measures that a combo draws as lines: the chosen ones, else the last of several. */
export function comboLines({ lines, y }: Pick<ChartVisual, 'lines' | 'y'>): readonly string[] {
  return lines.length > 0 || y.length < 2 ? lines : y.slice(-1)
}

type WithoutDefaults<Shape> = {
  [Key in keyof Shape]: Shape[Key] extends z.ZodMiniDefault<infer Inner> ? Inner : Shape[Key]
}

function withoutDefaults<Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape): WithoutDefaults<Shape> {
  const plain = Object.entries(shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodMiniDefault ? schema.def.innerType : schema,
  ])
  // Object.fromEntries loses the keys' types.
  return Object.fromEntries(plain) as WithoutDefaults<Shape>
}

/** The measures of ready boxes, in their order: the ends of the whiskers, the quartiles, and the median between them. */
const boxMeasures = 5

/** Returns true if a box plot's measures are the five numbers of each box, computed by the query itself. */
export function hasReadyBoxes({ type, y }: Pick<ChartVisual, 'type' | 'y'>): boolean {
  return type === 'box' && y.length === boxMeasures
}

/** Returns the column that holds the targets of a chart; null if there is none. */
export function targetColumn({ target }: Pick<ChartVisual, 'target'>): string | null {
  return target?.kind === 'column' ? target.column : null
}
