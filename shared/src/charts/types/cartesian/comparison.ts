import { isTemporalType } from '../../../query/field'
import type { Compared } from '../../../builder/comparison'
import { formatDate } from '../../plot/time/format-time'
import { addGrain, dayMs } from '../../plot/time/time-grain'
import { parseTime } from '../../plot/time/parse-time'
import { knownZone, wallOf } from '../../plot/time/zoned-time'
import { cellNumber, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import type { Series } from '../../plot/series-of'

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
  /** Returns what a series, or all of them together, had so much before a wall time; null for nothing. */
  readonly at: (series: Pick<Series, 'styleKey' | 'measure'> | 'total', wall: number) => number | null
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
  const shifted = compared.before === null ? null : clampedWall(Date.parse(compared.before), compared)
  // The days of a bucket that is cut are those of the chart itself.
  const end = cut !== null && shifted !== null && shifted > cut && shifted <= from ? cut : shifted
  const valueAt = valueFinder(input, walls)
  return {
    input: own,
    earlier: {
      days: daysText(compared, end, input),
      at: (series, wall) => {
        const at = earlierWall(wall, compared)
        return at === null || at === cut ? null : valueAt(series, at)
      },
    },
    notes: [],
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

/** Returns true for the bucket that the first day is inside of: it holds no day before that one. */
function isCut(wall: number, from: number, { field }: Column, { data: { grains = {} } }: PlotInput): boolean {
  const grain = Object.hasOwn(grains, field.name) ? grains[field.name] : undefined
  return grain !== undefined && wall < from && addGrain(wall, grain, 1) > from
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

function valueFinder({ visual, data, isDrawn }: PlotInput, walls: readonly (number | null)[]): Earlier['at'] {
  const color = visual.color === null ? null : getColumn(data, visual.color)
  const measures = visual.y.map((name) => ({ name, values: getColumn(data, name)?.values ?? [] }))
  const known = new Map<string, Map<number, number>>()
  const add = (key: string, wall: number, value: number) => {
    const byWall = known.get(key) ?? new Map<number, number>()
    known.set(key, byWall)
    byWall.set(wall, (byWall.get(wall) ?? 0) + value)
  }
  walls.forEach((wall, row) => {
    if (wall === null || isDrawn?.[row] === false) return
    const category = color === null ? null : String(color.values[row] ?? '')
    if (measures.length === 0) {
      add(keyOf('', category), wall, 1)
      add(totalKey, wall, 1)
    }
    for (const { name, values } of measures) {
      const value = cellNumber(values[row] ?? null)
      if (value === null) continue
      add(keyOf(name, category), wall, value)
      add(totalKey, wall, value)
    }
  })
  return (series, wall) => {
    const key =
      series === 'total'
        ? totalKey
        : keyOf(measures.length === 0 ? '' : series.measure, color === null ? null : series.styleKey)
    return known.get(key)?.get(wall) ?? null
  }
}

const totalKey = 'total'

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

/** As `earlierWall`, with the last day of a month that is too short. */
function clampedWall(wall: number, shift: Shift): number {
  return earlierWall(wall, shift) ?? clampedWall(wall - dayMs, shift)
}
