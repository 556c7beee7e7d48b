import type { CellValue, Field } from '../../../query/field'
import type { DrawnPivot } from '../../../query/points'
import type { ResultData } from '../../../query/run-query'
import { sumOf } from '../../plot/sums'

/**
 * Adds the totals of a pivot to rows that no database totalled, in the form of `points.ts`: sums of the measures
 * that can be added up, and nothing of the others. Rows of one cell are added up too. Every digit of decimals is kept.
 * measures: indexes of columns. isSummable: as `canAddUp`, or false where only a database can tell totals.
 */
export function addTotals(
  data: ResultData,
  of: DrawnPivot,
  measures: readonly number[],
  isSummable: (field: Field) => boolean,
): ResultData {
  const sides = [...of.rows, ...of.columns].map((name) => data.fields.findIndex((field) => field.name === name))
  const sums = new Map<string, Sum>()
  for (let row = 0; row < data.rowCount; row++) {
    const cells = sides.map((index) => data.columns[index]?.[row] ?? null)
    for (let down = of.rows.length; down >= 0; down--)
      for (let across = of.columns.length; across >= 0; across--) {
        const isTotal = (index: number) => (index < of.rows.length ? index >= down : index - of.rows.length >= across)
        const key = JSON.stringify(cells.map((cell, index) => (isTotal(index) ? 0 : [cell])))
        const known = sums.get(key)
        const sum =
          known ??
          newSum(
            cells.map((cell, index) => (isTotal(index) ? null : cell)),
            cells.reduce<number>((bits, _, index) => bits * 2 + (isTotal(index) ? 1 : 0), 0),
          )
        if (known === undefined) sums.set(key, sum)
        sum.rows.push(row)
      }
  }
  const all = [...sums.values()].toSorted((a, b) => b.level - a.level)
  const name = 'pivot level'
  const level: Field = { name, type: 'integer', databaseType: 'INTEGER', nullable: false }
  const fields = [...sides, ...measures].flatMap((index) => data.fields[index] ?? [])
  return {
    ...data,
    fields: [...fields, level],
    columns: [
      ...sides.map((_, index) => all.map(({ cells }) => cells[index] ?? null)),
      ...measures.map((index) => all.map((sum) => totalOf(data, index, sum.rows, sum.level === 0, isSummable))),
      all.map((sum) => sum.level),
    ],
    rowCount: all.length,
    totals: { of, column: name },
  }
}

interface Sum {
  readonly cells: readonly CellValue[]
  readonly level: number
  readonly rows: number[]
}

function newSum(cells: readonly CellValue[], level: number): Sum {
  return { cells, level, rows: [] }
}

function totalOf(
  data: ResultData,
  index: number,
  rows: readonly number[],
  isCell: boolean,
  isSummable: (field: Field) => boolean,
): CellValue {
  const field = data.fields[index]
  const values = data.columns[index] ?? []
  const [first = 0] = rows
  if (isCell && rows.length === 1) return values[first] ?? null
  if (field === undefined || !isSummable(field)) return null
  return sumOf({ field, values: rows.map((row) => values[row] ?? null) })
}
