import type { CellValue } from '../../../query/field'
import type { ResultData } from '../../../query/run-query'
import { styleOf } from '../../column-style'
import { isGrouped, type PlotInput } from '../../plot/read-columns'
import { canAddUp, sumOf } from '../../plot/sums'
import { withoutTotals } from '../../plot/without-totals'

/**
 * Returns the total of all rows, by the columns of the answer without its level: as the database worked it out, else the
 * sums of what can be added up. of: which rows it is of, in words. Null if there is none.
 */
export function totalOf(input: PlotInput): { readonly of: string; readonly cells: readonly CellValue[] } | null {
  const { visual, data, isCut } = input
  if (visual.type !== 'table' || !visual.tableTotals || data.lacksTotals === true) return null
  const { totals } = data
  if (totals === undefined) {
    // A sum of the first rows alone would be taken for that of all.
    if (isCut === true || data.rowCount === 0) return null
    return {
      of: 'The totals add up the rows: of averages and distinct counts they mean nothing.',
      cells: sumsOf(input, null),
    }
  }
  const known = knownTotals(data)
  const cells = known?.cellsOf([], [])
  if (known === null || cells === undefined) return null
  return {
    of:
      totals.isOfMore === true
        ? 'The totals are of all groups, also of those that are not shown.'
        : 'The totals are of all rows.',
    cells,
  }
}

/** The totals of groups of rows, by the columns of the answer without its level; none of what nobody can total. */
interface GroupTotals {
  readonly of: string
  readonly cellsOf: (path: readonly CellValue[], rows: readonly number[]) => readonly CellValue[]
}

/** Returns the totals of the groups of a table's rows. names: the columns that they are grouped by. */
export function groupTotals(input: PlotInput, names: readonly string[]): GroupTotals {
  const { data, isCut } = input
  const none = (of: string): GroupTotals => ({ of, cellsOf: () => [] })
  const { totals } = data
  if (totals === undefined) {
    if (data.lacksTotals === true) return none('The totals of groups come with the next answer.')
    if (isCut === true) return none('Groups have no totals, because not all rows are here.')
    return {
      of: 'The totals of groups add up their rows: of averages and distinct counts they mean nothing.',
      cellsOf: (_, rows) => sumsOf(input, rows),
    }
  }
  const known = knownTotals(data)
  if (known === null || JSON.stringify(totals.of.groups ?? []) !== JSON.stringify(names))
    return none('The totals of groups come with the next answer.')
  const rows = withoutTotals(data).columns
  const places = names.map((name) => data.fields.findIndex((field) => field.name === name))
  return {
    of:
      totals.isOfMore === true
        ? 'The totals of groups are of all their rows, also of those that are not shown.'
        : 'The totals of groups are of all their rows.',
    cellsOf: (path, [row]) => {
      const found = known.cellsOf(places.slice(0, path.length), path)
      if (found !== undefined) return found
      // A group by all that the question groups by is one row.
      return path.length === known.groupCount && row !== undefined ? rows.map((values) => values[row] ?? null) : []
    },
  }
}

/**
 * The totals that a database worked out for a table, by the places of the columns that they keep and the values there;
 * null if it worked out those of a pivot. groupCount: how many of the first columns the question groups by.
 */
function knownTotals(data: ResultData): {
  readonly groupCount: number
  readonly cellsOf: (kept: readonly number[], path: readonly CellValue[]) => readonly CellValue[] | undefined
} | null {
  const { totals } = data
  if (totals === undefined || totals.of.rows.length + totals.of.columns.length > 0) return null
  const at = data.fields.findIndex(({ name }) => name === totals.column)
  const levels = (data.columns[at] ?? []).map(Number)
  const most = levels.reduce((highest, level) => Math.max(highest, level), 0)
  const groupCount = Math.log2(most + 1)
  const keyOf = (level: number, values: readonly CellValue[]) => JSON.stringify([level, values])
  const isKept = (level: number, index: number) => ((level >> (groupCount - 1 - index)) & 1) === 0
  const rows = new Map<string, number>()
  levels.forEach((level, row) => {
    if (level === 0) return
    const kept = Array.from({ length: groupCount }, (_, index) => index).filter((index) => isKept(level, index))
    rows.set(
      keyOf(
        level,
        kept.map((index) => data.columns[index]?.[row] ?? null),
      ),
      row,
    )
  })
  return {
    groupCount,
    cellsOf: (kept, path) => {
      const level = kept.reduce((bits, index) => bits & ~(1 << (groupCount - 1 - index)), most)
      const values = kept.map((index, place) => ({ index, value: path[place] ?? null }))
      const inOrderOfColumns = values.toSorted((a, b) => a.index - b.index).map(({ value }) => value)
      const row = rows.get(keyOf(level, inOrderOfColumns))
      if (row === undefined || most === 0) return undefined
      return data.columns.map((cells, index) => (index < groupCount ? null : (cells[row] ?? null))).toSpliced(at, 1)
    },
  }
}

/** Adds up what can be added up, of some rows or of all. */
function sumsOf({ visual, data }: PlotInput, rows: readonly number[] | null): readonly CellValue[] {
  return data.fields.map((field, index) => {
    const values = data.columns[index] ?? []
    const column = { field, values: rows === null ? values : rows.map((row) => values[row] ?? null) }
    const isPercent = styleOf(visual.columnStyles, field.name).format?.style === 'percent'
    return canAddUp(field, data) && isGrouped({ field, values }) && !isPercent ? sumOf(column) : null
  })
}
