import { formatTimeTick } from './format-time'
import { textWidth } from '../text/text-width'
import { addGrain, dayMs, floorTime, grains, hourMs, minuteMs, secondMs, type Grain } from './time-grain'

export interface TimeTick {
  readonly wall: number
  readonly label: string
}

/** Steps between ticks, the finest first. */
const steps: readonly (readonly [Grain, number])[] = [
  ['second', 1],
  ['second', 5],
  ['second', 15],
  ['second', 30],
  ['minute', 1],
  ['minute', 5],
  ['minute', 15],
  ['minute', 30],
  ['hour', 1],
  ['hour', 3],
  ['hour', 6],
  ['hour', 12],
  ['day', 1],
  ['day', 2],
  ['day', 4],
  ['week', 1],
  ['week', 2],
  ['week', 4],
  ['quarter', 1],
  ['month', 1],
  ['month', 2],
  ['month', 3],
  ['month', 6],
  ['year', 1],
  ['year', 2],
  ['year', 5],
  ['year', 10],
  ['year', 20],
  ['year', 50],
  ['year', 100],
  ['year', 250],
  ['year', 500],
  ['year', 1000],
]
const labelGapPx = 16
const leastTickGapPx = 28

export interface TimeTickOptions {
  /** The wall times at the ends of the drawing. */
  readonly from: number
  readonly to: number
  /** The grain of the buckets; ticks are never finer. */
  readonly grain: Grain | null
  readonly weekday: number
  readonly locale: string
  /** The present wall time. */
  readonly now: number
  /** Returns the position of a wall time in px; null if it cannot have a tick. */
  readonly pxOf: (wall: number) => number | null
  readonly labelSizePx: number
}

/** Returns the finest round ticks whose labels do not touch. */
export function timeTicks(options: TimeTickOptions): readonly TimeTick[] {
  let best: readonly TimeTick[] = []
  for (const [unit, step] of steps) {
    if (!isAllowed(unit, step, options)) continue
    const ticks = ticksOf(unit, step, options)
    if (ticks === null) continue
    if (fits(ticks, options)) return ticks.length > 0 ? ticks : best
    best = ticks.slice(0, 1)
  }
  return best
}

function isAllowed(unit: Grain, step: number, { grain, from, to }: TimeTickOptions): boolean {
  if (grain !== null && grains.indexOf(unit) > grains.indexOf(grain)) return false
  if (unit === 'quarter') return grain === 'quarter'
  if (grain === 'quarter' && unit === 'month') return false
  // Weeks step evenly through months; other daily data reads better by month.
  if (unit === 'week') return to - from < 400 * dayMs
  if (unit === 'day' && step > 1) return grain !== 'week'
  return true
}

function ticksOf(unit: Grain, step: number, options: TimeTickOptions): readonly TimeTick[] | null {
  const { from, to, weekday, locale, now, pxOf } = options
  const most = (to - from) / (approximateMs[unit] * step)
  if (most > 150) return null
  // The ticks would be too close for any labels.
  const lengthPx = Math.abs((pxOf(to) ?? 0) - (pxOf(from) ?? 0))
  if (most > 2 && lengthPx / most < leastTickGapPx) return null
  const ticks: TimeTick[] = []
  let previous: number | null = null
  for (let wall = firstTick(from, unit, step, weekday); wall <= to; wall = addGrain(wall, unit, step)) {
    if (wall < from || pxOf(wall) === null) continue
    ticks.push({ wall, label: formatTimeTick(wall, previous, unit, locale, now) })
    previous = wall
  }
  return ticks
}

function firstTick(from: number, unit: Grain, step: number, weekday: number): number {
  const start = floorTime(from, unit, weekday)
  const date = new Date(start)
  switch (unit) {
    case 'year':
      return addGrain(start, 'year', -(((date.getUTCFullYear() % step) + step) % step))
    case 'month':
      return addGrain(start, 'month', -(date.getUTCMonth() % step))
    case 'quarter':
    case 'week':
      return start
    case 'day':
      return start - (Math.floor(start / dayMs) % step) * dayMs
    case 'hour':
      return start - (date.getUTCHours() % step) * hourMs
    case 'minute':
      return start - (date.getUTCMinutes() % step) * minuteMs
    case 'second':
      return start - (date.getUTCSeconds() % step) * secondMs
  }
}

function fits(ticks: readonly TimeTick[], { pxOf, labelSizePx }: TimeTickOptions): boolean {
  let end = -Infinity
  for (const tick of ticks) {
    const half = textWidth(tick.label, labelSizePx) / 2
    const px = pxOf(tick.wall) ?? 0
    if (px - half < end + labelGapPx) return false
    end = px + half
  }
  return true
}

const approximateMs: Readonly<Record<Grain, number>> = {
  year: 365 * dayMs,
  quarter: 91 * dayMs,
  month: 30 * dayMs,
  week: 7 * dayMs,
  day: dayMs,
  hour: hourMs,
  minute: minuteMs,
  second: secondMs,
}
