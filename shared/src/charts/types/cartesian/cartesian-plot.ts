import { listOf } from '../../../base/list-of'
import type { NumberFormat } from '../../../query/number-format'
import { shownLabel } from '../../../query/run-query'
import { noNumberWord } from '../../../query/value-words'
import { arrangeBands, type SlottedSeries } from '../../plot/band-slots'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { outsideNotes } from '../../plot/numbers/fixed-range'
import { fullFormatter, type NumberFormatter } from '../../plot/numbers/format-number'
import { formatShare } from '../../plot/numbers/number-labels'
import { pixelScale, scalePixels, type ValueScale } from '../../plot/numbers/value-scale'
import type { OverlayPlace } from '../../plot/overlays/overlay-place'
import type { CartesianPlot, EmptyPlot, LegendEntry, PlotSeries, UnsuitablePlot } from '../../plot/plot'
import { canMeasure, getColumn, type PlotInput } from '../../plot/read-columns'
import { seriesOf, type Series } from '../../plot/series-of'
import { withStyles } from '../../plot/series-styles'
import { horizontalSlotAxis, verticalSlotAxis } from '../../plot/slot-axis'
import { slotsOf } from '../../plot/slots-of'
import { summarizeCartesian } from '../../plot/summary'
import { boxOf, isYears } from './cartesian-box'
import { drawOverlays, findOverlays, type OverlaySources } from './cartesian-overlays'
import { splitCompared } from './comparison'
import { placeSeries, placeSlots } from './place-series'
import { isHidden, legendOf, ofStack, sharesOf, stackSeries, type Side } from './stacked-series'
import { thinLines } from './thin-lines'
import { placedAxis, valueAxesOf, valuePixels } from './value-axes'
import { endLabels, placeEndLabels, placeValueLabels, valueTexts } from './value-labels'

/** Line, area, bar, row and combo charts. */
export function cartesianPlot(given: PlotInput): CartesianPlot | EmptyPlot | UnsuitablePlot {
  const { input, earlier, notes: comparedNotes } = splitCompared(given)
  const { visual, data } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose a column for the x axis.')
  const unmeasurable = visual.y.find((name) => {
    const measure = getColumn(data, name)
    return measure === null || !canMeasure(measure.field)
  })
  if (unmeasurable !== undefined)
    return unsuitablePlot(
      input,
      `${unmeasurable} does not hold numbers. Choose another measure, or none to count rows.`,
    )

  const rows = visual.type === 'row'
  const hasBars = visual.type === 'bar' || rows || visual.type === 'combo'
  const found = slotsOf(column, input, hasBars)
  if (found.slots.length === 0) return emptyPlot(input, `No row has a value in ${shownLabel(data, column.field.name)}.`)
  const banded = hasBars || found.kind === 'category'
  const unstyled = seriesOf(input, found, visual.stack !== 'none' || visual.y.length === 0)
  const all = withStyles(unstyled, visual, input.locale)
  if (all.series.length === 0) return emptyPlot(input, 'All series are hidden.')
  const hasValue = all.series.some(({ values }) => values.some((value) => typeof value === 'number'))
  if (!hasValue && visual.missing !== 'zero')
    return emptyPlot(input, [`No row has a number in ${listOf(visual.y)}.`, ...all.notes].join(' '))
  const legend = legendOf(all.series, input)
  const shown = all.series.filter((series) => !isHidden(series.id, input))
  let slotted: SlottedSeries = {
    slots: found,
    series: shown.map((series) => withMissing(series, input)),
    notes: [...found.notes, ...all.notes, ...comparedNotes],
  }
  const whole = slotted
  slotted = banded
    ? arrangeBands(slotted, input, rows ? input.heightPx - 40 : input.widthPx - 60, rows)
    : thinLines(slotted, input)
  return layOut(input, slotted, {
    legend,
    banded,
    xName: shownLabel(data, column.field.name),
    sources: { found, trended: banded ? slotted : whole, earlier, known: unstyled.series },
  })
}

interface LayOutOptions {
  readonly legend: readonly LegendEntry[]
  readonly banded: boolean
  readonly xName: string
  readonly sources: OverlaySources
}

function layOut(
  input: PlotInput,
  { slots, series: unordered, notes: givenNotes }: SlottedSeries,
  { legend, banded, xName, sources }: LayOutOptions,
): CartesianPlot {
  const { visual, locale } = input
  const rows = visual.type === 'row'
  const stack = stackSeries(input, unordered)
  const { series, marks, mode, inStack, spans } = stack
  const found = findOverlays(input, slots, stack, sources)
  const frame = frameOf(input, [...legend, ...found.legend], [], '')
  const labelled = rows && series.length === 1 && visual.valueLabels !== 'off'
  const axes = valueAxesOf(input, stack, frame, found.extra, labelled)
  const { hasLeft, hasTicks, formats, leftFormat, lengthPx } = axes

  const totals = mode === 'stacked' && ofStack(series, stack).length > 1 && visual.valueLabels !== 'off'
  const labelTexts =
    labelled || totals ? endLabels(totals ? ofStack(spans, stack) : spans, locale, leftFormat, axes.isInNumbers) : []
  const shareOfStack = (index: number, slot: number) => {
    const span = inStack[index] === true ? (spans[index]?.[slot] ?? null) : null
    return span === null ? null : span.high - span.low
  }
  const texts =
    visual.valueLabels === 'all' ? valueTexts(series, formats, locale, mode === 'percent' ? shareOfStack : null) : []
  const labelledSpans = texts.length > 0 ? spans : totals ? ofStack(spans, stack) : []
  const highest = Math.max(
    ...labelledSpans.map((row) =>
      row.reduce((most, span) => Math.max(most, span?.high ?? most, span?.low ?? most), -Infinity),
    ),
  )
  // The names of the slots may yet take some of the height.
  const surePart = texts.length > 0 ? 0.6 : 1
  const { box, hasTitles, abovePx, write } = boxOf(input, frame, {
    slots,
    banded,
    axes,
    texts: [...labelTexts, ...texts.flat()],
    aboveMarksPx: (lengthPx - scalePixels(axes.left, 0, lengthPx)(highest)) * surePart,
    labelled,
  })
  const slotAxis = rows
    ? {
        ...verticalSlotAxis(slots, box.y, box.y + box.height, box.x - 10, visual.xTitle),
        shown: visual.tickLabels !== 'hidden',
      }
    : horizontalSlotAxis({
        slots,
        banded,
        inset: !marks.includes('area'),
        fromPx: box.x,
        toPx: box.x + box.width,
        widthPx: frame.widthPx,
        input,
        title: hasTitles ? visual.xTitle : '',
        plainNumbers: isYears(input),
      })
  const left = placedAxis(axes.left, write, box, frame.widthPx, rows, {
    title: hasTitles ? axes.title : '',
    grid: !labelled,
    shown: hasLeft && !labelled && hasTicks,
  })
  const right =
    axes.right === null || axes.writeRight === null
      ? null
      : placedAxis(axes.right, axes.writeRight, box, frame.widthPx, rows, { title: '', grid: false, shown: hasTicks })

  const slotPx = rows
    ? pixelScale(slotAxis.domain, box.y, box.y + box.height)
    : pixelScale(slotAxis.domain, box.x, box.x + box.width)
  const outSlots = placeSlots(slots, banded, xName, slotPx)
  const axisOf = (side: Side) => (side === 'right' && right !== null ? right : left)
  const valuePx = (side: Side) => valuePixels(axisOf(side), box, rows)
  const { series: outSeries, bandPx } = placeSeries(input, stack, { slots, outSlots, banded, box, valuePx })
  const endTexts =
    labelled || totals
      ? placeEndLabels(totals ? ofStack(outSeries, stack) : outSeries, outSlots, labelTexts, rows, bandPx)
      : []
  const overlaySlots = slots.slots.map((slot, index) => ({ slot, px: outSlots[index]?.px ?? 0 }))
  const placeOf = (side: Side): OverlayPlace => ({
    scale: axisOf(side),
    px: valuePx(side),
    box,
    rows,
    slots: overlaySlots,
    bandPx: banded ? (rows ? box.height : box.width) / Math.max(1, outSlots.length) : 0,
  })
  const drawn = drawOverlays(input, found, sources.earlier, axes, stack, {
    placeOf,
    slots,
    outSlots,
    outSeries,
    banded,
    slotPx,
    taken: endTexts,
  })
  const { overlays } = drawn
  const valueLabels = labelled
    ? []
    : placeValueLabels(outSeries, texts, {
        rows,
        room: rows
          ? { ...box, width: frame.widthPx - box.x }
          : { x: 0, y: box.y - abovePx, width: frame.widthPx, height: box.height + abovePx },
        taken: [...endTexts, ...overlays.labels],
        isStacked: inStack,
      })
  const outsideOf = (side: Side, name: string, scale: ValueScale, format: NumberFormat) =>
    outsideNotes(
      outSeries
        .filter(({ axis }) => axis === side)
        .reduce((sum, { points }) => sum + points.filter(({ beyond }) => beyond !== undefined).length, 0),
      scale,
      fullFormatter({ locale, format }),
      name,
    )
  const shares = sharesOf(stack, input)
  const writersById = new Map(
    series.map(({ id }, index) => [id, fullFormatter({ locale, format: formats[index] ?? visual.format })]),
  )
  const partial: CartesianPlot = {
    ...frame,
    kind: 'cartesian',
    orientation: rows ? 'horizontal' : 'vertical',
    box,
    slotAxis,
    left,
    right,
    baselinePx: left.domain[0] <= 0 && left.domain[1] >= 0 ? valuePx('left')(0) : null,
    slots: outSlots,
    series: outSeries,
    labels: [...endTexts, ...valueLabels],
    ...(overlays.under.length + overlays.over.length === 0 ? {} : { overlays }),
    notes: [
      ...givenNotes,
      ...stack.notes,
      ...found.notes,
      ...axes.notes,
      ...drawn.notes,
      ...(hasLeft ? outsideOf('left', 'the axis', axes.left, axes.axisFormat) : []),
      ...(axes.right === null ? [] : outsideOf('right', 'the right axis', axes.right, axes.rightFormat)),
    ],
    textOf: pointTextOf(({ id }) => writersById.get(id) ?? String),
    shareOf: (point, { id }, slot) =>
      point.value === null || shares?.ids.has(id) !== true
        ? ''
        : formatShare(locale, point.value / (shares.totals[slot] || 1)),
  }
  return {
    ...partial,
    summary: [summarizeCartesian(partial, visual.type, xName, locale), ...drawn.said].join(' '),
  }
}

/** Returns the tooltip's text of a value; a null differs from a bucket without rows. */
export function pointTextOf(writerOf: (series: Pick<PlotSeries, 'id'>) => NumberFormatter): CartesianPlot['textOf'] {
  return ({ value, n }, series) => (value !== null ? writerOf(series)(value) : n === 0 ? 'no rows' : noNumberWord)
}

function withMissing(series: Series, { visual }: PlotInput): Series {
  return visual.missing !== 'zero' ? series : { ...series, values: series.values.map((value) => value ?? 0) }
}
