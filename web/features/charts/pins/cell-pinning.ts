import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import type { CellPin, PinnableCell } from '@/features/result-grid/cell-pins'
import type { ChosenMark } from '../mark-rows'
import { selectionOfMark } from '../selections/selection-of-mark'
import { formOf, keyOf } from './pin-key'
import { notePinPlaces } from './pin-places'
import type { PinPlace } from './place-pins'
import type { Pins } from './pins'

/** Returns how threads are pinned to the cells of a table or pivot: each to the first cell of its values and measure. */
export function cellPinning<Cell>(
  { owner, threads, query, onOpen }: Pins,
  visual: ChartVisual,
  data: ResultData,
  markOf: (cell: Cell) => Pick<ChosenMark, 'conditions' | 'row' | 'values' | 'measure'>,
) {
  const source = { query, visual, data }
  const pins = threads.flatMap(({ id, mark }) =>
    mark === undefined
      ? []
      : [{ id, label: mark.label, measure: mark.measure, key: keyOf(mark.parts), parts: mark.parts }],
  )
  const measures = new Set(pins.map(({ measure }) => measure))
  return {
    find: (cells: Iterable<PinnableCell<Cell>>) => {
      const left = new Map(pins.map((pin) => [pin.id, pin]))
      const forms = new Set<string>()
      const threadsByPlace = new Map<string, { id: string; label: string }[]>()
      for (const { place, measure, cell } of cells) {
        if (left.size === 0) break
        if (!measures.has(measure)) continue
        const parts = selectionOfMark(markOf(cell()), source)
        if (parts.length === 0) continue
        forms.add(formOf(parts))
        const key = keyOf(parts)
        for (const pin of left.values()) {
          if (pin.key !== key || pin.measure !== measure) continue
          left.delete(pin.id)
          threadsByPlace.set(place, [...(threadsByPlace.get(place) ?? []), pin])
        }
      }
      const placeOf = ({ id, parts }: (typeof pins)[number]): PinPlace => {
        if (!left.has(id)) return 'drawn'
        return forms.size === 0 || forms.has(formOf(parts)) ? 'missing' : 'other'
      }
      const places = new Map(pins.map((pin) => [pin.id, placeOf(pin)]))
      const at = new Map([...threadsByPlace].map(([place, here]) => [place, pinOf(here, onOpen)]))
      return { at, places, note: () => notePinPlaces(owner, places) }
    },
  }
}

function pinOf(here: readonly { readonly id: string; readonly label: string }[], open: (id: string) => void): CellPin {
  const [first] = here
  return {
    label: here.map(({ label }) => `Open thread on ${label}`).join('; '),
    count: here.length,
    open: () => {
      if (first !== undefined) open(first.id)
    },
  }
}
