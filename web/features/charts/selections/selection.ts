import type { CellValue } from '@tidemark/shared/query/field'
import { exactCell } from '@tidemark/shared/query/exact-number'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'

/** The values of a column that are chosen: texts whatever its type; null is no value. */
export interface SelectedValues {
  readonly column: string
  readonly kind: 'values'
  readonly values: readonly (string | null)[]
}

/** A chosen range of a column. isToIn: true if `to` itself is in. */
export interface SelectedRange {
  readonly column: string
  readonly kind: 'range'
  readonly from: Bound
  readonly to: Bound
  readonly isToIn: boolean
}

/** An end of a range: a number or a time, as text where digits matter; null is open. */
export type Bound = string | number | null

export type SelectedColumn = SelectedValues | SelectedRange

/** The marks chosen in a tile, by what they have in common: a part for each column. */
export type Selection = readonly SelectedColumn[]

/** The most values of a column that are chosen at once. */
export const mostSelectedValues = 200

/** Returns the conditions that the rows of chosen marks meet. */
export function conditionsOfSelection(selection: Selection): readonly ResultFilter[] {
  return selection.flatMap((part): readonly ResultFilter[] => {
    const { column } = part
    if (part.kind === 'values') return [{ column, op: 'in', value: [...part.values] }]
    const { from, to, isToIn } = part
    return [
      ...(from === null ? [] : [{ column, op: '>=', value: exactCell(from) } as const]),
      ...(to === null ? [] : [{ column, op: isToIn ? '<=' : '<', value: exactCell(to) } as const]),
    ]
  })
}

/** Returns true if a mark, given as a selection of it alone, is among the chosen ones. */
export function isAmong(mark: Selection, chosen: Selection): boolean {
  return chosen.every((part) => {
    const own = mark.find(({ column }) => column === part.column)
    if (own === undefined) return false
    if (own.kind === 'values') return own.values.some((value) => isValueIn(value, part))
    if (part.kind === 'values') return false
    return isBelow(part.from, own.from) && isBelow(own.to, part.to)
  })
}

function isValueIn(value: string | null, part: SelectedColumn): boolean {
  if (part.kind === 'values') return part.values.includes(value)
  if (value === null) return false
  const { from, to, isToIn } = part
  return isBelow(from, value) && (to === null || compareBounds(value, to) < (isToIn ? Number.MIN_VALUE : 0))
}

/** True if the first bound is not after the second; open ends are beyond all. */
function isBelow(first: Bound, second: Bound): boolean {
  return first === null || second === null || compareBounds(first, second) <= 0
}

/** Negative if the first comes first: by number where both are, else by text, as times of one form are ordered. */
function compareBounds(first: string | number, second: string | number): number {
  const [a, b] = [Number(first), Number(second)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return String(first) < String(second) ? -1 : Number(first !== second)
}

/**
 * Returns a selection of everything that two have: the values of both, and the span of ranges. Columns that only one has
 * are dropped, since the other's rows may have any value there.
 */
export function unionOf(first: Selection, second: Selection): Selection {
  return first.flatMap((part): readonly SelectedColumn[] => {
    const other = second.find(({ column }) => column === part.column)
    if (other === undefined) return []
    if (part.kind === 'values' && other.kind === 'values')
      return [{ ...part, values: [...new Set([...part.values, ...other.values])].slice(0, mostSelectedValues) }]
    if (part.kind !== 'range' || other.kind !== 'range') return []
    const [low, high] = [part, other].toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : 1))
    const last = high !== undefined && isBelow(high.to, low?.to ?? null) ? low : high
    return [{ ...part, from: low?.from ?? null, to: last?.to ?? null, isToIn: last?.isToIn === true }]
  })
}

/** Returns a selection without the values of a mark of it; null if nothing or no such difference is left. */
function without(selection: Selection, mark: Selection): Selection | null {
  const [only, ...others] = selection
  const own = mark.find(({ column }) => column === only?.column)
  if (only?.kind !== 'values' || own?.kind !== 'values' || others.length > 0) return null
  const values = only.values.filter((value) => !own.values.includes(value))
  return values.length === 0 ? null : [{ ...only, values }]
}

/**
 * Returns the selection after a mark is chosen; null if nothing is chosen any more. isMore: the mark is added, or taken
 * out if it was chosen; it otherwise takes the place of all, or is let go if it was the only one.
 */
export function selectionAfter(current: Selection | null, mark: Selection, isMore: boolean): Selection | null {
  if (current === null) return mark
  if (isMore) {
    if (isAmong(mark, current)) return without(current, mark)
    const both = unionOf(current, mark)
    return both.length === 0 ? mark : both
  }
  return isSame(current, mark) ? null : mark
}

/** True if two selections have the same parts, in any order: filters hold some of them apart. */
function isSame(first: Selection, second: Selection): boolean {
  const texts = (selection: Selection) => selection.map((part) => JSON.stringify(part)).toSorted()
  return JSON.stringify(texts(first)) === JSON.stringify(texts(second))
}

/** Returns a cell as the text of a chosen value. */
export function valueOfCell(cell: CellValue): string | null {
  return cell === null ? null : String(exactCell(cell))
}
