import type { CellValue } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'
import { cellsCondition } from './mark-conditions'
import { plural } from './numbers/format-number'
import type { Column, PlotInput } from './read-columns'
import { slotsOf, type Slots } from './slots-of'

/**
 * A part of a whole: the rows with one value of a column, or several that are too small to stand alone (`isRest`). parts:
 * by the next column, the largest first; none at the last.
 */
export interface Part {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly n: number
  readonly isNull: boolean
  readonly isRest: boolean
  readonly cells: readonly CellValue[]
  readonly column: string
  readonly parts: readonly Part[]
}

/** Divides the rows of a result by one column after another. numbers: what each row adds; null for nothing. */
export function partTree(
  levels: readonly Column[],
  numbers: readonly (number | null)[],
  input: PlotInput,
): { readonly parts: readonly Part[]; readonly notes: readonly string[] } {
  const slotsByLevel = levels.map((column) => slotsOf(column, input, true))
  const rows = numbers.map((_, row) => row)
  const parts = divide(rows, levels, slotsByLevel, numbers)
  const zeros = (slotsByLevel[0]?.slots.length ?? 0) - parts.length
  return {
    parts,
    notes: [...slotsByLevel.flatMap(({ notes }) => notes), ...zeroPartsNotes(input.locale, zeros)],
  }
}

/** Returns the note on categories that are no part of a whole; none if there are none. */
export function zeroPartsNotes(locale: string, count: number): readonly string[] {
  return count > 0 ? [`${plural(locale, count, 'category', 'categories')} without a value above zero left out.`] : []
}

function divide(
  rows: readonly number[],
  [column, ...furtherColumns]: readonly Column[],
  [slots, ...furtherSlots]: readonly Slots[],
  numbers: readonly (number | null)[],
): readonly Part[] {
  if (column === undefined || slots === undefined) return []
  const rowsBySlot = new Map<number, number[]>()
  for (const row of rows) {
    const slot = slots.rowSlots[row] ?? -1
    const known = rowsBySlot.get(slot)
    if (known === undefined) rowsBySlot.set(slot, [row])
    else known.push(row)
  }
  return [...rowsBySlot]
    .flatMap(([index, own]): readonly Part[] => {
      const slot = slots.slots[index]
      if (slot === undefined) return []
      return [
        {
          key: slot.key,
          label: slot.label,
          value: own.reduce((sum, row) => sum + (numbers[row] ?? 0), 0),
          n: own.length,
          isNull: slot.isNull,
          isRest: false,
          cells: slot.cells,
          column: column.field.name,
          parts: divide(own, furtherColumns, furtherSlots, numbers),
        },
      ]
    })
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
}

/**
 * Puts together those parts of a list, the largest first, that are too small to be pointed at. leastValue: of a part of
 * its own, besides the first `kept`.
 */
export function withRest(parts: readonly Part[], leastValue: number, kept = 0): readonly Part[] {
  const small = parts.filter(({ value }, index) => value < leastValue && index >= kept)
  const [first] = small
  if (first === undefined || small.length === 1) return parts
  const sum = (of: 'value' | 'n') => small.reduce((total, part) => total + part[of], 0)
  const rest: Part = {
    key: '\u0000other',
    label: `Other (${small.length})`,
    value: sum('value'),
    n: sum('n'),
    isNull: false,
    isRest: true,
    cells: small.flatMap(({ cells }) => cells),
    column: first.column,
    parts: [],
  }
  return [...parts.filter((part) => !small.includes(part)), rest]
}

/** Returns the conditions of a part's rows. path: the parts that it lies in, and itself. */
export function pathConditions(path: readonly Part[]): readonly ResultFilter[] {
  return path.map(({ column, cells }) => cellsCondition(column, cells))
}
