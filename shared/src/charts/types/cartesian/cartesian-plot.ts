import { shownLabel } from '../../../query/run-query'
import { listOf } from '../../../base/list-of'
import { noNumberWord } from '../../../query/value-words'
import { comboLines } from '../../chart-visual'
import { autoFormat, type NumberFormat } from '../../../query/number-format'
import { arrangeBands, pickSlots, pickValues, type SlottedSeries } from '../../plot/band-slots'
import { barGroups, barRect } from '../../plot/bar-rects'
import { fullFormatter, plural, wholeNumber, type NumberFormatter } from '../../plot/numbers/format-number'
import { formatShare, scaleFormatter, unitTitle } from '../../plot/numbers/number-labels'
import { emptyPlot, frameOf, hasRoomForTitles, titlePx, unsuitablePlot, valueTitle } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { keepM4 } from '../../plot/m4'
import { emptyColor } from '../../plot/colors/palette'
import { cellsCondition } from '../../plot/mark-conditions'
import type {
  Axis,
  CartesianPlot,
  EmptyPlot,
  LegendEntry,
  PlotPoint,
  PlotSeries,
  Slot,
  UnsuitablePlot,
} from '../../plot/plot'
import { canMeasure, getColumn, isYearColumn, type PlotInput } from '../../plot/read-columns'
import { seriesOf, type Series } from '../../plot/series-of'
import { withStyles } from '../../plot/series-styles'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import {
  apartTicks,
  horizontalSlotAxis,
  leanWidth,
  placeTicks,
  rowLabelPx,
  slotLabelHeight,
  slotPositions,
  tickTextPx,
  verticalSlotAxis,
} from '../../plot/slot-axis'
import { slotsOf, type Slots } from '../../plot/slots-of'
import { stacked, unstacked, type SpanGrid } from '../../plot/stack'
import { summarizeCartesian } from '../../plot/summary'
import { textWidth } from '../../plot/text/text-width'
import { notPositiveNotes, outsideNotes, withFixedRange } from '../../plot/numbers/fixed-range'
import { logScale } from '../../plot/numbers/log-scale'
import { drawAnnotations, placeAnnotations, textsBySlot } from '../../plot/overlays/annotations'
import { drawGoals } from '../../plot/overlays/goal-shapes'
import type { OverlayPlace } from '../../plot/overlays/overlay-place'
import { goalsOf, overlaysSaid } from '../../plot/overlays/goals'
import { drawTrend } from '../../plot/overlays/trend-shapes'
import { splitCompared, type Earlier } from './comparison'
import { drawGhost, ghostsOf, ghostWords } from './ghosts'
import { clipEnds } from './clip-point'
import { slotPlaces, totalOf, trendsOf } from './trends'
import { endLabels, placeEndLabels, placeValueLabels, valueTexts } from './value-labels'
import {
  alignZeros,
  pixelScale,
  scalePixels,
  tickCountFor,
  valueScale,
  type ValueScale,
} from '../../plot/numbers/value-scale'

/** The most points of all lines together: four for each column of pixels of a wide chart. */
const mostLinePoints = 4000
const mostDots = 30
/** At this factor between two measures, the smaller one gets two of a hundred pixels. */
const flatTimes = 50
/** The widest unit that is written after each number, such as `km/h`. */
const widestSignPx = 36
/** The height of the total above a stack that reaches the end of the axis. */
const totalPx = 16

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
    found,
    trended: banded ? slotted : whole,
    earlier,
    known: unstyled.series,
  })
}

interface LayOutOptions {
  readonly legend: readonly LegendEntry[]
  readonly banded: boolean
  readonly xName: string
  /** The slots of the rows, before any were sorted or left out. */
  readonly found: Slots
  /** The slots and series that trends are computed from: in the order drawn, and whole. */
  readonly trended: SlottedSeries
  readonly earlier: Earlier | null
  /** The series of the answer, also those that are hidden. */
  readonly known: readonly Series[]
}

function layOut(
  input: PlotInput,
  { slots, series: unordered, notes: givenNotes }: SlottedSeries,
  { legend, banded, xName, found, trended, earlier, known }: LayOutOptions,
): CartesianPlot {
  const { visual, locale } = input
  const notes = [...givenNotes]
  const rows = visual.type === 'row'
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
  const isLog = visual.yScale === 'log' && mode === 'none'
  if (visual.yScale === 'log' && !isLog) notes.push('A stack starts at zero, so its axis is not logarithmic.')
  // An axis of percentages has no place for other values.
  const sides = series.map((_, index) =>
    isSecond[index] === true || (mode === 'percent' && inStack[index] !== true)
      ? ('right' as const)
      : ('left' as const),
  )
  // A logarithmic axis is the left one, or the only one.
  const logSide = sides.includes('left') ? 'left' : 'right'
  const isOnLog = sides.map((side) => isLog && side === logSide)
  const spans = spansOf(series, inStack, mode).map((row, index) =>
    isOnLog[index] === true ? row.map((span) => (span !== null && span.high > 0 ? span : null)) : row,
  )
  if (isLog) notes.push(...notPositiveNotes(notPositiveCount(series.filter((_, index) => isOnLog[index]))))
  notes.push(...stackedGapsNote(series, spans, marks, locale))
  for (const side of ['left', 'right'] as const)
    notes.push(...flatNotes(series.filter((_, index) => sides[index] === side && inStack[index] !== true)))
  const goals = goalsOf(
    input,
    mode === 'percent' ? [] : drawnValues(mode === 'stacked' ? [totalOf(series)] : series),
    found,
  )
  const trends =
    mode === 'percent'
      ? { lines: [], notes: visual.trend === 'none' ? [] : ['Shares of a whole have no trend.'] }
      : trendsOf(input, trended, mode === 'stacked' ? [totalOf(trended.series)] : trended.series)
  const ghosts =
    earlier === null || slots.kind !== 'time' || mode === 'percent'
      ? []
      : ghostsOf(input, slots, series, earlier, mode === 'stacked' ? earlier.totalAt(known, series) : null)
  if (earlier !== null && mode === 'percent') notes.push('Shares of a whole are compared with nothing.')
  const shownGhosts = ghosts.filter(({ entry }) => !entry.hidden)
  notes.push(...goals.notes, ...trends.notes)
  const frame = frameOf(
    input,
    [...legend, ...ghosts.map(({ entry }) => entry), ...trends.lines.map(({ entry }) => entry)],
    [],
    '',
  )

  const valueLength = rows ? frame.widthPx - 120 : frame.heightPx - 40
  const tickCount = tickCountFor(valueLength, rows ? 90 : 38)
  const whole =
    mode !== 'percent' &&
    series.every((one) => one.values.every((value) => value === null || value === undefined || Number.isInteger(value)))
  const scaleOf = (side: 'left' | 'right') => {
    const zero =
      visual.type === 'line' ||
      (side === 'right' && marks.every((mark, index) => sides[index] !== side || mark === 'line'))
        ? 'near'
        : 'always'
    if (mode === 'percent' && side === 'left')
      return { domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1] } satisfies ValueScale
    const goalEnds =
      side === logSide
        ? [
            ...goals.levels.flatMap(({ low, high }) => [low, high]),
            ...shownGhosts.flatMap(({ values }) => values.flatMap((value) => value ?? [])),
          ]
        : []
    const ends = [...endsOf(spans, sides, marks, side), ...goalEnds]
    if (isLog && side === logSide)
      return logScale(ends, {
        isBased: marks.some((mark, index) => sides[index] === side && mark !== 'line'),
        count: tickCount,
      })
    return valueScale(ends, { zero, count: tickCount, whole: whole && goalEnds.every(Number.isInteger) })
  }
  const formats = series.map(({ measure }) => columnNumberFormat(visual.format, input.data, measure))
  const leftMeasureFormat = sharedFormat(formats, sides, 'left', visual.format)
  const format: NumberFormat = mode === 'percent' ? { ...autoFormat, style: 'percent' } : leftMeasureFormat
  const hasTicks = visual.yTickLabels !== 'hidden'
  const labelled = rows && series.length === 1 && visual.valueLabels !== 'off'
  const ownRightScale = sides.includes('right') ? scaleOf('right') : null
  // If all values are on the right, it is the only axis.
  const hasLeft = ownRightScale === null || sides.includes('left')
  const ownLeftScale = hasLeft ? scaleOf('left') : ownRightScale
  const [niceScale, alignedRight] =
    ownRightScale === null || mode === 'percent' || isLog
      ? [ownLeftScale, ownRightScale]
      : alignZeros(ownLeftScale, ownRightScale)
  const ranged = withFixedRange(niceScale, visual, tickCount)
  notes.push(...ranged.notes)
  const isFixed = ranged.scale !== niceScale
  const rightScale = hasLeft ? alignedRight : ranged.scale
  // Rows with value labels need no axis, so the longest one fills the width.
  const leftScale =
    labelled && !isFixed && !isLog
      ? {
          ...niceScale,
          domain: exactDomain([
            ...endsOf(spans, sides, marks, 'left'),
            ...goals.levels.flatMap(({ low, high }) => [low, high]),
            ...shownGhosts.flatMap(({ values }) => values.flatMap((value) => value ?? [])),
          ]),
        }
      : ranged.scale
  // Beside rows there is no place for a unit of its own: their numbers contain it.
  const unit = unitTitle(locale, format)
  const isInNumbers = rows && visual.yTitle === '' && textWidth(unit, tickTextPx) <= widestSignPx
  const isSaid =
    isInNumbers || mode === 'percent' || (labelled && format.style === 'currency' && format.currency !== null)
  const title = isSaid ? visual.yTitle : valueTitle(input, format)
  const writeSigned = () => scaleFormatter(locale, format, leftScale, 'last')
  let leftFormat = isInNumbers ? writeSigned() : scaleFormatter(locale, format, leftScale, 'none')
  const rightMeasureFormat = sharedFormat(formats, sides, 'right', visual.format)
  // The title is on the left and names the unit of that axis only.
  const hasSign = unitTitle(locale, rightMeasureFormat) !== unitTitle(locale, format)
  const rightFormat =
    rightScale === null ? null : scaleFormatter(locale, rightMeasureFormat, rightScale, hasSign ? 'all' : 'none')
  // Nobody expects a zero on a logarithmic axis.
  if (hasLeft && (!rows || isFixed) && leftScale.isLog !== true)
    notes.push(...zeroNote('The axis', leftScale, leftFormat))
  if (rightScale !== null && rightFormat !== null && rightScale.isLog !== true)
    notes.push(...zeroNote('The right axis', rightScale, rightFormat))

  const ofStack = <T>(list: readonly T[]) => list.filter((_, index) => inStack[index])
  const totals = mode === 'stacked' && ofStack(series).length > 1 && visual.valueLabels !== 'off'
  const labelTexts =
    labelled || totals ? endLabels(totals ? ofStack(spans) : spans, locale, leftMeasureFormat, isInNumbers) : []
  const shareOfStack = (index: number, slot: number) => {
    const span = inStack[index] === true ? (spans[index]?.[slot] ?? null) : null
    return span === null ? null : span.high - span.low
  }
  const texts =
    visual.valueLabels === 'all' ? valueTexts(series, formats, locale, mode === 'percent' ? shareOfStack : null) : []
  const labelledSpans = texts.length > 0 ? spans : totals ? ofStack(spans) : []
  const highest = Math.max(
    ...labelledSpans.map((row) =>
      row.reduce((most, span) => Math.max(most, span?.high ?? most, span?.low ?? most), -Infinity),
    ),
  )
  // The names of the slots may yet take some of the height.
  const surePart = texts.length > 0 ? 0.6 : 1
  const aboveMarksPx = (valueLength - scalePixels(leftScale, 0, valueLength)(highest)) * surePart
  let layout = boxOf()
  if (!layout.hasTitles && unit !== '' && title !== '') {
    // Too low for the title that would tell the unit.
    leftFormat = writeSigned()
    layout = boxOf()
  }
  const { box, hasTitles } = layout
  const labelRoom = rows
    ? { ...box, width: frame.widthPx - box.x }
    : { x: 0, y: box.y - layout.abovePx, width: frame.widthPx, height: box.height + layout.abovePx }
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
  const left = valueAxis(leftScale, leftFormat, !labelled, hasTitles ? title : '', hasLeft && !labelled && hasTicks)
  const right =
    rightScale === null || rightFormat === null ? null : valueAxis(rightScale, rightFormat, false, '', hasTicks)

  const positions = slotPositions(slots, banded)
  const slotPx = rows
    ? pixelScale(slotAxis.domain, box.y, box.y + box.height)
    : pixelScale(slotAxis.domain, box.x, box.x + box.width)
  const outSlots = slots.slots.map((slot, index): Slot => {
    const position = positions[index] ?? 0
    return {
      position,
      px: slotPx(position),
      unfinished: slot.unfinished,
      ...(slots.kind === 'category' ? { category: slot.isNull ? null : slot.key } : {}),
      get label() {
        return slot.label
      },
      get conditions() {
        return slot.cells.length === 0 ? null : [cellsCondition(xName, slot.cells)]
      },
    }
  })
  const valuePx = (side: 'left' | 'right') => {
    const axis = side === 'right' && right !== null ? right : left
    return rows ? scalePixels(axis, box.x, box.x + box.width) : scalePixels(axis, box.y + box.height, box.y)
  }
  const [startPx, endPx] = rows ? [box.x, box.x + box.width] : [box.y + box.height, box.y]
  const inOnePlace = neverBeside(spans, marks) ? marks.map(() => true) : inStack
  const groups = barGroups(marks, inOnePlace, (rows ? box.height : box.width) / Math.max(1, outSlots.length), rows)
  const shares = sharesOf(mode === 'none' ? series : ofStack(series), input, mode)
  const writersById = new Map(
    series.map(({ id }, index) => [id, fullFormatter({ locale, format: formats[index] ?? visual.format })]),
  )
  const outSeries = series.map((one, index): PlotSeries => {
    const mark = marks[index] ?? 'bar'
    const side = sides[index] ?? 'left'
    const px = valuePx(side)
    const span = spans[index] ?? []
    const connects = visual.missing === 'connect' || (!banded && !slots.regular)
    const isOnly = span.filter((ends) => ends !== null).length === 1
    return {
      id: one.id,
      label: one.label,
      color: one.color,
      dash: one.dash,
      mark,
      axis: side,
      connects,
      parts: visual.missing !== 'connect',
      conditions: one.conditions,
      points: outSlots.map((slot, at): PlotPoint => {
        const ends = span[at] ?? null
        const value = one.values[at]
        const low = mark === 'line' && ends !== null ? ends.high : (ends?.low ?? null)
        const point = {
          value: value ?? null,
          low,
          high: ends?.high ?? null,
          n: one.counts[at] ?? 0,
          px: slot.px,
          ...(low === null || ends === null
            ? { lowPx: 0, highPx: 0 }
            : clipEnds({ lowPx: px(low), highPx: px(ends.high) }, startPx, endPx)),
        }
        // Nothing is left of a bar that ends before its axis begins.
        const isDrawnBar =
          mark === 'bar' && ends !== null && !(point.beyond !== undefined && point.lowPx === point.highPx)
        return {
          ...point,
          rect:
            isDrawnBar && point.value !== null
              ? barRect(point, groups[index] ?? null, rows, mode !== 'none' && ends.low !== 0, point.value)
              : null,
          color: series.length === 1 && slots.slots[at]?.isNull === true ? emptyColor : null,
          dot:
            mark !== 'bar' &&
            ends !== null &&
            point.beyond === undefined &&
            ((mark === 'line' && outSlots.length <= mostDots) || (connects ? isOnly : isAlone(span, at))),
        }
      }),
    }
  })
  const endTexts =
    labelled || totals
      ? placeEndLabels(
          totals ? ofStack(outSeries) : outSeries,
          outSlots,
          labelTexts,
          rows,
          groups.find((group) => group !== null)?.bandPx ?? 0,
        )
      : []
  const mainSide = hasLeft ? 'left' : 'right'
  const place: OverlayPlace = {
    scale: mainSide === 'right' && right !== null ? right : left,
    px: valuePx(mainSide),
    box,
    rows,
    slots: slots.slots.map((slot, index) => ({ slot, px: outSlots[index]?.px ?? 0 })),
    bandPx: banded ? (rows ? box.height : box.width) / Math.max(1, outSlots.length) : 0,
  }
  const noted = placeAnnotations(visual.annotations, slots, banded)
  notes.push(...noted.notes)
  const drawnNotes = drawAnnotations(
    noted.placed,
    ({ slot, at }) => (at === null ? (outSlots[slot]?.px ?? 0) : slotPx(at)),
    box,
    rows,
  )
  const writeLevel = fullFormatter({ locale, format: mode === 'percent' ? format : leftMeasureFormat })
  const drawnGoals = drawGoals(goals.levels, place, writeLevel, [...endTexts, ...drawnNotes.labels])
  notes.push(...drawnGoals.notes)
  const allPlaces = slotPlaces(slots).map((at, index) => ({ at, px: outSlots[index]?.px ?? 0 }))
  const places = visual.trend === 'linear' && !banded ? someOf(allPlaces) : allPlaces
  const shownTrends = trends.lines.filter(({ entry }) => !entry.hidden)
  const overlays = {
    under: drawnGoals.under,
    over: [
      ...shownGhosts.map((ghost) => drawGhost(ghost, outSeries, place)),
      ...shownTrends.map((trend) => drawTrend(trend, places, place)),
      ...drawnGoals.over,
      ...drawnNotes.over,
    ],
    earlier: shownGhosts.map((ghost) => ghostWords(ghost, outSeries, (value) => writeLevel(value), locale)),
    labels: [...drawnGoals.labels, ...drawnNotes.labels],
    annotations: textsBySlot(noted.placed),
  }
  const valueLabels = labelled
    ? []
    : placeValueLabels(outSeries, texts, {
        rows,
        room: labelRoom,
        taken: [...endTexts, ...overlays.labels],
        isStacked: inStack,
      })
  const labels = [...endTexts, ...valueLabels]
  const outsideCount = outSeries.reduce(
    (sum, { points }) => sum + points.filter(({ beyond }) => beyond !== undefined).length,
    0,
  )
  notes.push(
    ...outsideNotes(outsideCount, hasLeft ? leftScale : (rightScale ?? leftScale), fullFormatter({ locale, format })),
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
    labels,
    ...(overlays.under.length + overlays.over.length === 0 ? {} : { overlays }),
    notes,
    textOf: pointTextOf(({ id }) => writersById.get(id) ?? String),
    shareOf: (point, { id }, slot) =>
      point.value === null || shares?.ids.has(id) !== true
        ? ''
        : formatShare(locale, point.value / (shares.totals[slot] || 1)),
  }
  const said = [
    ...(ghosts.length === 0 || earlier === null ? [] : [`Compared with ${earlier.days}.`]),
    ...overlaysSaid(goals.levels, shownTrends, writeLevel),
    ...(noted.placed.length === 0
      ? []
      : [`Notes: ${noted.placed.map(({ text, slot }) => `${outSlots[slot]?.label ?? ''}: ${text}`).join('; ')}.`]),
  ]
  return { ...partial, summary: [summarizeCartesian(partial, visual.type, xName, locale), ...said].join(' ') }

  function boxOf() {
    const clear = input.hasNotes === true && frame.legendHeightPx === 0 ? notesPx - 2 : 0
    if (rows) {
      const hasNames = visual.tickLabels !== 'hidden'
      const isBare = labelled || !hasTicks
      const widest = hasNames
        ? slots.slots.reduce((most, slot) => Math.max(most, textWidth(slot.label, rowLabelPx)), 0)
        : 0
      const x = Math.ceil(Math.min(widest, frame.widthPx * 0.38)) + 10
      const room = [...labelTexts, ...texts.flat()].reduce(
        (most, text) => Math.max(most, textWidth(text, tickTextPx)),
        0,
      )
      const hasTitles = hasRoomForTitles(frame.heightPx - 2 - (isBare ? 0 : 24), 1)
      const shownTitlePx = title === '' || !hasTitles ? 0 : titlePx
      // The title is where the axis is: above rows that have none.
      const y = Math.max(clear, isBare ? 2 + shownTitlePx : 2)
      const untitledPx = frame.heightPx - y - (isBare ? 2 : 24 + shownTitlePx)
      return {
        hasTitles,
        abovePx: 0,
        box: {
          x,
          y,
          width: Math.max(1, frame.widthPx - x - Math.ceil(room) - 14),
          height: Math.max(1, untitledPx),
        },
      }
    }
    const leftWidth =
      hasLeft && hasTicks
        ? Math.ceil(Math.max(12, ...leftScale.ticks.map((tick) => textWidth(leftFormat(tick), tickTextPx)))) + 8
        : 12
    const rightWidth =
      rightScale === null || rightFormat === null || !hasTicks
        ? 12
        : Math.ceil(Math.max(12, ...rightScale.ticks.map((tick) => textWidth(rightFormat(tick), tickTextPx)))) + 8
    const probe = horizontalSlotAxis({
      slots,
      banded,
      inset: false,
      fromPx: leftWidth,
      toPx: frame.widthPx - rightWidth,
      widthPx: frame.widthPx,
      input,
      title: '',
      plainNumbers: isYears(input),
    })
    const first = probe.ticks[0]
    const lean =
      probe.labelAngle === 0 || first === undefined
        ? 0
        : Math.ceil(leanWidth(first.label, probe.labelAngle) - (first.px - leftWidth) + 4)
    const x = Math.max(leftWidth, lean)
    const abovePx = aboveMarksPx < totalPx - 8 ? totalPx : 8
    const labelsPx = slotLabelHeight(probe)
    const untitledPx = frame.heightPx - abovePx - labelsPx
    const hasTitles = hasRoomForTitles(untitledPx, [title, visual.xTitle].filter((text) => text !== '').length)
    const titlePxOf = (text: string) => (hasTitles && text !== '' ? titlePx : 0)
    const top = Math.max(clear, titlePxOf(title) + abovePx)
    return {
      hasTitles,
      abovePx,
      box: {
        x,
        y: top,
        width: Math.max(1, frame.widthPx - x - rightWidth),
        height: Math.max(1, frame.heightPx - top - labelsPx - titlePxOf(visual.xTitle)),
      },
    }
  }

  function valueAxis(
    scale: ValueScale,
    write: (value: number) => string,
    grid: boolean,
    axisTitle: string,
    axisShown: boolean,
  ): Axis {
    const px = rows ? scalePixels(scale, box.x, box.x + box.width) : scalePixels(scale, box.y + box.height, box.y)
    const all = scale.ticks.map((value) => ({ value, px: px(value), labelPx: px(value), label: write(value) }))
    return {
      kind: 'number',
      domain: scale.domain,
      ...(scale.isLog === true ? { isLog: true } : {}),
      ticks: rows ? placeTicks(all, frame.widthPx, tickTextPx) : apartTicks(all),
      title: axisTitle,
      grid,
      shown: axisShown,
      labelAngle: 0,
      labelSizePx: tickTextPx,
    }
  }
}

function zeroNote(name: string, { domain: [low, high] }: ValueScale, write: NumberFormatter): readonly string[] {
  if (low > 0) return [`${name} starts at ${write(low)}, not at zero.`]
  return high < 0 ? [`${name} ends at ${write(high)}, not at zero.`] : []
}

/** Returns the tooltip's text of a value; a null differs from a bucket without rows. */
export function pointTextOf(writerOf: (series: Pick<PlotSeries, 'id'>) => NumberFormatter): CartesianPlot['textOf'] {
  return ({ value, n }, series) => (value !== null ? writerOf(series)(value) : n === 0 ? 'no rows' : noNumberWord)
}

/** Returns the format shared by all series of a side; `otherwise` if they differ. */
function sharedFormat(
  formats: readonly NumberFormat[],
  sides: readonly ('left' | 'right')[],
  side: 'left' | 'right',
  otherwise: NumberFormat,
): NumberFormat {
  const [first = otherwise, ...others] = formats.filter((_, index) => sides[index] === side)
  return others.every(
    ({ style, currency, unit }) => style === first.style && currency === first.currency && unit === first.unit,
  )
    ? first
    : otherwise
}

function legendOf(series: readonly Series[], input: PlotInput): LegendEntry[] {
  return series.map((one) => {
    const { id, label, color, dash } = one
    return { id, label, color, dash, mark: markOf(one, input), hidden: isHidden(id, input) }
  })
}

function isHidden(id: string, input: PlotInput): boolean {
  return input.hidden?.has(id) === true
}

function isYears({ visual, data }: PlotInput): boolean {
  const column = visual.x === null ? null : getColumn(data, visual.x)
  return column !== null && isYearColumn(column)
}

function markOf(series: Series, { visual }: PlotInput): PlotSeries['mark'] {
  if (visual.type === 'line' || visual.type === 'area') return visual.type
  if (visual.type !== 'combo') return 'bar'
  if (visual.areas.includes(series.measure)) return 'area'
  return comboLines(visual).includes(series.measure) ? 'line' : 'bar'
}

function withMissing(series: Series, { visual }: PlotInput): Series {
  return visual.missing !== 'zero' ? series : { ...series, values: series.values.map((value) => value ?? 0) }
}

type StackMode = 'none' | 'stacked' | 'percent'

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

/** Returns true if no slot has two bars, as when each category has its own colour. */
function neverBeside(spans: SpanGrid, marks: readonly PlotSeries['mark'][]): boolean {
  const bars = spans.filter((_, index) => marks[index] === 'bar')
  return (bars[0] ?? []).every((_, at) => bars.filter((row) => (row[at] ?? null) !== null).length < 2)
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

const mostTrendPlaces = 64

/** Returns as many of the places as a straight line needs, however it is bent by its axis or cut off. */
function someOf<T>(places: readonly T[]): readonly T[] {
  const each = Math.ceil(places.length / mostTrendPlaces)
  return places.filter((_, index) => index % each === 0 || index === places.length - 1)
}

function drawnValues(series: readonly Pick<Series, 'values'>[]): readonly number[] {
  return series.flatMap(({ values }) => values.filter((value) => typeof value === 'number'))
}

function notPositiveCount(series: readonly Series[]): number {
  return series.reduce(
    (sum, { values }) => sum + values.filter((value) => typeof value === 'number' && value <= 0).length,
    0,
  )
}

function exactDomain(values: Iterable<number>): readonly [number, number] {
  let [low, high] = [0, 0]
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)]
  return low === high ? [0, 1] : [low, high]
}

function* endsOf(
  spans: SpanGrid,
  sides: readonly ('left' | 'right')[],
  marks: readonly PlotSeries['mark'][],
  side: 'left' | 'right',
): Generator<number> {
  for (const [index, row] of spans.entries()) {
    if (sides[index] !== side) continue
    for (const span of row) {
      if (span === null) continue
      yield span.high
      if (marks[index] !== 'line') yield span.low
    }
  }
}

function thinnedNote(kept: number, all: number, locale: string): string {
  return `Drawn from ${wholeNumber(locale, kept)} of ${wholeNumber(locale, all)} points: the first, last, lowest and highest of each step.`
}

function thinLines({ slots, series, notes }: SlottedSeries, input: PlotInput): SlottedSeries {
  const columns = Math.min(
    Math.ceil(input.widthPx),
    Math.max(40, Math.floor(mostLinePoints / 4 / Math.max(1, series.length))),
  )
  if (slots.slots.length <= 4 * columns) return { slots, series, notes }
  const xs = slots.slots.map((slot) => slot.at)
  const keep = new Set<number>()
  for (const one of series)
    keepM4(
      xs,
      one.values.map((value) => value ?? null),
      columns,
      keep,
    )
  const indexes = [...keep].sort((a, b) => a - b)
  return {
    slots: pickSlots(slots, indexes),
    series: pickValues(series, indexes),
    notes:
      input.thinnedTo !== undefined ? notes : [...notes, thinnedNote(indexes.length, slots.slots.length, input.locale)],
  }
}

/** Returns each slot's total and the ids of the series that are shares of it. */
function sharesOf(
  series: readonly Series[],
  { visual }: PlotInput,
  mode: StackMode,
): { readonly ids: ReadonlySet<string>; readonly totals: readonly number[] } | null {
  const meaningful = series.length > 1 && (mode !== 'none' || (visual.color !== null && visual.y.length <= 1))
  if (!meaningful || series.some((one) => one.values.some((value) => (value ?? 0) < 0))) return null
  return {
    ids: new Set(series.map(({ id }) => id)),
    totals: (series[0]?.values ?? []).map((_, slot) => series.reduce((sum, one) => sum + (one.values[slot] ?? 0), 0)),
  }
}

function isAlone(span: readonly unknown[], at: number): boolean {
  return (span[at - 1] ?? null) === null && (span[at + 1] ?? null) === null
}
