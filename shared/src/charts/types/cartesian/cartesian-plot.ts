import { shownLabel } from '../../../query/run-query'
import { listOf } from '../../../base/list-of'
import { noNumberWord } from '../../../query/value-words'
import { comboLines } from '../../chart-visual'
import { autoFormat, type NumberFormat } from '../../../query/number-format'
import { arrangeBands, pickSlots, pickValues, type SlottedSeries } from '../../plot/band-slots'
import { barGroups, barRect } from '../../plot/bar-rects'
import { fullFormatter, plural, wholeNumber, type NumberFormatter } from '../../plot/numbers/format-number'
import {
  axisFormatter,
  formatShare,
  labelFormatter,
  lastSignedFormatter,
  unitTitle,
} from '../../plot/numbers/number-labels'
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
  MarkLabel,
  PlotPoint,
  PlotSeries,
  Slot,
  UnsuitablePlot,
} from '../../plot/plot'
import { canMeasure, getColumn, isYearColumn, type PlotInput } from '../../plot/read-columns'
import { seriesOf, type Series } from '../../plot/series-of'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import {
  apartTicks,
  horizontalSlotAxis,
  placeTicks,
  rowLabelPx,
  slotLabelHeight,
  slotPositions,
  tickTextPx,
  verticalSlotAxis,
} from '../../plot/slot-axis'
import { slotsOf } from '../../plot/slots-of'
import { stacked, unstacked, type SpanGrid } from '../../plot/stack'
import { summarizeCartesian } from '../../plot/summary'
import { textWidth } from '../../plot/text/text-width'
import {
  alignZeros,
  pixelScale,
  roundPx,
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
export function cartesianPlot(input: PlotInput): CartesianPlot | EmptyPlot | UnsuitablePlot {
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
  const all = seriesOf(input, found, visual.stack !== 'none' || visual.y.length === 0)
  const hasValue = all.series.some(({ values }) => values.some((value) => typeof value === 'number'))
  if (!hasValue && visual.missing !== 'zero')
    return emptyPlot(input, [`No row has a number in ${listOf(visual.y)}.`, ...all.notes].join(' '))
  const legend = legendOf(all.series, input)
  const shown = all.series.filter((series) => !isHidden(series.id, input))
  let slotted: SlottedSeries = {
    slots: found,
    series: shown.map((series) => withMissing(series, input)),
    notes: [...found.notes, ...all.notes],
  }
  slotted = banded
    ? arrangeBands(slotted, input, rows ? input.heightPx - 40 : input.widthPx - 60, rows)
    : thinLines(slotted, input)
  return layOut(input, slotted, legend, banded, shownLabel(data, column.field.name))
}

function layOut(
  input: PlotInput,
  { slots, series: unordered, notes: earlier }: SlottedSeries,
  legend: readonly LegendEntry[],
  banded: boolean,
  xName: string,
): CartesianPlot {
  const { visual, locale } = input
  const notes = [...earlier]
  const rows = visual.type === 'row'
  const isLine = (one: Series) => markOf(one, input) === 'line'
  // Later series are drawn on top, so lines come last and bars never hide them.
  const series = unordered.toSorted((a, b) => Number(isLine(a)) - Number(isLine(b)))
  const marks = series.map((one) => markOf(one, input))
  const isSecond = series.map(({ measure }) => visual.type === 'combo' && visual.secondAxis.includes(measure))
  const canStack = marks.map((mark, index) => mark !== 'line' && isSecond[index] !== true)
  const mode = stackMode(
    input,
    series.filter((_, index) => canStack[index]),
    notes,
  )
  const inStack = canStack.map((can) => can && mode !== 'none')
  // An axis of percentages has no place for other values.
  const sides = series.map((_, index) =>
    isSecond[index] === true || (mode === 'percent' && inStack[index] !== true)
      ? ('right' as const)
      : ('left' as const),
  )
  const spans = spansOf(series, inStack, mode)
  notes.push(...stackedGapsNote(series, spans, marks, locale))
  for (const side of ['left', 'right'] as const)
    notes.push(...flatNotes(series.filter((_, index) => sides[index] === side && inStack[index] !== true)))
  const frame = frameOf(input, legend, [], '')

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
    return valueScale(endsOf(spans, sides, marks, side), { zero, count: tickCount, whole })
  }
  const formats = series.map(({ measure }) => columnNumberFormat(visual.format, input.data, measure))
  const leftMeasureFormat = sharedFormat(formats, sides, 'left', visual.format)
  const format: NumberFormat = mode === 'percent' ? { ...autoFormat, style: 'percent' } : leftMeasureFormat
  const labelled = rows && series.length === 1
  const ownRightScale = sides.includes('right') ? scaleOf('right') : null
  // If all values are on the right, it is the only axis.
  const hasLeft = ownRightScale === null || sides.includes('left')
  const ownLeftScale = hasLeft ? scaleOf('left') : ownRightScale
  const [niceScale, rightScale] =
    ownRightScale === null || mode === 'percent'
      ? [ownLeftScale, ownRightScale]
      : alignZeros(ownLeftScale, ownRightScale)
  // Rows with value labels need no axis, so the longest one fills the width.
  const leftScale = labelled ? { ...niceScale, domain: exactDomain(endsOf(spans, sides, marks, 'left')) } : niceScale
  // Beside rows there is no place for a unit of its own: their numbers contain it.
  const unit = unitTitle(locale, format)
  const isInNumbers = rows && visual.yTitle === '' && textWidth(unit, tickTextPx) <= widestSignPx
  const isSaid =
    isInNumbers || mode === 'percent' || (labelled && format.style === 'currency' && format.currency !== null)
  const title = isSaid ? visual.yTitle : valueTitle(input, format)
  const writeSigned = () => lastSignedFormatter(locale, format, leftScale.ticks)
  let leftFormat = isInNumbers ? writeSigned() : axisFormatter(locale, format, leftScale.ticks)
  const rightMeasureFormat = sharedFormat(formats, sides, 'right', visual.format)
  // The title is on the left and names the unit of that axis only.
  const hasSign = unitTitle(locale, rightMeasureFormat) !== unitTitle(locale, format)
  const rightFormat =
    rightScale === null ? null : axisFormatter(locale, rightMeasureFormat, rightScale.ticks, { hasSign })
  if (hasLeft && !rows) notes.push(...zeroNote('The axis', leftScale, leftFormat))
  if (rightScale !== null && rightFormat !== null) notes.push(...zeroNote('The right axis', rightScale, rightFormat))

  const ofStack = <T>(list: readonly T[]) => list.filter((_, index) => inStack[index])
  const totals = mode === 'stacked' && ofStack(series).length > 1
  const labelTexts =
    labelled || totals ? endLabels(totals ? ofStack(spans) : spans, locale, leftMeasureFormat, isInNumbers) : []
  const highest = Math.max(
    ...ofStack(spans).flatMap((row) => row.flatMap((span) => (span === null ? [] : [span.low, span.high]))),
  )
  const aboveStacksPx = ((leftScale.domain[1] - highest) / (leftScale.domain[1] - leftScale.domain[0])) * valueLength
  let layout = boxOf()
  if (!layout.hasTitles && unit !== '' && title !== '') {
    // Too low for the title that would tell the unit.
    leftFormat = writeSigned()
    layout = boxOf()
  }
  const { box, hasTitles } = layout
  const slotAxis = rows
    ? verticalSlotAxis(slots, box.y, box.y + box.height, box.x - 10, visual.xTitle)
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
  const left = valueAxis(leftScale, leftFormat, !labelled, hasTitles ? title : '', hasLeft && !labelled)
  const right = rightScale === null || rightFormat === null ? null : valueAxis(rightScale, rightFormat, false, '', true)

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
    const domain = side === 'right' && right !== null ? right.domain : left.domain
    return rows ? pixelScale(domain, box.x, box.x + box.width) : pixelScale(domain, box.y + box.height, box.y)
  }
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
          lowPx: low === null ? 0 : px(low),
          highPx: ends === null ? 0 : px(ends.high),
        }
        return {
          ...point,
          rect:
            mark === 'bar' && ends !== null && point.value !== null
              ? barRect(point, groups[index] ?? null, rows, mode !== 'none' && ends.low !== 0, point.value)
              : null,
          color: series.length === 1 && slots.slots[at]?.isNull === true ? emptyColor : null,
          dot:
            mark !== 'bar' &&
            ends !== null &&
            ((mark === 'line' && outSlots.length <= mostDots) || (connects ? isOnly : isAlone(span, at))),
        }
      }),
    }
  })
  const labels =
    labelled || totals
      ? placeLabels(
          totals ? ofStack(outSeries) : outSeries,
          outSlots,
          labelTexts,
          rows,
          groups.find((group) => group !== null)?.bandPx ?? 0,
        )
      : []
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
    notes,
    textOf: pointTextOf(({ id }) => writersById.get(id) ?? String),
    shareOf: (point, { id }, slot) =>
      point.value === null || shares?.ids.has(id) !== true
        ? ''
        : formatShare(locale, point.value / (shares.totals[slot] || 1)),
  }
  return { ...partial, summary: summarizeCartesian(partial, visual.type, xName, locale) }

  function boxOf() {
    const clear = input.hasNotes === true && frame.legendHeightPx === 0 ? notesPx - 2 : 0
    if (rows) {
      const widest = slots.slots.reduce((most, slot) => Math.max(most, textWidth(slot.label, rowLabelPx)), 0)
      const x = Math.ceil(Math.min(widest, frame.widthPx * 0.38)) + 10
      const room = labelTexts.reduce((most, text) => Math.max(most, textWidth(text, tickTextPx)), 0)
      const hasTitles = hasRoomForTitles(frame.heightPx - 2 - (labelled ? 0 : 24), 1)
      const shownTitlePx = title === '' || !hasTitles ? 0 : titlePx
      // The title is where the axis is: above rows that have none.
      const y = Math.max(clear, labelled ? 2 + shownTitlePx : 2)
      const untitledPx = frame.heightPx - y - (labelled ? 2 : 24 + shownTitlePx)
      return {
        hasTitles,
        box: {
          x,
          y,
          width: Math.max(1, frame.widthPx - x - Math.ceil(room) - 14),
          height: Math.max(1, untitledPx),
        },
      }
    }
    const leftWidth = hasLeft
      ? Math.ceil(Math.max(12, ...leftScale.ticks.map((tick) => textWidth(leftFormat(tick), tickTextPx)))) + 8
      : 12
    const rightWidth =
      rightScale === null || rightFormat === null
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
        : Math.ceil(textWidth(first.label, tickTextPx) * 0.77 - (first.px - leftWidth) + 4)
    const x = Math.max(leftWidth, lean)
    const abovePx = totals && aboveStacksPx < totalPx - 8 ? totalPx : 8
    const labelsPx = slotLabelHeight(probe)
    const untitledPx = frame.heightPx - abovePx - labelsPx
    const hasTitles = hasRoomForTitles(untitledPx, [title, visual.xTitle].filter((text) => text !== '').length)
    const titlePxOf = (text: string) => (hasTitles && text !== '' ? titlePx : 0)
    const top = Math.max(clear, titlePxOf(title) + abovePx)
    return {
      hasTitles,
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
    const px = rows
      ? pixelScale(scale.domain, box.x, box.x + box.width)
      : pixelScale(scale.domain, box.y + box.height, box.y)
    const all = scale.ticks.map((value) => ({ value, px: px(value), labelPx: px(value), label: write(value) }))
    return {
      kind: 'number',
      domain: scale.domain,
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

function endLabels(spans: SpanGrid, locale: string, format: PlotInput['visual']['format'], hasUnit: boolean): string[] {
  const totals = (spans[0] ?? []).map((_, slot) => {
    const ends = spans.flatMap((row) => row[slot] ?? [])
    return ends.length === 0 ? null : ends.reduce((sum, { low, high }) => sum + high - low, 0)
  })
  const write = labelFormatter(
    locale,
    format,
    totals.filter((total) => total !== null),
    { hasUnit },
  )
  return totals.map((total) => (total === null ? '' : write(total)))
}

/** Places values at the ends of rows and totals over stacks; none at all if one would not fit. */
function placeLabels(
  series: readonly PlotSeries[],
  slots: readonly Slot[],
  texts: readonly string[],
  rows: boolean,
  bandPx: number,
): MarkLabel[] {
  if (!rows && texts.some((text) => textWidth(text, tickTextPx) > bandPx - 4)) return []
  return slots.flatMap((slot, at): MarkLabel[] => {
    const points = series.filter((one) => one.mark === 'bar').flatMap((one) => one.points[at] ?? [])
    const drawn = points.filter((point) => point.high !== null)
    const text = texts[at] ?? ''
    if (text === '' || drawn.length === 0) return []
    if (rows) {
      const negative = drawn.every((point) => (point.high ?? 0) < 0)
      const end = Math.max(...drawn.map((point) => Math.max(point.highPx, point.lowPx)))
      return [
        {
          x: roundPx(negative ? Math.max(...drawn.map((point) => point.lowPx)) + 8 : end + 8),
          y: slot.px,
          text,
          anchor: 'start',
        },
      ]
    }
    return [
      {
        x: slot.px,
        y: roundPx(Math.min(...drawn.map((point) => Math.min(point.highPx, point.lowPx))) - 9),
        text,
        anchor: 'middle',
      },
    ]
  })
}
