import type { CellValue } from '../../../query/field'
import type { ResultData } from '../../../query/run-query'

/**
 * Rows of a table that have the same values in its first grouping columns. column: the innermost of these. cells: the
 * totals, by the columns of the answer; null for none. rows: those of the group, in the order of the answer. groups: the
 * groups inside it.
 */
export interface RowGroup {
  readonly key: string
  readonly depth: number
  readonly column: number
  readonly path: readonly CellValue[]
  readonly cells: readonly CellValue[]
  readonly rows: readonly number[]
  readonly groups: readonly RowGroup[]
}

/** Groups the rows by columns, outermost first; groups and rows stand in the order in which they first come. */
export function groupRows(
  { columns, rowCount }: Pick<ResultData, 'columns' | 'rowCount'>,
  by: readonly number[],
  totalsOf: (path: readonly CellValue[], rows: readonly number[]) => readonly CellValue[],
): readonly RowGroup[] {
  const groupsOf = (rows: readonly number[], path: readonly CellValue[]): readonly RowGroup[] => {
    const column = by[path.length]
    if (column === undefined) return []
    const values = columns[column] ?? []
    const byValue = new Map<CellValue, number[]>()
    for (const row of rows) {
      const value = values[row] ?? null
      const known = byValue.get(value)
      if (known === undefined) byValue.set(value, [row])
      else known.push(row)
    }
    return [...byValue].map(([value, own]): RowGroup => {
      const inner = [...path, value]
      return {
        key: JSON.stringify(inner),
        depth: inner.length,
        column,
        path: inner,
        cells: totalsOf(inner, own),
        rows: own,
        groups: groupsOf(own, inner),
      }
    })
  }
  return groupsOf(
    Array.from({ length: rowCount }, (_, row) => row),
    [],
  )
}

/** A line of a grouped table: a group, or a row of the answer. isOpen: of a group, whether what is in it is shown. */
export type TableLine =
  | { readonly kind: 'group'; readonly group: RowGroup; readonly isOpen: boolean }
  | { readonly kind: 'row'; readonly row: number }

/** How a person sorts a grouped table: groups beside each other, and rows within their group. */
export interface LineOrder {
  readonly groups: (groups: readonly RowGroup[]) => readonly RowGroup[]
  readonly rows: (rows: readonly number[]) => readonly number[]
}

/** Returns the lines that are in sight while some groups are folded. */
export function linesOf(
  groups: readonly RowGroup[],
  folded: ReadonlySet<string>,
  order: LineOrder | null,
): readonly TableLine[] {
  return (order?.groups(groups) ?? groups).flatMap((group): readonly TableLine[] => {
    const isOpen = !folded.has(group.key)
    const head: TableLine = { kind: 'group', group, isOpen }
    if (!isOpen) return [head]
    if (group.groups.length > 0) return [head, ...linesOf(group.groups, folded, order)]
    return [head, ...(order?.rows(group.rows) ?? group.rows).map((row): TableLine => ({ kind: 'row', row }))]
  })
}
