import { comboLines } from '../chart-visual'
import { plural } from './numbers/format-number'
import type { PlotInput } from './read-columns'
import type { Series } from './series-of'
import type { Slots } from './slots-of'

/** The most bars of all series together, and the least room for one. */
const mostBars = 2000
const leastBarPx = 2
const leastCategoryPx = 6
const leastRowPx = 15
/** Rows are this close if all of them fit so. */
const leastTightRowPx = 12

export interface SlottedSeries {
  readonly slots: Slots
  readonly series: readonly Series[]
  readonly notes: readonly string[]
}

/**
 * Returns the order of bands as chosen, that of all others and the empty one last. totals: of each slot. byValue: the
 * largest come first.
 */
export function bandOrder(
  { slots, kind, ordinal }: Slots,
  totals: readonly number[],
  { visual: { sort, type }, locale }: PlotInput,
): { readonly indexes: readonly number[]; readonly byValue: boolean } {
  const indexes = slots.map((_, slot) => slot)
  const byValue = sort === 'value' || (sort === 'auto' && !ordinal && type !== 'line' && type !== 'area')
  if (byValue) indexes.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
  else if (sort === 'x' && kind === 'category' && !ordinal) {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    indexes.sort((a, b) => compare(slots[a]?.label ?? '', slots[b]?.label ?? '') || a - b)
  }
  if (sort !== 'none') moveLast(indexes, (slot) => slots[slot]?.isOthers === true)
  moveLast(indexes, (slot) => slots[slot]?.isNull === true)
  return { indexes, byValue }
}

function moveLast(indexes: number[], isMeant: (slot: number) => boolean): void {
  const at = indexes.findIndex(isMeant)
  if (at >= 0) indexes.push(...indexes.splice(at, 1))
}

/** Returns the series whose sums sort the bands: those of the left axis of two, since amounts of both do not add up. */
function sortingSeries(series: readonly Series[], { visual }: PlotInput): readonly Series[] {
  if (visual.type !== 'combo') return series
  const isBesideShares = (measure: string) =>
    visual.stack === 'percent' && (comboLines(visual).includes(measure) || visual.areas.includes(measure))
  const left = series.filter(({ measure }) => !visual.secondAxis.includes(measure) && !isBesideShares(measure))
  return left.length > 0 ? left : series
}

/** Sorts bands as chosen and keeps as many as fit. The empty category stays last. */
export function arrangeBands(
  { slots, series, notes }: SlottedSeries,
  input: PlotInput,
  lengthPx: number,
  rows: boolean,
): SlottedSeries {
  const sorting = sortingSeries(series, input)
  const totals = slots.slots.map((_, slot) => sorting.reduce((sum, { values }) => sum + (values[slot] ?? 0), 0))
  const { indexes, byValue } = bandOrder(slots, totals, input)
  const room = Math.max(
    1,
    Math.floor(
      Math.min(
        mostBars / Math.max(1, series.length),
        lengthPx / (rows ? leastRowPx : slots.kind === 'category' ? leastCategoryPx : leastBarPx),
      ),
    ),
  )
  const isTightFit = rows && indexes.length * leastTightRowPx <= lengthPx && indexes.length * series.length <= mostBars
  if (indexes.length <= room || isTightFit)
    return { slots: pickSlots(slots, indexes), series: pickValues(series, indexes), notes }
  if (slots.kind === 'category' || rows) {
    const kept = indexes.slice(0, room)
    const note = `Showing the ${byValue ? 'largest' : 'first'} ${room} of ${plural(input.locale, indexes.length, 'category', 'categories')}.`
    return { slots: pickSlots(slots, kept), series: pickValues(series, kept), notes: [...notes, note] }
  }
  const each = Math.ceil(indexes.length / room)
  const kept: number[] = []
  const firstWalls: number[] = []
  for (let start = 0; start < indexes.length; start += each) {
    const group = indexes.slice(start, start + each)
    kept.push(group.reduce((best, slot) => (Math.abs(totals[slot] ?? 0) > Math.abs(totals[best] ?? 0) ? slot : best)))
    firstWalls.push(slots.slots[group[0] ?? 0]?.wall ?? 0)
  }
  const note = `Each bar is the largest of ${each} neighbours; group by longer periods to see all.`
  const picked = { ...pickSlots(slots, kept), firstWalls }
  return { slots: picked, series: pickValues(series, kept), notes: [...notes, note] }
}

export function pickSlots(slots: Slots, indexes: readonly number[]): Slots {
  return { ...slots, slots: indexes.flatMap((index) => slots.slots[index] ?? []) }
}

export function pickValues(series: readonly Series[], indexes: readonly number[]): readonly Series[] {
  return series.map((one) => ({
    ...one,
    values: indexes.map((index) => one.values[index]),
    counts: indexes.map((index) => one.counts[index] ?? 0),
  }))
}
