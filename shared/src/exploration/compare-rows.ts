import type { CellValue } from '../query/field'
import type { ResultData } from '../query/run-query'
import { valueText } from '../query/value-words'

/** A group with its number in two periods. share: the difference as a part of the number before; null where that is nothing. */
export interface ComparedRow {
  readonly label: string
  readonly before: number | null
  readonly now: number | null
  readonly difference: number
  readonly share: number | null
}

/** Reads the rows of an answer that compares two periods, those with the largest differences first. */
export function compareRows(
  { fields, columns, rowCount }: Pick<ResultData, 'fields' | 'columns' | 'rowCount'>,
  groupCount: number,
  { before, now }: { readonly before: string; readonly now: string },
): readonly ComparedRow[] {
  const cellsOf = (name: string) => columns[fields.findIndex((field) => field.name === name)] ?? []
  const [earlier, later] = [cellsOf(before), cellsOf(now)]
  const rows = Array.from({ length: rowCount }, (_, row): ComparedRow => {
    const [one, other] = [numberOf(earlier[row]), numberOf(later[row])]
    const difference = (other ?? 0) - (one ?? 0)
    return {
      label: columns
        .slice(0, groupCount)
        .map((cells) => valueText(cells[row] ?? null))
        .join(' · '),
      before: one,
      now: other,
      difference,
      share: one === null || one === 0 || other === null ? null : difference / Math.abs(one),
    }
  })
  return rows.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
}

function numberOf(cell: CellValue | undefined): number | null {
  return cell === null || cell === undefined || cell === '' ? null : Number(cell)
}
