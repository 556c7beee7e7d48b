import type { ResultData } from '../../query/run-query'

/** Returns an answer without the totals that a pivot has: its cells alone, without the column that tells totals apart. */
export function withoutTotals<Data extends ResultData>(data: Data): Omit<Data, 'totals'> {
  const { totals, ...rest } = data
  if (totals === undefined) return data
  const at = data.fields.findIndex(({ name }) => name === totals.column)
  const levels = data.columns[at] ?? []
  const kept = levels.flatMap((level, row) => (Number(level) === 0 ? [row] : []))
  return {
    ...rest,
    fields: data.fields.toSpliced(at, 1),
    columns: data.columns.toSpliced(at, 1).map((values) => kept.map((row) => values[row] ?? null)),
    rowCount: kept.length,
  }
}
