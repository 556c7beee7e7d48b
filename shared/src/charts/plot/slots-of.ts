import { missingAdvice } from './text/advice'
import { shownLabel, shownOf } from '../../query/run-query'
import { isNumericType, isTemporalType, type CellValue } from '../../query/field'
import { ordinalRank } from './category-order'
import { formatBucket } from './time/format-time'
import { fullFormatter, plural } from './numbers/format-number'
import { leftOutNotes } from './numbers/undrawable-notes'
import { categoryLabel, cellNumber, isGrouped, isOfOthers, type Column, type PlotInput } from './read-columns'
import { autoFormat, type NumberBin } from '../../query/number-format'
import { columnNumberFormat } from './numbers/signed-format'
import { addGrain, grainFromTimes, hourMs, minuteMs, secondMs, type Grain } from './time/time-grain'
import { parseTime } from './time/parse-time'
import { instantOf, knownZone, wallOf } from './time/zoned-time'

/**
 * The distinct values of an x column and, for each row, the index of its slot (-1: dropped). firstWalls: if each slot
 * replaces several neighbours, the wall times at which those begin.
 */
export interface Slots {
  readonly kind: 'time' | 'number' | 'category'
  readonly slots: readonly SlotValue[]
  readonly rowSlots: readonly number[]
  readonly grain: Grain | null
  /** True if nearly every bucket is present, so that a missing one means something. */
  readonly regular: boolean
  /** True if categories or bands have a natural order. */
  readonly ordinal: boolean
  readonly zone: string
  readonly notes: readonly string[]
  readonly firstWalls?: readonly number[]
}

/**
 * at: the instant or number that positions it. wall: its local time. unfinished: the bucket ends after now. label:
 * computed when read, since most are only read in a tooltip. isOthers: stands for all other values. cells: the x values of its rows.
 */
export interface SlotValue {
  readonly key: string
  readonly label: string
  readonly at: number
  readonly wall: number
  readonly isNull: boolean
  readonly isOthers?: boolean
  readonly unfinished: boolean
  readonly cells: readonly CellValue[]
}

const mostFilledSlots = 3000
const mostFilledBands = 400
const leastSparseBandPx = 5
/** A larger difference between the steps of bars must be mentioned in a note. */
const mostUnevenSteps = 10

/** Returns the slots of a column. banded: turns numbers into ordered categories, as bars need them. */
export function slotsOf(column: Column, input: PlotInput, banded: boolean): Slots {
  const { isDrawn } = input
  const found = allSlots(column, input, banded)
  if (isDrawn === undefined) return found
  return { ...found, rowSlots: found.rowSlots.map((slot, row) => (isDrawn[row] === true ? slot : -1)) }
}

function allSlots(column: Column, input: PlotInput, banded: boolean): Slots {
  if (isTemporalType(column.field.type)) return timeSlots(column, input, banded)
  const { bin } = shownOf(input.data, column.field.name)
  if (bin !== undefined) return numberSlots(column, input, true, bin)
  if (isNumericType(column.field.type)) return numberSlots(column, input, banded)
  return categorySlots(column, input)
}

/** Returns the one slot of all rows together. */
export function wholeSlot(rowCount: number): Slots {
  const slot = { key: '', label: 'All rows', at: 0, wall: 0, isNull: false, unfinished: false, cells: [] }
  return {
    kind: 'category',
    slots: [slot],
    rowSlots: Array.from({ length: rowCount }, () => 0),
    grain: null,
    regular: false,
    ordinal: true,
    zone: 'UTC',
    notes: [],
  }
}

/** Returns the present wall time in the chart's zone. */
export function nowWallOf(input: PlotInput): number {
  return wallOf(input.now, zoneOf(input))
}

function zoneOf({ visual, timeZone }: PlotInput): string {
  return knownZone(visual.timeZone ?? timeZone)
}

function timeSlots({ field, values }: Column, input: PlotInput, banded: boolean): Slots {
  const zone = zoneOf(input)
  const times = values.map((value) => (typeof value === 'string' ? parseTime(value) : null))
  const hasOffset = times.some((time) => time?.hasOffset === true)
  const dataZone = hasOffset ? zone : 'UTC'
  const present = [...new Set(times.flatMap((time) => (time === null ? [] : [time.ms])))].sort((a, b) => a - b)
  const found = grainFromTimes(present.map((at) => wallOf(at, dataZone)))
  const { grains = {} } = input.data
  const asked = Object.hasOwn(grains, field.name) ? (grains[field.name] ?? null) : null
  const bucket = asked ?? found?.grain ?? null
  const grain = bucket ?? (present.length === 1 && field.type === 'date' ? 'day' : null)
  const { filled, regular, notes } = fill(present, { grain, isAsked: asked !== null, zone: dataZone, banded }, input)
  const nowWall = nowWallOf(input)
  const cells = cellsBy(values, (_, row) => times[row]?.ms ?? null)
  const slots = filled.map((at): SlotValue => {
    const wall = wallOf(at, dataZone)
    return {
      key: String(at),
      at,
      wall,
      isNull: false,
      get label() {
        return formatBucket(wall, grain, input.locale)
      },
      unfinished: bucket !== null && wall <= nowWall && addGrain(wall, bucket, 1) > nowWall,
      cells: cells.get(at) ?? [],
    }
  })
  const indexByTime = new Map(filled.map((at, index) => [at, index]))
  const rowSlots = times.map((time) => (time === null ? -1 : (indexByTime.get(time.ms) ?? -1)))
  return {
    kind: 'time',
    slots,
    rowSlots,
    grain,
    regular,
    ordinal: true,
    zone: dataZone,
    notes: [
      ...droppedNote(rowSlots, shownLabel(input.data, field.name), input.locale),
      ...(banded && !regular && input.visual.type !== 'row' ? unevenNote(filled) : []),
      ...notes,
    ],
  }
}

/** bin: the numbers are where bins begin, and those without rows between them have slots too, as far as they are few. */
function numberSlots(column: Column, input: PlotInput, banded: boolean, bin?: NumberBin): Slots {
  const numbers = column.values.map(cellNumber)
  const known = [...new Set(numbers.filter((value) => value !== null))].sort((a, b) => a - b)
  const present = bin === undefined ? known : withEmptyBins(known, bin)
  const format = columnNumberFormat(autoFormat, input.data, column.field.name)
  const write = fullFormatter({
    locale: input.locale,
    format: format.style === 'auto' && format.unit === '' ? { ...format, style: 'plain' } : format,
    grouping: isGrouped(column),
  })
  const cells = cellsBy(column.values, (_, row) => numbers[row] ?? null)
  const slots = present.map((at): SlotValue => ({
    key: String(at),
    get label() {
      return write(at)
    },
    at,
    wall: at,
    isNull: false,
    unfinished: false,
    cells: cells.get(at) ?? [],
  }))
  const indexByNumber = new Map(present.map((at, index) => [at, index]))
  const hasNull = banded && numbers.includes(null)
  if (hasNull) slots.push(nullSlot(slots.length, [...new Set(column.values.filter((_, row) => numbers[row] === null))]))
  const rowSlots = numbers.map((value) =>
    value === null ? (hasNull ? slots.length - 1 : -1) : (indexByNumber.get(value) ?? -1),
  )
  return {
    kind: banded ? 'category' : 'number',
    slots,
    rowSlots,
    grain: null,
    regular: false,
    ordinal: true,
    zone: 'UTC',
    notes: leftOutNotes(
      column.values.filter((_, row) => rowSlots[row] === -1),
      `without ${shownLabel(input.data, column.field.name)}`,
      { locale: input.locale },
    ),
  }
}

function withEmptyBins(starts: readonly number[], { width }: NumberBin): readonly number[] {
  const [first = 0] = starts
  const count = Math.round(((starts.at(-1) ?? first) - first) / width) + 1
  if (count > mostFilledBands) return starts
  const known = new Map(starts.map((start) => [Math.round((start - first) / width), start]))
  const at = (index: number) => known.get(index) ?? Number((first + index * width).toPrecision(15))
  return Array.from({ length: count }, (_, index) => at(index))
}

function categorySlots(column: Column, input: PlotInput): Slots {
  const { values } = column
  const indexByKey = new Map<string, number>()
  const found: SlotValue[] = []
  for (const value of values) {
    if (value === null) continue
    const key = String(value)
    if (indexByKey.has(key)) continue
    indexByKey.set(key, found.length)
    const at = found.length
    found.push({
      key,
      label: categoryLabel(value, column),
      at,
      wall: 0,
      isNull: false,
      isOthers: isOfOthers(value, column.field.name, input.data),
      unfinished: false,
      cells: [value],
    })
  }
  const rank =
    found.length <= mostFilledSlots
      ? ordinalRank(
          found.map((slot) => slot.key),
          input.weekStart,
        )
      : null
  const slots = rank === null ? found : found.toSorted((a, b) => rank(a.key) - rank(b.key))
  slots.forEach((slot, index) => indexByKey.set(slot.key, index))
  if (values.includes(null)) slots.push(nullSlot(slots.length, [null]))
  const rowSlots = values.map((value) => (value === null ? slots.length - 1 : (indexByKey.get(String(value)) ?? -1)))
  return {
    kind: 'category',
    slots,
    rowSlots,
    grain: null,
    regular: false,
    ordinal: rank !== null,
    zone: 'UTC',
    notes: [],
  }
}

function nullSlot(at: number, cells: readonly CellValue[]): SlotValue {
  // No text has this key, because cells never contain a NUL.
  return { key: '\u0000null', label: categoryLabel(null, null), at, wall: 0, isNull: true, unfinished: false, cells }
}

/** Groups the distinct cells by key; cells with the key null are not drawn. */
function cellsBy(
  values: readonly CellValue[],
  keyOf: (cell: CellValue, row: number) => number | null,
): ReadonlyMap<number, readonly CellValue[]> {
  const cells = new Map<number, CellValue[]>()
  values.forEach((cell, row) => {
    const key = keyOf(cell, row)
    if (key === null) return
    const known = cells.get(key)
    if (known === undefined) cells.set(key, [cell])
    else if (!known.includes(cell)) known.push(cell)
  })
  return cells
}

interface Buckets {
  readonly grain: Grain | null
  /** True if the question groups by the grain; otherwise it is guessed from the times. */
  readonly isAsked: boolean
  readonly zone: string
  readonly banded: boolean
}

interface FilledTimes {
  readonly filled: readonly number[]
  /** See `Slots`. */
  readonly regular: boolean
  readonly notes: readonly string[]
}

const acrossGaps = 'The line is drawn across'

/** Tells the note of a line that hides buckets without rows. */
export function isNoteOfGaps(note: string): boolean {
  return note.startsWith(acrossGaps)
}

/**
 * Adds buckets without rows. A line gets them if the question groups by the grain, if a person chose how missing values
 * are shown, or if most buckets have a row: a stock's weekends are no gaps, but a missing month is one. Bars get them
 * as long as they stay visible. Times without a regular step have no buckets.
 */
function fill(present: readonly number[], buckets: Buckets, input: PlotInput): FilledTimes {
  const { grain, isAsked, zone, banded } = buckets
  const asItIs = { filled: present, regular: false, notes: [] }
  const [first] = present
  const last = present.at(-1)
  if (grain === null || first === undefined || last === undefined) return asItIs
  const { missing, type } = input.visual
  const stepMs = stepOf(grain)
  const hasStep = stepMs === undefined || isUsualStep(present, stepMs)
  const isWanted = !banded && (isAsked || (missing !== 'auto' && hasStep))
  if (input.thinnedTo !== undefined) return isWanted ? fillThinned(present, buckets, input) : asItIs
  const all = bucketsBetween(first, last, grain, zone)
  if (all === null) {
    return isWanted ? { ...asItIs, filled: withHoleEnds(present, grain, zone), regular: true } : asItIs
  }
  const known = new Set(all)
  if (!present.every((at) => known.has(at))) return asItIs
  const coverage = present.length / all.length
  const mostBands =
    isAsked || coverage >= 0.3 ? mostFilledBands : type === 'row' ? 0 : input.widthPx / leastSparseBandPx
  if (isWanted || coverage >= 0.75 || (banded && all.length <= mostBands))
    return { filled: all, regular: true, notes: [] }
  const left = plural(input.locale, all.length - present.length, `${grain} without rows`, `${grain}s without rows`)
  return banded || !hasStep ? asItIs : { ...asItIs, notes: [`${acrossGaps} ${left}. ${missingAdvice}`] }
}

/** Returns every bucket from the first to the last; null if they are too many to draw. */
function bucketsBetween(first: number, last: number, grain: Grain, zone: string): readonly number[] | null {
  const bucketAt = bucketsFrom(first, grain, zone)
  const all: number[] = []
  for (let count = 0; ; count++) {
    const at = bucketAt(count)
    if (at > last) return all
    if (all.length > mostFilledSlots) return null
    all.push(at)
  }
}

/** Returns a function from n to the start of the nth bucket after the one at `start`. */
function bucketsFrom(start: number, grain: Grain, zone: string): (count: number) => number {
  const stepMs = stepOf(grain)
  if (stepMs !== undefined) return (count) => start + count * stepMs
  const wall = wallOf(start, zone)
  return (count) => instantOf(addGrain(wall, grain, count), zone)
}

/**
 * Returns the times, with the first and last bucket of each gap: enough to interrupt a line or to draw it along zero.
 */
function withHoleEnds(present: readonly number[], grain: Grain, zone: string): readonly number[] {
  return present.flatMap((at, index) => {
    const next = present[index + 1]
    const from = bucketsFrom(at, grain, zone)(1)
    if (next === undefined || from >= next) return [at]
    const to = bucketsFrom(next, grain, zone)(-1)
    return to > from ? [at, from, to] : [at, from]
  })
}

/**
 * Interrupts a line that the engine has thinned, wherever a column of pixels longer than a bucket has no point. Only
 * done for a single series, since several have points at different times.
 */
function fillThinned(present: readonly number[], { grain, zone }: Buckets, input: PlotInput): FilledTimes {
  const [first = 0] = present
  const columnMs = ((present.at(-1) ?? first) - first) / (input.thinnedTo ?? 1)
  const bucketMs = grain === null ? Infinity : addGrain(wallOf(first, zone), grain, 1) - wallOf(first, zone)
  if (input.visual.color !== null || bucketMs > columnMs) return { filled: present, regular: false, notes: [] }
  const filled = present.flatMap((at, index) => {
    const next = present[index + 1]
    // Points of neighbouring columns are less than two columns apart.
    return next === undefined || next - at <= 2 * columnMs ? [at] : [at, at + columnMs, next - columnMs]
  })
  return { filled, regular: true, notes: [] }
}

/**
 * Returns true if at least half of the times follow the previous one by the step; otherwise they are single moments,
 * and nothing is missing between them.
 */
function isUsualStep(times: readonly number[], stepMs: number): boolean {
  const usual = times.filter((at, index) => index > 0 && at - (times[index - 1] ?? 0) === stepMs).length
  return 2 * usual >= times.length - 1
}

function stepOf(grain: Grain): number | undefined {
  return { hour: hourMs, minute: minuteMs, second: secondMs }[grain as string]
}

function unevenNote(times: readonly number[]): string[] {
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  const isUneven = steps.length > 1 && Math.max(...steps) > mostUnevenSteps * Math.min(...steps)
  return isUneven ? ['The bars are evenly spaced, though the times between them differ.'] : []
}

function droppedNote(rowSlots: readonly number[], name: string, locale: string): string[] {
  const dropped = rowSlots.reduce((count, slot) => count + (slot < 0 ? 1 : 0), 0)
  return dropped === 0 ? [] : [`${plural(locale, dropped, 'row')} without ${name} left out.`]
}
