import { isTemporalType } from '../../../query/field'
import type { Compared } from '../../../builder/comparison'
import { formatDate } from '../../plot/time/format-time'
import { addGrain, dayMs } from '../../plot/time/time-grain'
import { parseTime } from '../../plot/time/parse-time'
import { knownZone, wallOf } from '../../plot/time/zoned-time'
import { cellNumber, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import { countMeasure, type Series } from '../../plot/series-of'

/** The rows of a chart's answer that are of its own days, and those that they are compared with. */
export interface ComparedRows {
  /** The answer without the rows of earlier. */
  readonly input: PlotInput
  readonly earlier: Earlier | null
  readonly notes: readonly string[]
}

/** Finds the values of earlier. days: those compared with, in words. */
export interface Earlier {
  readonly days: string
  /** Returns what a series had so much before a wall time; null for nothing. */
  readonly at: (series: Series, wall: number) => number | null
  /**
   * Returns what a stack had so much before a wall time: without the series that are hidden, with those that had values
   * only then. all: the series of the answer. shown: those of them that are drawn.
   */
  readonly totalAt: (all: readonly Series[], shown: readonly Series[]) => (wall: number) => number | null
}

type Shift = Extract<Compared, { readonly count: number }>

/** Takes the rows of earlier out of an answer, if it has any. */
export function splitCompared(input: PlotInput): ComparedRows {
  const { visual, data } = input
  const { compared } = data
  const asItIs = (...notes: readonly string[]): ComparedRows => ({ input, earlier: null, notes })
  if (compared === undefined)
    return visual.compare === 'none' ? asItIs() : asItIs('The answer is not compared yet: ask again.')
  if ('refusal' in compared)
    return visual.compare === 'none' ? asItIs() : asItIs(`Nothing is compared: ${compared.refusal}.`)
  const column = compared.column === visual.x ? getColumn(data, compared.column) : null
  if (column === null || !isTemporalType(column.field.type)) return asItIs()
  const walls = wallsOf(column, input)
  const from = compared.from === null ? -Infinity : Date.parse(compared.from)
  const cut = walls.find((wall) => wall !== null && isCut(wall, from, column, input)) ?? null
  const isOwn = walls.map((wall) => wall === null || wall >= from || wall === cut)
  const own = rowsOf(input, isOwn)
  if (visual.compare === 'none') return { input: own, earlier: null, notes: [] }
  const last = compared.before === null ? Infinity : Date.parse(compared.before)
  const shifted = last === Infinity ? null : shiftedEnd(last, compared)
  // The days of a bucket that is cut are those of the chart itself.
  const end = cut !== null && shifted !== null && shifted > cut && shifted <= from ? cut : shifted
  const values = earlierValues(input, walls)
  // What the last bucket is compared with is cut short as it is, unless the chart itself shows all of it.
  const isWholeEarlier = shifted !== null && shifted > (cut ?? from)
  const isUnlike = (wall: number) =>
    (cut !== null && earlierWall(wall, compared) === cut) || (isWholeEarlier && isCut(wall, last, column, input))
  const before = (find: (wall: number) => number | null) => (wall: number) => {
    const at = earlierWall(wall, compared)
    return at === null || isUnlike(wall) ? null : find(at)
  }
  const hasUnlike = walls.some((wall, row) => wall !== null && isOwn[row] === true && isUnlike(wall))
  return {
    input: own,
    earlier: {
      days: daysText(compared, end, input),
      at: (series, wall) => before((at) => values.at(series, at))(wall),
      totalAt: (all, shown) => before(values.totalAt(all, shown)),
    },
    notes: hasUnlike
      ? ['What a filter cuts short is compared with nothing that is whole, nor the other way round.']
      : [],
  }
}

/**
 * Returns the wall time so much earlier; null where the calendar has none: 29 February has no day a year before, and a
 * 31st none a month before.
 */
export function earlierWall(wall: number, { count, unit }: Pick<Shift, 'count' | 'unit'>): number | null {
  const timeOfDay = wall - Math.floor(wall / dayMs) * dayMs
  const day = wall - timeOfDay
  const moved = addGrain(day, unit, -count)
  const isOfMonths = unit === 'month' || unit === 'quarter' || unit === 'year'
  if (isOfMonths && new Date(moved).getUTCDate() !== new Date(day).getUTCDate()) return null
  return moved + timeOfDay
}

/** Returns true for the bucket that a day is inside of, where a filter begins or ends. */
function isCut(wall: number, day: number, { field }: Column, { data: { grains = {} } }: PlotInput): boolean {
  const grain = Object.hasOwn(grains, field.name) ? grains[field.name] : undefined
  return grain !== undefined && wall < day && addGrain(wall, grain, 1) > day
}

function wallsOf({ values }: Column, { visual, timeZone }: PlotInput): readonly (number | null)[] {
  const zone = knownZone(visual.timeZone ?? timeZone)
  return values.map((value) => {
    const time = typeof value === 'string' ? parseTime(value) : null
    if (time === null) return null
    return time.hasOffset ? wallOf(time.ms, zone) : time.ms
  })
}

function rowsOf(input: PlotInput, isKept: readonly boolean[]): PlotInput {
  const { data, isDrawn } = input
  if (isKept.every(Boolean)) return input
  const kept = <T>(list: readonly T[]) => list.filter((_, row) => isKept[row] === true)
  return {
    ...input,
    data: { ...data, columns: data.columns.map((cells) => kept(cells)), rowCount: kept(isKept).length },
    ...(isDrawn === undefined ? {} : { isDrawn: kept(isDrawn) }),
  }
}

/** The values of one measure and category by wall time. category: null where no column colours. */
interface Known {
  readonly measure: string
  readonly category: string | null
  readonly byWall: Map<number, number>
}

function earlierValues(
  { visual, data, isDrawn }: PlotInput,
  walls: readonly (number | null)[],
): Pick<Earlier, 'at' | 'totalAt'> {
  const color = visual.color === null ? null : getColumn(data, visual.color)
  const measures = (visual.y.length === 0 ? [countMeasure] : visual.y).map((name) => ({
    name,
    values: visual.y.length === 0 ? null : (getColumn(data, name)?.values ?? []),
  }))
  const known = new Map<string, Known>()
  const add = (measure: string, category: string | null, wall: number, value: number) => {
    const key = keyOf(measure, category)
    const found = known.get(key) ?? { measure, category, byWall: new Map<number, number>() }
    known.set(key, found)
    found.byWall.set(wall, (found.byWall.get(wall) ?? 0) + value)
  }
  walls.forEach((wall, row) => {
    if (wall === null || isDrawn?.[row] === false) return
    const category = color === null ? null : String(color.values[row] ?? '')
    for (const { name, values } of measures) {
      const value = values === null ? 1 : cellNumber(values[row] ?? null)
      if (value !== null) add(name, category, wall, value)
    }
  })
  const keyOfSeries = ({ measure, styleKey }: Series) => keyOf(measure, color === null ? null : styleKey)
  const hiddenKeys = new Set(visual.seriesStyles.filter(({ isHidden }) => isHidden).map(({ series }) => series))
  return {
    at: (series, wall) => known.get(keyOfSeries(series))?.byWall.get(wall) ?? null,
    totalAt: (all, shown) => {
      const named = new Map(all.filter(({ styleKey }) => styleKey !== null).map((one) => [keyOfSeries(one), one]))
      const rests = new Map(all.filter(({ styleKey }) => styleKey === null).map((one) => [one.measure, one]))
      const shownIds = new Set(shown.map(({ id }) => id))
      const counted = [...known].flatMap(([key, { measure, category, byWall }]) => {
        const one = named.get(key) ?? rests.get(measure)
        const isHidden = one === undefined ? hiddenKeys.has(category ?? measure) : !shownIds.has(one.id)
        return isHidden ? [] : [byWall]
      })
      return (wall) => {
        const values = counted.flatMap((byWall) => byWall.get(wall) ?? [])
        return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
      }
    },
  }
}

function keyOf(measure: string, category: string | null): string {
  return JSON.stringify([measure, category])
}

/** Says which days are compared with, such as `Jan 1, 2025 – Mar 31, 2025`. before: the day after the last of them. */
function daysText(compared: Shift, before: number | null, { locale }: PlotInput): string {
  const { count, unit, from } = compared
  const start = from === null ? null : clampedWall(Date.parse(from), compared)
  const end = before === null ? null : before - dayMs
  if (start !== null && end !== null) return `${formatDate(start, locale)} – ${formatDate(end, locale)}`
  if (start !== null) return `from ${formatDate(start, locale)}`
  return count === 1 ? `a ${unit} before` : `${count} ${unit}s before`
}

/** Returns the day after the last of those compared with. before: that of the chart's own; see `compareQuestion`. */
function shiftedEnd(before: number, shift: Shift): number {
  return new Date(before).getUTCDate() === 1 ? clampedWall(before, shift) : clampedWall(before - dayMs, shift) + dayMs
}

/** As `earlierWall`, with the last day of a month that is too short. */
function clampedWall(wall: number, shift: Shift): number {
  return earlierWall(wall, shift) ?? clampedWall(wall - dayMs, shift)
}
