import type { ChartVisual } from '../../chart-visual'
import { styleOf, type ColumnStyle } from '../../column-style'

/**
 * The columns of a table by their places in the answer. grouped: those whose values the rows stand below, which come
 * first. indexes: all that are shown, in their order. hidden: how many are not, because somebody hid them.
 */
export interface TableColumns {
  readonly grouped: readonly number[]
  readonly indexes: readonly number[]
  readonly hidden: number
}

type Arrangement = Pick<ChartVisual, 'x' | 'y' | 'columnOrder' | 'columnStyles' | 'tableGroups'>

/** Returns which columns of an answer a table shows. names: those of the answer. */
export function tableColumns(visual: Arrangement, names: readonly string[]): TableColumns {
  const all = names.map((_, index) => index)
  const placesOf = (wanted: readonly string[]) => [
    ...new Set(wanted.flatMap((name) => all.filter((index) => names[index] === name))),
  ]
  const styleAt = (index: number): ColumnStyle => styleOf(visual.columnStyles, names[index] ?? '')
  const grouped = placesOf(visual.tableGroups)
  const named = placesOf([visual.x, ...visual.y].filter((name) => name !== null))
  const ordered = inOrder(named.length > 0 ? named : all, visual.columnOrder, (index) => names[index] ?? '')
  const free = ordered.filter((index) => !grouped.includes(index))
  const shown = free.filter((index) => styleAt(index).isHidden !== true)
  // A table without columns says nothing, not even that they are hidden.
  const beside = pinnedFirst(shown.length > 0 ? shown : free, (index) => styleAt(index).isPinned === true)
  return { grouped, indexes: [...grouped, ...beside], hidden: free.length - beside.length }
}

/** Those that somebody put in order first, then the others as they come. */
function inOrder(
  indexes: readonly number[],
  order: readonly string[],
  nameOf: (index: number) => string,
): readonly number[] {
  if (order.length === 0) return indexes
  const places = new Map(order.map((name, place) => [name, place]))
  const placeOf = (index: number) => places.get(nameOf(index)) ?? order.length
  return indexes.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function pinnedFirst(indexes: readonly number[], isPinned: (index: number) => boolean): readonly number[] {
  return [...indexes.filter(isPinned), ...indexes.filter((index) => !isPinned(index))]
}
