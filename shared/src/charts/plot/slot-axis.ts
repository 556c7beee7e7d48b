import { formatTimeTick } from './time/format-time'
import { axisFormatter } from './numbers/number-labels'
import type { Axis, Tick } from './plot'
import type { PlotInput } from './read-columns'
import { autoFormat } from '../../query/number-format'
import { columnNumberFormat } from './numbers/signed-format'
import { nowWallOf, type Slots } from './slots-of'
import { fitTexts, textWidth } from './text/text-width'
import { addGrain, floorTime, type Grain } from './time/time-grain'
import { timeTicks } from './time/time-ticks'
import { pixelScale, roundPx, valueScale } from './numbers/value-scale'
import { instantOf, wallOf } from './time/zoned-time'

export const tickTextPx = 11
export const rowLabelPx = 12
const tickLinePx = 12
/** Room at both ends of a continuous axis, so that dots and line ends are not cut. */
const insetPx = 6
const angledLabelPx = 96
/** The largest share of the height for slanted labels, as long as they stay readable. */
const mostLabelPart = 0.45
const leastLabelPx = 32
const labelGapPx = 20
/** Room for half a dot where no labels are. */
const hiddenLabelsPx = 6
const leastLabelGapPx = 6
const leastNameStepPx = 28
const leaning = -40
/** The grains at which a tick shows only the time of day. */
const clockGrains: ReadonlySet<Grain> = new Set(['hour', 'minute', 'second'])

/** Returns the position of each slot in data units of the axis: its index in bands, its value on a continuous axis. */
export function slotPositions({ slots }: Slots, banded: boolean): readonly number[] {
  return slots.map((slot, index) => (banded ? index : slot.at))
}

export interface SlotAxisOptions {
  readonly slots: Slots
  readonly banded: boolean
  readonly inset: boolean
  readonly fromPx: number
  readonly toPx: number
  /** The width of the whole drawing, in which labels must stay. */
  readonly widthPx: number
  readonly input: PlotInput
  readonly title: string
  readonly plainNumbers: boolean
}

/** Returns the axis of categories, time or numbers under a plot, with its labels as the chart has chosen. */
export function horizontalSlotAxis(options: SlotAxisOptions): Axis {
  const axis = slotAxis(options)
  const { tickLabels } = options.input.visual
  if (tickLabels === 'auto') return axis
  if (tickLabels === 'hidden') return { ...axis, shown: false, labelAngle: 0 }
  const angle = tickLabels === 'upright' ? -90 : leaning
  return axis.labelAngle === angle ? axis : { ...axis, ...turnedLabels(axis, options, angle) }
}

/** Turns labels, which then are cut to the same length; categories that were left out for room come back. */
function turnedLabels(axis: Axis, options: SlotAxisOptions, labelAngle: number): Pick<Axis, 'ticks' | 'labelAngle'> {
  const { slots, fromPx, toPx, input } = options
  if (slots.kind === 'category') return turnedCategories(options, axis.domain, labelAngle)
  const px = pixelScale(axis.domain, fromPx, toPx)
  const labels = fitTexts(
    axis.ticks.map(({ label }) => label),
    turnedRoom(input, labelAngle),
    tickTextPx,
  )
  return {
    labelAngle,
    ticks: axis.ticks.map((tick, index) => ({ ...tick, labelPx: px(tick.value), label: labels[index] ?? '' })),
  }
}

/** Returns the longest that a turned label may be. */
function turnedRoom({ heightPx }: PlotInput, labelAngle: number): number {
  const room = (heightPx * mostLabelPart - labelGapPx) / Math.sin(radiansOf(labelAngle))
  return Math.max(leastLabelPx, Math.min(angledLabelPx, room))
}

function radiansOf(labelAngle: number): number {
  return (-labelAngle * Math.PI) / 180
}

/** Returns how far a turned label reaches to the left of its tick. */
export function leanWidth(label: string, labelAngle: number): number {
  return textWidth(label, tickTextPx) * Math.cos(radiansOf(labelAngle))
}

function slotAxis(options: SlotAxisOptions): Axis {
  const { slots, banded, fromPx, toPx, title } = options
  const base = { title, grid: false, shown: true, labelAngle: 0, labelSizePx: tickTextPx }
  if (slots.kind === 'category') {
    const domain = [-0.5, slots.slots.length - 0.5] as const
    return { ...base, kind: 'category', domain, ...categoryTicks(options, domain) }
  }
  if (slots.kind === 'number') {
    const numbers = slots.slots.map((slot) => slot.at)
    const count = Math.max(2, Math.round((toPx - fromPx) / 80))
    const scale = valueScale(numbers, { zero: 'never', count, whole: numbers.every(Number.isInteger) })
    const domain = options.inset ? insetDomain(exactDomain(slots), fromPx, toPx) : exactDomain(slots)
    const px = pixelScale(domain, fromPx, toPx)
    const inside = scale.ticks.filter((tick) => tick >= domain[0] && tick <= domain[1])
    const write = axisFormatter(
      options.input.locale,
      columnNumberFormat(autoFormat, options.input.data, options.input.visual.x),
      inside,
      { grouping: !options.plainNumbers, hasSign: true },
    )
    return {
      ...base,
      kind: 'number',
      domain,
      ticks: placeTicks(
        apartLabels(inside.map((value) => ({ value, px: px(value), label: write(value) }))),
        options.widthPx,
        tickTextPx,
      ),
    }
  }
  const domain = banded
    ? ([-0.5, slots.slots.length - 0.5] as const)
    : options.inset
      ? insetDomain(exactDomain(slots), fromPx, toPx)
      : exactDomain(slots)
  return { ...base, kind: 'time', domain, ticks: timeAxisTicks(options, domain) }
}

/** Returns the axis of a row chart, with categories from top to bottom. */
export function verticalSlotAxis(
  slots: Slots,
  fromPx: number,
  toPx: number,
  labelWidthPx: number,
  title: string,
): Axis {
  const domain = [-0.5, slots.slots.length - 0.5] as const
  const px = pixelScale(domain, fromPx, toPx)
  const labels = fitTexts(
    slots.slots.map((slot) => slot.label),
    labelWidthPx,
    rowLabelPx,
  )
  return {
    kind: slots.kind === 'time' ? 'time' : 'category',
    domain,
    title,
    grid: false,
    shown: true,
    labelAngle: 0,
    labelSizePx: rowLabelPx,
    ticks: labels.map((label, index) => ({ value: index, px: px(index), labelPx: px(index), label })),
  }
}

function timeAxisTicks(
  { slots, banded, fromPx, toPx, widthPx, input }: SlotAxisOptions,
  domain: readonly [number, number],
): readonly Tick[] {
  const px = pixelScale(domain, fromPx, toPx)
  const first = slots.slots[0]
  const last = slots.slots.at(-1)
  if (first === undefined || last === undefined) return []
  const bandByWall = new Map(slots.slots.map((slot, index) => [slot.wall, index]))
  const { firstWalls = [] } = slots
  // A round time without a bar of its own belongs to the bar that starts before it.
  const bandOf = (wall: number) => {
    const index = bandByWall.get(wall) ?? firstWalls.findLastIndex((start) => start <= wall)
    return index < 0 ? null : index
  }
  // Bars at irregular dates are each labelled if they fit, because few of them may be at round times.
  const isOfOwnDates = banded && !slots.regular && slots.grain !== null && !clockGrains.has(slots.grain)
  const even = isOfOwnDates ? evenSlotTicks(slots, banded, px, input) : []
  if (even.length > 0 && even.length === slots.slots.length) return placeTicks(even, widthPx, tickTextPx)
  const valueOf = (wall: number) => (banded ? bandOf(wall) : instantOf(wall, slots.zone))
  const weekday = slots.grain === 'week' ? new Date(first.wall).getUTCDay() : input.weekStart % 7
  // A single point is labelled even if no round tick is near its time.
  const single = slots.slots.length === 1
  const found = single
    ? []
    : timeTicks({
        from: banded ? (firstWalls[0] ?? first.wall) : wallOf(Math.ceil(domain[0]), slots.zone),
        to: banded ? last.wall : wallOf(Math.floor(domain[1]), slots.zone),
        grain: slots.grain,
        weekday,
        locale: input.locale,
        now: nowWallOf(input),
        labelSizePx: tickTextPx,
        pxOf: (wall) => {
          const value = valueOf(wall)
          return value === null ? null : px(value)
        },
      })
  const ticks = found.flatMap(({ wall, label }) => {
    const value = valueOf(wall)
    return value === null ? [] : [{ value, px: px(value), label }]
  })
  // If few bars are at round times, a stretch of the axis would have no label.
  if (even.length > 0 && even.length >= 2 * ticks.length) return placeTicks(even, widthPx, tickTextPx)
  if (ticks.length >= 2 || (ticks.length === 1 && !banded && slots.slots.length < 3))
    return placeTicks(ticks, widthPx, tickTextPx)
  const every = Math.max(1, Math.ceil((slots.slots.length * 88) / (toPx - fromPx)))
  return placeTicks(slotTicks(slots, banded, px, input, every), widthPx, tickTextPx)
}

/** Returns ticks at every nth slot, with the smallest n for which all labels fit. */
function evenSlotTicks(
  slots: Slots,
  banded: boolean,
  px: (value: number) => number,
  input: PlotInput,
): { value: number; px: number; label: string }[] {
  const count = slots.slots.length
  // Labels closer than this never fit, so those steps are skipped.
  const least = Math.max(1, Math.ceil(leastNameStepPx / Math.max(0.1, px(1) - px(0))))
  for (let every = least; every < count; every++) {
    const ticks = slotTicks(slots, banded, px, input, every)
    if (ticks.length === Math.ceil(count / every)) return ticks
  }
  return slotTicks(slots, banded, px, input, Math.max(1, count))
}

/**
 * Returns a tick at every nth slot, for times that share no round step; leaves out labels that would touch the previous
 * one.
 */
function slotTicks(
  slots: Slots,
  banded: boolean,
  px: (value: number) => number,
  input: PlotInput,
  every: number,
): { value: number; px: number; label: string }[] {
  const [first, last] = [slots.slots[0]?.wall ?? 0, slots.slots.at(-1)?.wall ?? 0]
  const spanDays = (last - first) / 86_400_000
  const unit = slots.grain ?? (spanDays > 2 ? 'day' : 'minute')
  // If there are several years, the first one is labelled too.
  let previous = floorTime(first, 'year', 0) < floorTime(last, 'year', 0) ? addGrain(first, 'year', -1) : null
  const now = nowWallOf(input)
  let endPx = -Infinity
  const ticks: { value: number; px: number; label: string }[] = []
  slots.slots.forEach((slot, index) => {
    if (index % every !== 0) return
    const value = banded ? index : slot.at
    const at = px(value)
    const label = formatTimeTick(slot.wall, previous, unit, input.locale, now)
    const half = textWidth(label, tickTextPx) / 2
    if (at - half < endPx + 8) return
    ticks.push({ value, px: at, label })
    endPx = at + half
    previous = slot.wall
  })
  return ticks
}

function categoryTicks(
  { slots, fromPx, toPx, widthPx, input }: SlotAxisOptions,
  domain: readonly [number, number],
): Pick<Axis, 'ticks' | 'labelAngle'> {
  const px = pixelScale(domain, fromPx, toPx)
  const band = (toPx - fromPx) / Math.max(1, slots.slots.length)
  const widest = slots.slots.reduce((most, slot) => Math.max(most, textWidth(slot.label, tickTextPx)), 0)
  const horizontal = widest <= band - 6 || band >= 56 || slots.slots.length === 1
  // Categories with a number-like order need not all be labelled; words must be, so their labels slant.
  if (!horizontal && slots.ordinal && widest < 40) {
    const every = Math.ceil((widest + 10) / band)
    const ticks = slots.slots.flatMap((slot, index) =>
      index % every === 0 ? [{ value: index, px: px(index), label: slot.label }] : [],
    )
    return { ticks: placeTicks(ticks, widthPx, tickTextPx), labelAngle: 0 }
  }
  if (!horizontal) return turnedCategories({ slots, fromPx, toPx, input }, domain, leaning)
  const ticks = namedTicks(slots, px, band, band - 6)
  return { ticks: placeTicks(ticks, widthPx, tickTextPx), labelAngle: 0 }
}

/** Returns ticks for as many categories as there is room for lines of text, with labels cut to a length. */
function namedTicks({ slots }: Slots, px: (value: number) => number, bandPx: number, maxPx: number) {
  const every = Math.max(1, Math.ceil(14 / bandPx))
  const named = slots.flatMap((slot, index) => (index % every === 0 ? [{ index, label: slot.label }] : []))
  const labels = fitTexts(
    named.map(({ label }) => label),
    maxPx,
    tickTextPx,
  )
  return named.map(({ index }, at) => ({ value: index, px: px(index), label: labels[at] ?? '' }))
}

function turnedCategories(
  { slots, fromPx, toPx, input }: Pick<SlotAxisOptions, 'slots' | 'fromPx' | 'toPx' | 'input'>,
  domain: readonly [number, number],
  labelAngle: number,
): Pick<Axis, 'ticks' | 'labelAngle'> {
  const px = pixelScale(domain, fromPx, toPx)
  const band = (toPx - fromPx) / Math.max(1, slots.slots.length)
  const ticks = namedTicks(slots, px, band, turnedRoom(input, labelAngle))
  return { labelAngle, ticks: ticks.map((tick) => ({ ...tick, labelPx: tick.px })) }
}

/** Returns the height of the labels under the box. */
export function slotLabelHeight(axis: Axis): number {
  if (!axis.shown) return hiddenLabelsPx
  if (axis.labelAngle === 0) return 24
  const widest = axis.ticks.reduce((most, tick) => Math.max(most, textWidth(tick.label, axis.labelSizePx)), 0)
  return Math.ceil(widest * Math.sin(radiansOf(axis.labelAngle)) + labelGapPx)
}

/** Returns the ticks of a vertical axis that a low chart has room to label. */
export function apartTicks(ticks: readonly Tick[]): readonly Tick[] {
  const stepPx = Math.abs((ticks[1]?.px ?? 0) - (ticks[0]?.px ?? 0))
  const every = Math.max(1, Math.ceil(tickLinePx / Math.max(1, stepPx)))
  return ticks.filter((_, index) => index % every === 0)
}

/** Returns every nth tick of a horizontal axis, with the smallest n for which labels do not touch. */
export function apartLabels<T extends { readonly px: number; readonly label: string }>(
  ticks: readonly T[],
): readonly T[] {
  for (let every = 1; every < ticks.length; every++) {
    const kept = ticks.filter((_, index) => index % every === 0)
    let endPx = -Infinity
    const areApart = kept.every(({ px, label }) => {
      const half = textWidth(label, tickTextPx) / 2
      const isApart = px - half >= endPx
      endPx = px + half + leastLabelGapPx
      return isApart
    })
    if (areApart) return kept
  }
  return ticks.slice(0, 1)
}

/** Moves labels at the ends into the drawing. */
export function placeTicks(
  ticks: readonly { value: number; px: number; label: string }[],
  widthPx: number,
  sizePx: number,
): readonly Tick[] {
  return ticks.map((tick) => {
    const half = textWidth(tick.label, sizePx) / 2
    return { ...tick, labelPx: roundPx(Math.max(half, Math.min(widthPx - half, tick.px))) }
  })
}

function exactDomain({ slots }: Slots): readonly [number, number] {
  const first = slots[0]?.at ?? 0
  const last = slots.at(-1)?.at ?? 1
  if (first !== last) return [first, last]
  const room = first === 0 ? 1 : Math.abs(first) / 10
  return [first - room, last + room]
}

function insetDomain([from, to]: readonly [number, number], fromPx: number, toPx: number): readonly [number, number] {
  const room = ((to - from) * insetPx) / Math.max(1, toPx - fromPx - 2 * insetPx)
  return [from - room, to + room]
}
