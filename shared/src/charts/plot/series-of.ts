import { autoFormat } from '../../query/number-format'
import { shownLabel } from '../../query/run-query'
import type { CellValue } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'
import type { ResultData } from '../../query/run-query'
import { categoryColors } from './colors/assign-colors'
import { ordinalRank } from './category-order'
import { cellsCondition, otherConditions } from './mark-conditions'
import { measureColor } from './colors/measure-hues'
import { hueColor, hueCount, hueDash, otherColor } from './colors/palette'
import { fullFormatter, plural } from './numbers/format-number'
import { columnNumberFormat } from './numbers/signed-format'
import { undrawableNotes } from './numbers/undrawable-notes'
import { canMeasure, categoryLabel, cellNumber, chosenFor, getColumn, isOfOthers, type PlotInput } from './read-columns'
import type { Slots } from './slots-of'

/**
 * One measure per slot. dash: see `hueDash`. conditions: distinguish its rows from those of other series. values: null
 * if the measure is null, undefined if the slot has no row. counts: the number of rows behind each value.
 */
export interface Series {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly dash: string
  readonly measure: string
  /** The key of its style: the measure or the category, empty for none; null for the rest. */
  readonly styleKey: string | null
  readonly conditions: readonly ResultFilter[]
  readonly values: readonly (number | null | undefined)[]
  readonly counts: readonly number[]
}

export interface SeriesSet {
  readonly series: readonly Series[]
  readonly notes: readonly string[]
}

/**
 * The number of rows behind each row of a binned result. counts: rows. isRest: true if it belongs to the `restCount`
 * series that were added up.
 */
export interface CountedRows {
  readonly counts: readonly number[]
  readonly isRest: readonly boolean[]
  readonly restCount: number
}

/** The name of the row count, used if no measure is chosen. */
export const countMeasure = 'Rows'

const otherId = '\u0000other'
const nullId = '\u0000null'

/**
 * Returns the measures of the rows by slot, split by the colour column. With more than seven categories the largest
 * keep their colours; the rest is summed as Other if sums mean something (`additive`), otherwise left out with a note.
 */
export function seriesOf(
  input: PlotInput,
  { slots, rowSlots }: Pick<Slots, 'slots' | 'rowSlots'>,
  additive: boolean,
  counted?: CountedRows,
): SeriesSet {
  const { visual, data } = input
  const measures = visual.y.length === 0 ? [countMeasure] : visual.y
  const color = visual.color === null ? null : getColumn(data, visual.color)
  const notes: string[] = []
  const undrawable: CellValue[] = []
  let repeated = 0
  const all: Series[] = []
  const colorsOfMeasures = measureColors(measures, input)
  const format = columnNumberFormat(autoFormat, data, color?.field.name)
  const writeBin = format.bin === undefined ? null : fullFormatter({ locale: input.locale, format })
  const labelOf = (category: CellValue) =>
    writeBin === null || category === null ? categoryLabel(category, color) : writeBin(Number(category))
  for (const [index, measure] of measures.entries()) {
    const given = visual.y.length === 0 ? null : measureColumn(data, measure)
    const numbers = given === null ? null : given.map(cellNumber)
    const groups = new Map<string, Group>()
    for (let row = 0; row < data.rowCount; row++) {
      const slot = rowSlots[row] ?? -1
      if (slot < 0) continue
      const isRest = counted?.isRest[row] === true
      const category = color === null ? measure : (color.values[row] ?? null)
      const key = isRest ? otherId : category === null ? nullId : String(category)
      let group = groups.get(key)
      if (group === undefined) {
        group = {
          key,
          label: labelOf(category),
          cell: category,
          values: Array(slots.length).fill(undefined),
          counts: Array(slots.length).fill(0),
        }
        groups.set(key, group)
      }
      const n = counted?.counts[row] ?? 1
      const value = numbers === null ? n : (numbers[row] ?? null)
      const before = group.values[slot]
      if (numbers !== null && group.counts[slot] !== 0) repeated++
      group.values[slot] = value === null ? (before ?? null) : (before ?? 0) + value
      group.counts[slot] = (group.counts[slot] ?? 0) + n
      if (value === null) undrawable.push(given?.[row] ?? null)
    }
    if (color === null) {
      const group = groups.get(measure)
      all.push({
        id: measure,
        label: shownLabel(data, measure),
        measure,
        styleKey: measure,
        conditions: [],
        color: colorsOfMeasures[index] ?? otherColor,
        dash: hueDash(index),
        values: group?.values ?? Array(slots.length).fill(undefined),
        counts: group?.counts ?? Array(slots.length).fill(0),
      })
      continue
    }
    // The colour distinguishes categories, so each further measure gets another dash.
    const dash = hueDash(index * hueCount)
    const addedUp = groups.get(otherId)
    groups.delete(otherId)
    const { kept, rest: unnamed } = largest([...groups.values()], input.weekStart, (key) =>
      input.seriesIds?.indexOf(measures.length === 1 ? key : `${measure}\u0000${key}`),
    )
    const rest = addedUp === undefined ? unnamed : [...unnamed, addedUp]
    const restCount = unnamed.length + (addedUp === undefined ? 0 : (counted?.restCount ?? 0))
    const chosen = chosenFor(input, color.field.name)
    const colored = kept.filter(
      ({ key, cell }) => chosen?.has(key) === true || !isOfOthers(cell, color.field.name, data),
    )
    const colors = categoryColors(colored.map(categoryOf), color.field.name, data.hues, chosen)
    for (const group of kept) {
      all.push({
        id: measures.length === 1 ? group.key : `${measure}\u0000${group.key}`,
        label: measures.length === 1 ? group.label : `${shownLabel(data, measure)}, ${group.label}`,
        color: colors.get(categoryOf(group)) ?? otherColor,
        dash,
        measure,
        styleKey: group.key === nullId ? '' : group.key,
        conditions: [cellsCondition(color.field.name, [group.cell])],
        values: group.values,
        counts: group.counts,
      })
    }
    if (rest.length > 0 && additive) {
      all.push({
        ...sumOf(rest, slots.length),
        id: measures.length === 1 ? otherId : `${measure}${otherId}`,
        measure,
        styleKey: null,
        conditions: otherConditions(
          color.field.name,
          kept.map(({ cell }) => cell),
        ),
        color: otherColor,
        dash,
        label: measures.length === 1 ? `Other (${restCount})` : `${shownLabel(data, measure)}, other (${restCount})`,
      })
    } else if (rest.length > 0) {
      notes.push(`Showing the ${kept.length} largest of ${groups.size} series.`)
    }
    // The empty category comes last, after Other.
    const empty = all.findIndex((series) => series.id === nullId)
    if (empty >= 0) all.push(...all.splice(empty, 1))
  }
  if (color === null && measures.length > hueCount)
    notes.push(`Colours repeat after ${hueCount} measures: further lines are dashed, further bars striped.`)
  notes.push(...addedUpNotes(input.locale, repeated, 'place'))
  notes.push(...undrawableNotes(undrawable, input.locale))
  return { series: all, notes }
}

/** Colours measures as chosen, the others by hues that nobody has chosen. */
function measureColors(measures: readonly string[], { measureHues, chosenColors }: PlotInput): readonly string[] {
  const chosen = measures.map((measure) => chosenColors?.measures.get(measure))
  const taken = new Set(chosen)
  const isFree = (hue: number) => !taken.has(hueColor(hue))
  return measures.map((measure, index) => {
    const color = chosen[index]
    if (color !== undefined) return color
    if (measures.length === 1) return measureColor(measure, measureHues)
    if (isFree(index)) return hueColor(index)
    const hue = Array.from({ length: hueCount }, (_, at) => at).find((at) => at >= measures.length && isFree(at))
    return hueColor(hue ?? index)
  })
}

/** Returns the first measure by slot, or the number of rows, whatever else the chart has chosen. */
export function firstMeasureOf(
  input: PlotInput,
  slots: Slots,
): Pick<Series, 'values' | 'counts'> & Pick<SeriesSet, 'notes'> {
  const visual = { ...input.visual, y: input.visual.y.slice(0, 1), color: null }
  const { series, notes } = seriesOf({ ...input, visual }, slots, true)
  return { values: series[0]?.values ?? [], counts: series[0]?.counts ?? [], notes }
}

/** Returns the note on rows that share a place with another; none if there are none. place: what they share. */
export function addedUpNotes(locale: string, count: number, place: 'place' | 'day'): readonly string[] {
  if (count === 0) return []
  return [
    `${plural(locale, count, 'row')} had the same ${place} as another and ${count === 1 ? 'was' : 'were'} added to it.`,
  ]
}

interface Group {
  readonly key: string
  readonly label: string
  readonly cell: CellValue
  readonly values: (number | null | undefined)[]
  readonly counts: number[]
}

function categoryOf({ key }: Group): string | null {
  return key === nullId ? null : key
}

function measureColumn(data: ResultData, measure: string): readonly CellValue[] {
  const column = getColumn(data, measure)
  return column === null || !canMeasure(column.field) ? [] : column.values
}

/** placeOf: the place that a key has among chosen ones, -1 if it is none of them; undefined if none were chosen. */
function largest(
  groups: readonly Group[],
  weekStart: number,
  placeOf: (key: string) => number | undefined,
): { kept: Group[]; rest: Group[] } {
  const total = (group: Group) => group.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
  const totals = new Map(groups.map((group) => [group.key, total(group)]))
  const named = groups.filter((group) => group.key !== nullId)
  const empty = groups.filter((group) => group.key === nullId)
  if (placeOf('') !== undefined) {
    const chosen = named.filter(({ key }) => (placeOf(key) ?? -1) >= 0)
    const kept = chosen.toSorted((a, b) => (placeOf(a.key) ?? 0) - (placeOf(b.key) ?? 0))
    return { kept: [...kept, ...empty], rest: named.filter((group) => !chosen.includes(group)) }
  }
  const sorted = named.toSorted((a, b) => (totals.get(b.key) ?? 0) - (totals.get(a.key) ?? 0))
  const largestKeys = new Set(sorted.slice(0, hueCount).map((group) => group.key))
  // Keeps the order of the result, so that colours stay when values change.
  const kept = named.filter((group) => largestKeys.has(group.key))
  const rank = ordinalRank(
    kept.map((group) => group.key),
    weekStart,
  )
  if (rank !== null) kept.sort((a, b) => rank(a.key) - rank(b.key))
  return { kept: [...kept, ...empty], rest: sorted.slice(hueCount) }
}

function sumOf(groups: readonly Group[], length: number): Pick<Series, 'values' | 'counts'> {
  const values: (number | null | undefined)[] = Array(length).fill(undefined)
  const counts: number[] = Array(length).fill(0)
  for (const group of groups) {
    group.values.forEach((value, slot) => {
      if (value === undefined) return
      const before = values[slot]
      values[slot] = value === null ? (before ?? null) : (before ?? 0) + value
      counts[slot] = (counts[slot] ?? 0) + (group.counts[slot] ?? 0)
    })
  }
  return { values, counts }
}
