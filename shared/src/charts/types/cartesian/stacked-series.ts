import { comboLines } from '../../chart-visual'
import { notPositiveNotes } from '../../plot/numbers/fixed-range'
import { plural } from '../../plot/numbers/format-number'
import type { LegendEntry, PlotSeries } from '../../plot/plot'
import type { PlotInput } from '../../plot/read-columns'
import type { Series } from '../../plot/series-of'
import { stacked, unstacked, type SpanGrid } from '../../plot/stack'

/** At this factor between two measures, the smaller one gets two of a hundred pixels. */
const flatTimes = 50

export type Side = 'left' | 'right'
type StackMode = 'none' | 'stacked' | 'percent'

/**
 * The series of a chart with where their values lie. marks, sides, inStack, spans: of the series with the same index.
 * mainSide: left, unless the right axis is the only one. isLog: which axes are logarithmic.
 */
export interface StackedSeries {
  /** The first is drawn first. */
  readonly series: readonly Series[]
  readonly marks: readonly PlotSeries['mark'][]
  readonly sides: readonly Side[]
  readonly mode: StackMode
  readonly inStack: readonly boolean[]
  readonly spans: SpanGrid
  readonly mainSide: Side
  readonly isLog: Readonly<Record<Side, boolean>>
  readonly notes: readonly string[]
}

/** Chooses the mark and the axis of each series, and stacks those that can be. */
export function stackSeries(input: PlotInput, unordered: readonly Series[]): StackedSeries {
  const { visual, locale } = input
  const notes: string[] = []
  // Later series are drawn on top, so areas come first and lines last, and nothing hides them.
  const layerOf = (one: Series) => ['area', 'bar', 'line'].indexOf(markOf(one, input))
  const series = unordered.toSorted((a, b) => layerOf(a) - layerOf(b))
  const marks = series.map((one) => markOf(one, input))
  const isSecond = series.map(({ measure }) => visual.type === 'combo' && visual.secondAxis.includes(measure))
  const stacks = visual.type === 'area' ? 'area' : 'bar'
  const canStack = marks.map((mark, index) => mark === stacks && isSecond[index] !== true)
  const mode = stackMode(
    input,
    series.filter((_, index) => canStack[index]),
    notes,
  )
  const inStack = canStack.map((can) => can && mode !== 'none')
  if (visual.yScale === 'log' && mode !== 'none') notes.push('A stack starts at zero, so its axis is not logarithmic.')
  // An axis of percentages has no place for other values.
  const sides = series.map((_, index): Side =>
    isSecond[index] === true || (mode === 'percent' && inStack[index] !== true) ? 'right' : 'left',
  )
  const mainSide = sides.includes('left') ? 'left' : 'right'
  const isLog = { left: visual.yScale === 'log' && mode === 'none', right: visual.rightScale === 'log' }
  const isOnLog = sides.map((side) => isLog[side])
  const spans = spansOf(series, inStack, mode).map((row, index) =>
    isOnLog[index] === true ? row.map((span) => (span !== null && span.high > 0 ? span : null)) : row,
  )
  notes.push(...notPositiveNotes(notPositiveCount(series.filter((_, index) => isOnLog[index]))))
  notes.push(...stackedGapsNote(series, spans, marks, locale))
  for (const side of ['left', 'right'] as const)
    notes.push(...flatNotes(series.filter((_, index) => sides[index] === side && inStack[index] !== true)))
  return { series, marks, sides, mode, inStack, spans, mainSide, isLog, notes }
}

/** Returns the items, such as series or spans, of those series that are stacked. */
export function ofStack<T>(items: readonly T[], { inStack }: Pick<StackedSeries, 'inStack'>): readonly T[] {
  return items.filter((_, index) => inStack[index])
}

export function legendOf(series: readonly Series[], input: PlotInput): LegendEntry[] {
  return series.map((one) => {
    const { id, label, color, dash } = one
    return { id, label, color, dash, mark: markOf(one, input), hidden: isHidden(id, input) }
  })
}

export function isHidden(id: string, input: PlotInput): boolean {
  return input.hidden?.has(id) === true
}

function markOf(series: Series, { visual }: PlotInput): PlotSeries['mark'] {
  if (visual.type === 'line' || visual.type === 'area') return visual.type
  if (visual.type !== 'combo') return 'bar'
  if (visual.areas.includes(series.measure)) return 'area'
  return comboLines(visual).includes(series.measure) ? 'line' : 'bar'
}

/** Returns how to stack. series: those that can be stacked. */
function stackMode({ visual }: PlotInput, series: readonly Series[], notes: string[]): StackMode {
  if (visual.stack === 'none' || series.length === 0) return 'none'
  const values = series.flatMap((one) => one.values.filter((value) => value !== null && value !== undefined))
  const mixed = values.some((value) => value < 0) && (visual.stack === 'percent' || values.some((value) => value > 0))
  if (mixed && (visual.stack === 'percent' || visual.type === 'area')) {
    notes.push(
      visual.stack === 'percent'
        ? 'Negative values have no share of a whole, so nothing is stacked.'
        : 'Areas cannot stack positive and negative values, so they are drawn separately.',
    )
    return 'none'
  }
  return visual.stack
}

function spansOf(series: readonly Series[], inStack: readonly boolean[], mode: StackMode): SpanGrid {
  const plain = unstacked(series.map((one) => one.values))
  const grid = stacked(
    series.filter((_, index) => inStack[index]).map((one) => one.values),
    mode === 'percent',
  )
  let next = 0
  return plain.map((row, index) => (inStack[index] === true ? (grid[next++] ?? row) : row))
}

/** Notes measures that cannot be told from zero beside another one on their axis. */
function flatNotes(series: readonly Series[]): readonly string[] {
  const largestByMeasure = new Map<string, number>()
  for (const { measure, values } of series)
    largestByMeasure.set(
      measure,
      values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), largestByMeasure.get(measure) ?? 0),
    )
  const [largest = '', most = 0] = [...largestByMeasure].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return [...largestByMeasure].flatMap(([measure, size]) =>
    size > 0 && size * flatTimes < most
      ? [`${measure} looks flat: it is far smaller than ${largest} on its axis.`]
      : [],
  )
}

/** Notes that a stacked area drops to its base where it has no value or no row. */
function stackedGapsNote(
  series: readonly Series[],
  spans: SpanGrid,
  marks: readonly PlotSeries['mark'][],
  locale: string,
): readonly string[] {
  const count = series.reduce((sum, { values }, index) => {
    if (marks[index] !== 'area') return sum
    const gaps = spans[index]?.filter((span, slot) => span !== null && (values[slot] ?? null) === null)
    return sum + (gaps?.length ?? 0)
  }, 0)
  return count === 0 ? [] : [`${plural(locale, count, 'missing value')} drawn as zero.`]
}

function notPositiveCount(series: readonly Series[]): number {
  return series.reduce(
    (sum, { values }) => sum + values.filter((value) => typeof value === 'number' && value <= 0).length,
    0,
  )
}

/** Returns each slot's total and the ids of the series that are shares of it; null if shares mean nothing. */
export function sharesOf(
  { series: all, inStack, mode }: StackedSeries,
  { visual }: PlotInput,
): { readonly ids: ReadonlySet<string>; readonly totals: readonly number[] } | null {
  const series = mode === 'none' ? all : ofStack(all, { inStack })
  const meaningful = series.length > 1 && (mode !== 'none' || (visual.color !== null && visual.y.length <= 1))
  if (!meaningful || series.some((one) => one.values.some((value) => (value ?? 0) < 0))) return null
  return {
    ids: new Set(series.map(({ id }) => id)),
    totals: (series[0]?.values ?? []).map((_, slot) => series.reduce((sum, one) => sum + (one.values[slot] ?? 0), 0)),
  }
}
