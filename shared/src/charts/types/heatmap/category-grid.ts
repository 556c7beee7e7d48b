import { bandOrder, pickSlots } from '../../plot/band-slots'
import { shownLabel } from '../../../query/run-query'
import { cellsCondition } from '../../plot/mark-conditions'
import { plural } from '../../plot/numbers/format-number'
import { cellNumber, type Column, type PlotInput } from '../../plot/read-columns'
import { addedUpNotes } from '../../plot/series-of'
import { slotsOf, type Slots } from '../../plot/slots-of'
import { addUp, type Grid, type GridCell } from './grid'

const leastColumnPx = 4
const leastRowPx = 8

/** Places rows by the values of two columns. room: px for cells and labels. */
export function categoryGrid(
  {
    x,
    y,
    slots,
    measure,
  }: { readonly x: Column; readonly y: Column; readonly slots: Slots; readonly measure: Column | null },
  input: PlotInput,
  room: { readonly widthPx: number; readonly heightPx: number },
): Grid {
  const { data, locale } = input
  const down = slotsOf(y, input, true)
  const valueOf = (row: number) => (measure === null ? 1 : cellNumber(measure.values[row] ?? null))
  const totals = (of: Slots) => {
    const sums = of.slots.map(() => 0)
    of.rowSlots.forEach((slot, row) => {
      if (slot >= 0) sums[slot] = (sums[slot] ?? 0) + (valueOf(row) ?? 0)
    })
    return sums
  }
  const columns = arrange(slots, totals(slots), input, Math.max(1, Math.floor(room.widthPx / leastColumnPx)))
  const rows = arrange(down, totals(down), input, Math.max(1, Math.floor(room.heightPx / leastRowPx)))
  const { sums, repeated } = addUp(
    data.rowCount,
    (row) => {
      const column = columns.placeOf.get(slots.rowSlots[row] ?? -1)
      const at = rows.placeOf.get(down.rowSlots[row] ?? -1)
      return column === undefined || at === undefined ? null : [column, at]
    },
    valueOf,
  )
  return {
    columns: columns.slots,
    rows: rows.slots,
    words: `${shownLabel(data, x.field.name)} across and ${shownLabel(data, y.field.name)} down`,
    cells: sums.map((sum): GridCell => {
      const [across, at] = [columns.slots.slots[sum.column], rows.slots.slots[sum.row]]
      return {
        ...sum,
        label: `${across?.label ?? ''} · ${at?.label ?? ''}`,
        ...(slots.kind === 'category' && across !== undefined ? { category: across.isNull ? null : across.key } : {}),
        conditions:
          across === undefined || at === undefined
            ? null
            : [cellsCondition(x.field.name, across.cells), cellsCondition(y.field.name, at.cells)],
      }
    }),
    notes: [
      ...slots.notes,
      ...down.notes,
      ...columns.notes,
      ...rows.notes,
      ...(measure === null ? [] : addedUpNotes(locale, repeated, 'place')),
    ],
  }
}

/** Sorts values as chosen and keeps as many as fit; the empty value stays last. placeOf: from the old place to the new. */
function arrange(
  slots: Slots,
  totals: readonly number[],
  input: PlotInput,
  room: number,
): { readonly slots: Slots; readonly placeOf: ReadonlyMap<number, number>; readonly notes: readonly string[] } {
  const { locale } = input
  const { indexes, byValue } = bandOrder(slots, totals, input)
  // Of times the latest matter most.
  const kept = slots.kind === 'time' ? indexes.slice(-room) : indexes.slice(0, room)
  const which = slots.kind === 'time' ? 'last' : byValue ? 'largest' : 'first'
  const values =
    slots.kind === 'time'
      ? plural(locale, indexes.length, slots.grain ?? 'time')
      : plural(locale, indexes.length, 'category', 'categories')
  return {
    slots: pickSlots(slots, kept),
    placeOf: new Map(kept.map((index, place) => [index, place])),
    notes: kept.length < indexes.length ? [`Showing the ${which} ${kept.length} of ${values}.`] : [],
  }
}
