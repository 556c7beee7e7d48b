import type { DuckDBConnection } from '@duckdb/node-api'
import { gatherEvidence } from './column-evidence'
import {
  hasAmounts,
  isAmountColumn,
  readColumnAs,
  type ColumnEvidence,
  type ColumnReading,
  type Marks,
} from './column-type'
import { mustAt, readRows } from './import-source'
import { currencySignSql, withoutCurrencySql } from './value-class'

/**
 * How to read the columns of amounts, by index: as numbers without the sign of their currency where it is the same one
 * throughout, negative in parentheses, and what is left is numbers. Two more scans of `from`, where there are such columns at all.
 */
export async function readAmountColumns(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
  { evidence, marks }: { readonly evidence: readonly ColumnEvidence[]; readonly marks: Marks },
): Promise<ReadonlyMap<number, ColumnReading>> {
  const found = evidence.flatMap((column, index) => (isAmountColumn(column) ? [index] : []))
  if (found.length === 0) return new Map()
  const signs = found.map((index) => currencySignSql(mustAt(texts, index)))
  const [row] = await readRows(
    connection,
    `SELECT ${signs.map((sign) => `min(${sign}), max(${sign})`).join(', ')} FROM ${from}`,
  )
  const names = found.map((_, position) => `bare${position}`)
  // Named before it is looked at, so that the sign is taken off once and not in each comparison.
  const stripped = found.map((index, position) => `${withoutCurrencySql(mustAt(texts, index))} AS bare${position}`)
  const bare = await gatherEvidence(connection, `(SELECT ${stripped.join(', ')} FROM ${from})`, names)
  return new Map(
    found.map((index, position) => {
      const [first, last] = [row?.[position * 2], row?.[position * 2 + 1]]
      const asText = readColumnAs(mustAt(evidence, index), marks)
      if (first !== last)
        return [index, { ...asText, note: '{} has amounts of several currencies and was kept as text.' }]
      const reading = readColumnAs(mustAt(bare, position), marks)
      const sign = typeof first === 'string' ? first : null
      if (sign === null && !hasAmounts(mustAt(bare, position))) return [index, asText]
      if (reading.isText) return [index, reading.note === undefined ? asText : { ...asText, note: reading.note }]
      const note =
        sign === null ? 'In {} numbers in parentheses were read as negative.' : `In {} the sign ${sign} was left out.`
      return [
        index,
        {
          ...reading,
          cast: (v) => reading.cast(withoutCurrencySql(v)),
          note: reading.note === undefined ? note : `${note} ${reading.note}`,
        },
      ]
    }),
  )
}
