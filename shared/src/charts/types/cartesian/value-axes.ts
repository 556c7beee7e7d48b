import { autoFormat, type NumberFormat } from '../../../query/number-format'
import { valueTitle } from '../../plot/frame'
import { withFixedRange } from '../../plot/numbers/fixed-range'
import type { NumberFormatter } from '../../plot/numbers/format-number'
import { logScale } from '../../plot/numbers/log-scale'
import { scaleFormatter, unitTitle } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { alignZeros, scalePixels, tickCountFor, valueScale, type ValueScale } from '../../plot/numbers/value-scale'
import type { Axis, Box, PlotFrame, PlotSeries } from '../../plot/plot'
import type { PlotInput } from '../../plot/read-columns'
import { apartTicks, placeTicks, tickTextPx } from '../../plot/slot-axis'
import type { SpanGrid } from '../../plot/stack'
import { textWidth } from '../../plot/text/text-width'
import type { Side, StackedSeries } from './stacked-series'

/** The widest unit that is written after each number, such as `km/h`. */
const widestSignPx = 36

/** The axes of values before they have a place: their scales, and how their numbers are written. */
export interface ValueAxes {
  readonly left: ValueScale
  /** Absent if the only axis is the left one. */
  readonly right: ValueScale | null
  /** False if all values are on the right. */
  readonly hasLeft: boolean
  readonly writeLeft: NumberFormatter
  readonly writeRight: NumberFormatter | null
  /** Writes the unit after the highest number of the left axis, where there is no room for a title. */
  readonly writeSigned: NumberFormatter
  readonly title: string
  readonly unit: string
  /** True if each number of rows contains its unit. */
  readonly isInNumbers: boolean
  /** The formats of the series with the same index, of all on a side, and of the left axis: percent for shares. */
  readonly formats: readonly NumberFormat[]
  readonly leftFormat: NumberFormat
  readonly rightFormat: NumberFormat
  readonly axisFormat: NumberFormat
  readonly hasTicks: boolean
  /** The length that the axis has about, in px. */
  readonly lengthPx: number
  readonly notes: readonly string[]
}

/**
 * Chooses the scales of one or two axes of values. extra: further values that the axis of a side includes, such as goals.
 * labelled: rows have their values beside them, and so need no axis.
 */
export function valueAxesOf(
  input: PlotInput,
  stack: StackedSeries,
  frame: PlotFrame,
  extra: Readonly<Record<Side, readonly number[]>>,
  labelled: boolean,
): ValueAxes {
  const { visual, locale } = input
  const { series, marks, sides, mode, spans, isLog } = stack
  const rows = visual.type === 'row'
  const notes: string[] = []
  const lengthPx = rows ? frame.widthPx - 120 : frame.heightPx - 40
  const tickCount = tickCountFor(lengthPx, rows ? 90 : 38)
  const whole =
    mode !== 'percent' &&
    series.every((one) => one.values.every((value) => value === null || value === undefined || Number.isInteger(value)))
  const scaleOf = (side: Side): ValueScale => {
    const zero =
      visual.type === 'line' ||
      (side === 'right' && marks.every((mark, index) => sides[index] !== side || mark === 'line'))
        ? 'near'
        : 'always'
    if (mode === 'percent' && side === 'left') return { domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1] }
    const ownExtra = extra[side]
    const ends = [...endsOf(spans, sides, marks, side), ...ownExtra]
    if (isLog[side])
      return logScale(ends, {
        isBased: marks.some((mark, index) => sides[index] === side && mark !== 'line'),
        count: tickCount,
      })
    return valueScale(ends, { zero, count: tickCount, whole: whole && ownExtra.every(Number.isInteger) })
  }
  const formats = series.map(({ measure }) => columnNumberFormat(visual.format, input.data, measure))
  const leftFormat = sharedFormat(formats, sides, 'left', visual.format)
  const axisFormat: NumberFormat = mode === 'percent' ? { ...autoFormat, style: 'percent' } : leftFormat
  const ownRight = sides.includes('right') ? scaleOf('right') : null
  // If all values are on the right, it is the only axis.
  const hasLeft = ownRight === null || sides.includes('left')
  const ownLeft = hasLeft ? scaleOf('left') : ownRight
  const [nice, alignedRight] =
    ownRight === null || mode === 'percent' || isLog.left || isLog.right
      ? [ownLeft, ownRight]
      : alignZeros(ownLeft, ownRight)
  const rightEnds = { yMin: visual.rightMin, yMax: visual.rightMax }
  const ranged = withFixedRange(nice, hasLeft ? visual : rightEnds, tickCount)
  notes.push(...ranged.notes)
  const isFixed = ranged.scale !== nice
  const rangedRight = hasLeft && alignedRight !== null ? withFixedRange(alignedRight, rightEnds, tickCount) : null
  notes.push(...(rangedRight?.notes ?? []))
  const right = hasLeft ? (rangedRight?.scale ?? null) : ranged.scale
  // Rows with value labels need no axis, so the longest one fills the width.
  const left =
    labelled && !isFixed && !isLog.left
      ? { ...nice, domain: exactDomain([...endsOf(spans, sides, marks, 'left'), ...extra.left]) }
      : ranged.scale
  // Beside rows there is no place for a unit of its own: their numbers contain it.
  const unit = unitTitle(locale, axisFormat)
  const isInNumbers = rows && visual.yTitle === '' && textWidth(unit, tickTextPx) <= widestSignPx
  const isSaid =
    isInNumbers || mode === 'percent' || (labelled && axisFormat.style === 'currency' && axisFormat.currency !== null)
  const writeSigned = scaleFormatter(locale, axisFormat, left, 'last')
  const writeLeft = isInNumbers ? writeSigned : scaleFormatter(locale, axisFormat, left, 'none')
  const rightFormat = sharedFormat(formats, sides, 'right', visual.format)
  // The title is on the left and names the unit of that axis only.
  const hasSign = unitTitle(locale, rightFormat) !== unit
  const writeRight = right === null ? null : scaleFormatter(locale, rightFormat, right, hasSign ? 'all' : 'none')
  // Nobody expects a zero on a logarithmic axis.
  if (hasLeft && (!rows || isFixed) && left.isLog !== true) notes.push(...zeroNote('The axis', left, writeLeft))
  if (right !== null && writeRight !== null && right.isLog !== true)
    notes.push(...zeroNote('The right axis', right, writeRight))
  return {
    left,
    right,
    hasLeft,
    writeLeft,
    writeRight,
    writeSigned,
    title: isSaid ? visual.yTitle : valueTitle(input, axisFormat),
    unit,
    isInNumbers,
    formats,
    leftFormat,
    rightFormat,
    axisFormat,
    hasTicks: visual.yTickLabels !== 'hidden',
    lengthPx,
    notes,
  }
}

/** Places an axis of values beside its box: under rows, else at one side. */
export function placedAxis(
  scale: ValueScale,
  write: NumberFormatter,
  box: Box,
  widthPx: number,
  rows: boolean,
  { title, grid, shown }: Pick<Axis, 'title' | 'grid' | 'shown'>,
): Axis {
  const px = valuePixels(scale, box, rows)
  const all = scale.ticks.map((value) => ({ value, px: px(value), labelPx: px(value), label: write(value) }))
  return {
    kind: 'number',
    domain: scale.domain,
    ...(scale.isLog === true ? { isLog: true } : {}),
    ticks: rows ? placeTicks(all, widthPx, tickTextPx) : apartTicks(all),
    title,
    grid,
    shown,
    labelAngle: 0,
    labelSizePx: tickTextPx,
  }
}

/** Returns a function from a value to its place in the box: from the left to the right for rows, else upwards. */
export function valuePixels(
  scale: Pick<ValueScale, 'domain' | 'isLog'>,
  box: Box,
  rows: boolean,
): (value: number) => number {
  return rows ? scalePixels(scale, box.x, box.x + box.width) : scalePixels(scale, box.y + box.height, box.y)
}

function zeroNote(name: string, { domain: [low, high] }: ValueScale, write: NumberFormatter): readonly string[] {
  if (low > 0) return [`${name} starts at ${write(low)}, not at zero.`]
  return high < 0 ? [`${name} ends at ${write(high)}, not at zero.`] : []
}

/** Returns the format shared by all series of a side; `otherwise` if they differ. */
function sharedFormat(
  formats: readonly NumberFormat[],
  sides: readonly Side[],
  side: Side,
  otherwise: NumberFormat,
): NumberFormat {
  const [first = otherwise, ...others] = formats.filter((_, index) => sides[index] === side)
  return others.every(
    ({ style, currency, unit }) => style === first.style && currency === first.currency && unit === first.unit,
  )
    ? first
    : otherwise
}

function exactDomain(values: Iterable<number>): readonly [number, number] {
  let [low, high] = [0, 0]
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)]
  return low === high ? [0, 1] : [low, high]
}

function* endsOf(
  spans: SpanGrid,
  sides: readonly Side[],
  marks: readonly PlotSeries['mark'][],
  side: Side,
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
