import { shownLabel } from '../../../query/run-query'
import type { Bins } from '../../../query/binned-result'
import type { ResultFilter } from '../../../query/result-filter'
import { binIndex, binsOf, edgeSlack, partAt, binPartsOf, spreadOf, type Bin } from '../../plot/bins'
import { fullFormatter, type NumberFormatter } from '../../plot/numbers/format-number'
import { axisFormatter, lastSignedFormatter, scaleFormatter } from '../../plot/numbers/number-labels'
import { leftOutNotes } from '../../plot/numbers/undrawable-notes'
import { outsideNotes, withFixedRange } from '../../plot/numbers/fixed-range'
import { logScale } from '../../plot/numbers/log-scale'
import {
  annotationsSaid,
  drawAnnotations,
  numberOfText,
  placeAlong,
  textsBySlot,
} from '../../plot/overlays/annotations'
import { drawGoals } from '../../plot/overlays/goal-shapes'
import { goalsOf, overlaysSaid, type CountedValue } from '../../plot/overlays/goals'
import type { OverlayPlace } from '../../plot/overlays/overlay-place'
import { withStyles } from '../../plot/series-styles'
import { clipEnds } from '../cartesian/clip-point'
import { orPanels } from '../cartesian/panels'
import { placeValueLabels, valueTexts } from '../cartesian/value-labels'
import { pointTextOf } from '../cartesian/cartesian-plot'
import { emptyPlot, frameOf, titledBox, unmeasurablePlot, unsuitablePlot, valueTitle } from '../../plot/frame'
import { cellsCondition, rangeConditions } from '../../plot/mark-conditions'
import type { Axis, CartesianPlot, EmptyPlot, PlotPoint, PlotSeries, UnsuitablePlot } from '../../plot/plot'
import {
  canMeasure,
  cellNumber,
  countedColumns,
  getColumn,
  isGrouped,
  type Column,
  type PlotInput,
} from '../../plot/read-columns'
import { seriesOf, type CountedRows, type Series } from '../../plot/series-of'
import { autoFormat } from '../../../query/number-format'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { placeTicks, tickTextPx } from '../../plot/slot-axis'
import { stacked } from '../../plot/stack'
import { summarizeCartesian } from '../../plot/summary'
import { leftValueAxis, valueTicksWidth } from '../../plot/value-axis'
import { textWidth } from '../../plot/text/text-width'
import { pixelScale, roundPx, scalePixels, tickCountFor, valueScale } from '../../plot/numbers/value-scale'

/**
 * Plots the distribution of a column's values. Without a measure, rows are counted in bins, merged from the parts that
 * the engine counted if there are many. With a measure the query has binned already: x holds lower edges or values,
 * whose measures are added up. Series share the edges and are stacked.
 */
export function histogramPlot(input: PlotInput): CartesianPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose the column whose values are counted.')
  if (!canMeasure(column.field))
    return unsuitablePlot(
      input,
      `${shownLabel(data, column.field.name)} does not hold numbers. For categories and dates use bars.`,
    )
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  const unmeasurable = unmeasurablePlot(input, measure)
  if (unmeasurable !== null) return unmeasurable
  const numbers = column.values.map(cellNumber)
  const isOwn = (row: number) => input.isDrawn?.[row] !== false
  const present = numbers.filter((value) => value !== null)
  if (present.length === 0) return emptyPlot(input, `No row has a number in ${shownLabel(data, column.field.name)}.`)
  const undrawn = column.values.filter((_, row) => numbers[row] === null && isOwn(row))
  const notes = leftOutNotes(undrawn, `without ${shownLabel(data, column.field.name)}`, input)

  const {
    bins,
    rowSlots: allSlots,
    counted,
    slack,
    middle,
    whole,
    hasUpperEdge,
    highest,
  } = measure !== null
    ? (binsOfQuery(numbers) ?? binsOfRows(numbers, input))
    : input.bins === undefined
      ? binsOfRows(numbers, input)
      : binsOfParts(input.bins, input)
  const rowSlots = allSlots.map((slot, row) => (isOwn(row) ? slot : -1))
  const groupsX = isGrouped(column)
  // Rows that are counted are no amounts: the format is that of the values.
  const format = columnNumberFormat(measure === null ? autoFormat : visual.format, data, measure?.field.name)
  const edgeFormat = columnNumberFormat(measure === null ? visual.format : autoFormat, data, column.field.name)
  const writeEdge = fullFormatter({ locale, format: edgeFormat, grouping: groupsX })
  const writeEnd = (bin: Bin) => writeEdge(whole && !(hasUpperEdge && bin === bins.at(-1)) ? bin.to - 1 : bin.to)
  const slotValues = bins.map((bin) => ({
    key: String(bin.from),
    label: whole && bin.to - bin.from === 1 ? writeEdge(bin.from) : `${writeEdge(bin.from)} to ${writeEnd(bin)}`,
    at: bin.from,
    wall: 0,
    isNull: false,
    unfinished: false,
    cells: [],
  }))
  const unstyled = seriesOf(
    { ...input, visual: { ...visual, y: visual.y.slice(0, 1) } },
    { slots: slotValues, rowSlots },
    true,
    counted,
  )
  const all = withStyles(unstyled, visual, locale)
  if (all.series.length === 0) return emptyPlot(input, 'All series are hidden.')
  const legend = all.series.map(({ id, label, color }) => ({
    id,
    label,
    color,
    hidden: input.hidden?.has(id) === true,
  }))
  const series = all.series.filter(({ id }) => input.hidden?.has(id) !== true)
  const frame = frameOf(input, legend, [], '')

  const isLog = visual.yScale === 'log' && series.length === 1
  const spans = stacked(
    series.map((one) => one.values.map((value) => value ?? 0)),
    false,
  )
  const ends = spans.flat().flatMap((span) => (span === null ? [] : [span.low, span.high]))
  const tickCount = tickCountFor(frame.heightPx - 60, 38)
  const ownScale = isLog
    ? logScale(ends, { isBased: true, count: tickCount })
    : valueScale(ends, { zero: 'always', count: tickCount, whole: measure === null })
  const { scale, notes: rangeNotes } = withFixedRange(ownScale, visual, tickCount)
  const title = valueTitle(input, format) || (measure === null ? 'Rows' : shownLabel(data, measure.field.name))
  const { hasTitles } = titledBox(frame, 0)
  // Where it is too low for the title that would tell the unit, a tick does.
  const writeTick = isLog
    ? scaleFormatter(locale, format, scale, hasTitles ? 'none' : 'last')
    : (hasTitles ? axisFormatter : lastSignedFormatter)(locale, format, scale.ticks)
  const { box } = titledBox(frame, valueTicksWidth(scale, writeTick))
  const domain = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1] as const
  const px = pixelScale(domain, box.x, box.x + box.width)
  const py = scalePixels(scale, box.y + box.height, box.y)
  const xAxis: Axis = {
    kind: 'number',
    domain,
    title: hasTitles ? visual.xTitle || shownLabel(data, column.field.name) : '',
    grid: false,
    shown: true,
    labelAngle: 0,
    labelSizePx: tickTextPx,
    ticks: placeTicks(
      edgeTicks(
        bins,
        box.width,
        (edges) => axisFormatter(locale, edgeFormat, edges, { grouping: groupsX, hasSign: true }),
        px,
      ),
      frame.widthPx,
      tickTextPx,
    ),
  }
  const left = leftValueAxis(scale, py, writeTick, hasTitles ? title : '')
  const write = fullFormatter({ locale, format })
  const slots = bins.map((bin, index) => ({
    position: (bin.from + bin.to) / 2,
    px: px((bin.from + bin.to) / 2),
    label: slotValues[index]?.label ?? '',
    unfinished: false,
    get conditions() {
      return measure === null
        ? conditionsOf(column, bins, index, { slack, hasUpperEdge, highest })
        : ofEdges(column, rowSlots, index)
    },
  }))
  const outSeries = series.map((one, index): PlotSeries => ({
    id: one.id,
    measure: one.measure,
    label: one.label,
    color: one.color,
    dash: one.dash,
    mark: 'bar',
    axis: 'left',
    connects: false,
    parts: true,
    conditions: one.conditions,
    points: bins.map((bin, at): PlotPoint => {
      const span = spans[index]?.[at] ?? null
      const value = one.values[at] ?? 0
      const low = span?.low ?? 0
      const high = span?.high ?? 0
      const from = px(bin.from) + 0.5
      const clipped = clipEnds({ lowPx: py(low), highPx: py(high) }, box.y + box.height, box.y)
      const heightPx = roundPx(Math.abs(clipped.lowPx - clipped.highPx))
      const isNothing = high === low || (isLog && high <= 0) || (clipped.beyond !== undefined && heightPx === 0)
      return {
        value,
        n: one.counts[at] ?? 0,
        low,
        high,
        px: slots[at]?.px ?? 0,
        ...clipped,
        color: null,
        dot: false,
        rect: isNothing
          ? null
          : {
              x: roundPx(from),
              y: Math.min(clipped.lowPx, clipped.highPx),
              width: roundPx(Math.max(0.5, px(bin.to) - 0.5 - from)),
              height: heightPx,
            },
      }
    }),
  }))
  const lines = goalsOf(
    input,
    countedValues(input, column, measure, { middle, counted }, unstyled.series, series),
    null,
  )
  const isEstimated = middle > 0 && lines.levels.length > 0 && visual.goals.some(({ kind }) => kind !== 'number')
  // They lie along x, whose values a histogram is of.
  const place: OverlayPlace = { scale: { domain }, px, box, rows: true, slots: [], bandPx: 0 }
  const noted = placeAlong(visual.annotations, numberOfText, domain)
  const drawnNotes = drawAnnotations(noted.placed, ({ at }) => px(at), box, false)
  const drawnGoals = drawGoals(lines.levels, place, writeEdge, drawnNotes.labels)
  const overlays = {
    under: drawnGoals.under,
    over: [...drawnGoals.over, ...drawnNotes.over],
    labels: [...drawnGoals.labels, ...drawnNotes.labels],
    annotations: textsBySlot(noted.placed.map(({ text, at }) => ({ text, slot: binIndex(bins, at) }))),
  }
  const texts =
    visual.valueLabels === 'all'
      ? valueTexts(
          series,
          series.map(() => format),
          locale,
          null,
        )
      : []
  const valueLabels = placeValueLabels(outSeries, texts, {
    rows: false,
    room: { x: 0, y: 0, width: frame.widthPx, height: box.y + box.height },
    taken: overlays.labels,
    isStacked: series.map(() => series.length > 1),
  })
  const outsideCount = outSeries.reduce(
    (sum, { points }) => sum + points.filter(({ beyond, value }) => beyond !== undefined && value !== 0).length,
    0,
  )
  const plot: CartesianPlot = {
    ...frame,
    kind: 'cartesian',
    orientation: 'vertical',
    box,
    slotAxis: xAxis,
    left,
    right: null,
    baselinePx: scale.domain[0] <= 0 && scale.domain[1] >= 0 ? py(0) : null,
    slots,
    series: outSeries,
    labels: valueLabels,
    ...(overlays.under.length + overlays.over.length === 0 ? {} : { overlays }),
    textOf: pointTextOf(() => write),
    shareOf: () => '',
    notes: [
      ...notes,
      ...all.notes.filter((note) => !note.includes('had the same place')),
      ...(visual.yScale === 'log' && !isLog ? ['A stack starts at zero, so its axis is not logarithmic.'] : []),
      ...rangeNotes,
      ...lines.notes,
      ...(isEstimated ? ['The mean, the median and percentiles are worked out from the bins.'] : []),
      ...noted.notes,
      ...drawnGoals.notes,
      ...outsideNotes(outsideCount, scale, write),
    ],
  }
  const [firstBin, lastBin] = [bins[0], bins.at(-1)]
  const range =
    bins.length < 2 || firstBin === undefined || lastBin === undefined
      ? undefined
      : ` from ${writeEdge(firstBin.from)} to ${writeEnd(lastBin)}`
  return {
    ...plot,
    summary: [
      summarizeCartesian(plot, 'histogram', shownLabel(data, column.field.name), locale, range),
      ...overlaysSaid(lines.levels, [], writeEdge),
      ...annotationsSaid(noted.placed, ({ at }) => writeEdge(at)),
    ].join(' '),
  }
}

/** Returns the values that are counted, of the series that are shown. all: also those that are not. */
function countedValues(
  { visual, data, isDrawn }: PlotInput,
  column: Column,
  measure: Column | null,
  { middle, counted }: { readonly middle: number; readonly counted: CountedRows | undefined },
  all: readonly Series[],
  shown: readonly Series[],
): readonly CountedValue[] {
  const color = visual.color === null ? null : getColumn(data, visual.color)
  const byKey = new Map(all.map((one) => [one.styleKey, one.id]))
  const shownIds = new Set(shown.map(({ id }) => id))
  return column.values.flatMap((cell, row): readonly CountedValue[] => {
    const value = cellNumber(cell)
    const n = measure === null ? (counted?.counts[row] ?? 1) : (cellNumber(measure.values[row] ?? null) ?? 0)
    const key = counted?.isRest[row] === true ? null : String(color?.values[row] ?? '')
    const id = color === null ? all[0]?.id : (byKey.get(key) ?? byKey.get(null))
    return value === null || isDrawn?.[row] === false || n <= 0 || id === undefined || !shownIds.has(id)
      ? []
      : [{ value: value + middle, n }]
  })
}

/** Histograms: one, or one for each value of the column of panels. */
export const histogramOrPanels = orPanels(histogramPlot)

function conditionsOf(
  { field }: Column,
  bins: readonly Bin[],
  index: number,
  { slack, hasUpperEdge, highest }: Pick<BinnedRows, 'slack' | 'hasUpperEdge' | 'highest'>,
): readonly ResultFilter[] | null {
  const bin = bins[index]
  const isLast = hasUpperEdge && index === bins.length - 1
  return bin === undefined
    ? null
    : rangeConditions(field.name, bin.from - slack, isLast ? Math.max(bin.to, highest) : bin.to - slack, isLast)
}

/** Returns the conditions of a bin that the query made: its edges are known, but not the values in it. */
function ofEdges(
  { field, values }: Column,
  rowSlots: readonly number[],
  index: number,
): readonly ResultFilter[] | null {
  const cells = [...new Set(values.filter((_, row) => rowSlots[row] === index))]
  return cells.length === 0 ? null : [cellsCondition(field.name, cells)]
}

/**
 * slack: how far below a lower edge a value still counts as on it. middle: how far above the lower edge that a row has
 * its values lie on average; 0 for rows of their own value. whole: the values in the bins are integers. highest:
 * the highest value, which rounding may place above the last edge.
 */
interface BinnedRows {
  readonly bins: readonly Bin[]
  /** The index of each row's bin; -1: in none. */
  readonly rowSlots: readonly number[]
  readonly counted?: CountedRows
  readonly slack: number
  readonly middle: number
  readonly whole: boolean
  readonly hasUpperEdge: boolean
  readonly highest: number
}

function binsOfRows(numbers: readonly (number | null)[], { visual, widthPx }: PlotInput): BinnedRows {
  const spread = spreadOf(numbers)
  const { step } = binPartsOf(spread)
  const { bins, hasUpperEdge, binOf } = binsOf(spread, visual.bins, widthPx)
  const rowSlots = numbers.map((value) => (value === null ? -1 : binOf(partAt(value, step))))
  const { whole, high: highest } = spread
  return { bins, rowSlots, slack: slackOf(whole, step), middle: 0, whole, hasUpperEdge, highest }
}

function binsOfParts(made: Bins, { visual, widthPx, data }: PlotInput): BinnedRows {
  const spread = { ...made.x, count: made.count, whole: made.whole }
  const { first, step } = binPartsOf(spread)
  const { bins, hasUpperEdge, binOf } = binsOf(spread, visual.bins, widthPx)
  const [places = [], isRest = [], counts = []] = countedColumns(data, 3)
  return {
    bins,
    rowSlots: places.map((place) => binOf(first + place)),
    slack: slackOf(made.whole, step),
    middle: (made.whole ? step - 1 : step) / 2,
    whole: made.whole,
    hasUpperEdge,
    highest: spread.high,
    counted: { counts, isRest: isRest.map((rest) => rest === 1), restCount: made.restCount },
  }
}

/** Returns how far below an edge a value still belongs to the bin above; see `partAt`. Integers are at least one apart. */
function slackOf(whole: boolean, step: number): number {
  const slack = edgeSlack * step
  return whole && slack < 1 ? 0 : slack
}

/** More distinct values than this are no bins of a query. */
const mostQueryBins = 2000

/**
 * Derives the query's bins from their lower edges: their width is the smallest step between two edges. null if that
 * makes too many bins to be intended.
 */
function binsOfQuery(numbers: readonly (number | null)[]): BinnedRows | null {
  const edges = [...new Set(numbers.filter((value) => value !== null))].sort((a, b) => a - b)
  const steps = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
  const step = steps.length === 0 ? 1 : Math.min(...steps)
  const first = edges[0] ?? 0
  const count = Math.round(((edges.at(-1) ?? first) - first) / step) + 1
  if (count > mostQueryBins) return null
  const bins = Array.from({ length: count }, (_, index) => ({
    from: Number((first + index * step).toPrecision(12)),
    to: Number((first + (index + 1) * step).toPrecision(12)),
  }))
  return {
    bins,
    rowSlots: numbers.map((value) => (value === null ? -1 : binIndex(bins, value))),
    slack: 0,
    middle: step / 2,
    whole: false,
    hasUpperEdge: true,
    highest: edges.at(-1) ?? first,
  }
}

function edgeTicks(
  bins: readonly Bin[],
  widthPx: number,
  writerOf: (edges: readonly number[]) => NumberFormatter,
  px: (value: number) => number,
): { value: number; px: number; label: string }[] {
  const edges = [...bins.map((bin) => bin.from), bins.at(-1)?.to ?? 0]
  for (let every = 1; ; every++) {
    const kept = edges.filter((_, index) => index % every === 0)
    const write = writerOf(kept)
    const widest = Math.max(...kept.map((edge) => textWidth(write(edge), tickTextPx)))
    if (widest + 14 <= (widthPx / Math.max(1, edges.length - 1)) * every || kept.length <= 2)
      return kept.map((value) => ({ value, px: px(value), label: write(value) }))
  }
}
