import { columnLabel, isNumericType, isTemporalType, type CellValue } from '../../query/field'
import { ordinalRank } from './category-order'
import { formatBucket } from './time/format-time'
import { fullFormatter, plural } from './numbers/format-number'
import { categoryLabel, cellNumber, isGrouped, type Column, type PlotInput } from './read-columns'
import { autoFormat, signedFormat, signOf } from './numbers/signed-format'
import { addGrain, grainOf, hourMs, minuteMs, secondMs, type Grain } from './time/time-grain'
import { parseTime } from './time/parse-time'
import { instantOf, knownZone, wallOf } from './time/zoned-time'

/**
 * The distinct values of an x column, and for each row which of them it has (-1: dropped). firstWalls: where a slot is the only one
 * left of several neighbours, the wall times at which those begin.
 */
export interface Slots {
  readonly kind: 'time' | 'number' | 'category'
  readonly slots: readonly SlotValue[]
  readonly rowSlots: readonly number[]
  readonly grain: Grain | null
  /** Whether nearly every bucket is there, so that a missing one means something. */
  readonly regular: boolean
  /** Whether categories or bands have an order of their own. */
  readonly ordinal: boolean
  readonly zone: string
  readonly notes: readonly string[]
  readonly firstWalls?: readonly number[]
}

/**
 * at: instant or number to place it by; wall: what the clock shows. unfinished: the bucket ends after now. label: worked out
 * when read, since most are only read in a tooltip. cells: of the x column, that its rows have.
 */
export interface SlotValue {
  readonly key: string
  readonly label: string
  readonly at: number
  readonly wall: number
  readonly isNull: boolean
  readonly unfinished: boolean
  readonly cells: readonly CellValue[]
}

const mostFilledSlots = 3000
const leastSparseBandPx = 5
/** How much longer one step between bars may be than another before it has to be said. */
const mostUnevenSteps = 10

/** banded: numbers become categories in their order, as bars need them. */
export function slotsOf(column: Column, input: PlotInput, banded: boolean): Slots {
  if (isTemporalType(column.field.type)) return timeSlots(column, input, banded)
  if (isNumericType(column.field.type)) return numberSlots(column, input, banded)
  return categorySlots(column, input)
}

/** What the clock of a chart's zone shows. */
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
  const found = grainOf(present.map((at) => wallOf(at, dataZone)))
  const grain = found?.grain ?? (present.length === 1 && field.type === 'date' ? 'day' : null)
  const { filled, regular } = fill(present, grain, dataZone, input, banded)
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
      unfinished: found !== null && wall <= nowWall && addGrain(wall, found.grain, 1) > nowWall,
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
      ...droppedNote(rowSlots, columnLabel(field.name), input.locale),
      ...(banded && !regular && input.visual.type !== 'row' ? unevenNote(filled) : []),
    ],
  }
}

function numberSlots(column: Column, input: PlotInput, banded: boolean): Slots {
  const numbers = column.values.map(cellNumber)
  const present = [...new Set(numbers.filter((value) => value !== null))].sort((a, b) => a - b)
  const sign = signOf(input.data, column.field.name)
  const write = fullFormatter({
    locale: input.locale,
    format: sign === undefined ? { ...autoFormat, style: 'plain' } : signedFormat(autoFormat, sign),
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
    notes: droppedNote(rowSlots, columnLabel(column.field.name), input.locale),
  }
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
      unfinished: false,
      cells: [value],
    })
  }
  const rank =
    found.length <= 400
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
  // A key that no text can have: cells never hold a NUL.
  return { key: '\u0000null', label: categoryLabel(null, null), at, wall: 0, isNull: true, unfinished: false, cells }
}

/** The distinct cells by what they come down to; null: to nothing that is drawn. */
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

/**
 * Adds the buckets that have no row, when most have one: a stock's weekends are no gaps, a missing month is one. Few bars over a
 * long time stand where they belong as long as they can be seen there.
 */
function fill(
  present: readonly number[],
  grain: Grain | null,
  zone: string,
  input: PlotInput,
  banded: boolean,
): { filled: readonly number[]; regular: boolean } {
  const first = present[0]
  const last = present.at(-1)
  if (grain === null || first === undefined || last === undefined) return { filled: present, regular: false }
  const filled: number[] = []
  const stepMs = { hour: hourMs, minute: minuteMs, second: secondMs }[grain as string]
  const firstWall = wallOf(first, zone)
  for (let count = 0; ; count++) {
    const at = stepMs === undefined ? instantOf(addGrain(firstWall, grain, count), zone) : first + count * stepMs
    if (at > last) break
    if (filled.length > mostFilledSlots) return { filled: present, regular: false }
    filled.push(at)
  }
  const coverage = present.length / filled.length
  const known = new Set(filled)
  const fits = present.every((at) => known.has(at))
  const mostBands = coverage >= 0.3 ? 400 : input.visual.type === 'row' ? 0 : input.widthPx / leastSparseBandPx
  const wanted = input.visual.missing === 'zero' || coverage >= 0.75 || (banded && filled.length <= mostBands)
  return fits && wanted ? { filled, regular: true } : { filled: present, regular: false }
}

function unevenNote(times: readonly number[]): string[] {
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  const isUneven = steps.length > 1 && Math.max(...steps) > mostUnevenSteps * Math.min(...steps)
  return isUneven ? ['The bars stand side by side, though the times between them differ.'] : []
}

function droppedNote(rowSlots: readonly number[], name: string, locale: string): string[] {
  const dropped = rowSlots.reduce((count, slot) => count + (slot < 0 ? 1 : 0), 0)
  return dropped === 0 ? [] : [`${plural(locale, dropped, 'row')} without ${name} left out.`]
}
