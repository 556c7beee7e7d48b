import type { DuckDBConnection } from '@duckdb/node-api'
import type { DatasetColumn } from '@tidemark/shared/datasets/dataset'
import type { Field } from '@tidemark/shared/query/field'
import { fieldOf } from '@/server/engine/encode/result-fields'
import { mustAt, readRows } from '../import-source'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'

const sampleCount = 5
const sampleMaxLength = 120
const sampledRows = 1000

export interface TableProfile {
  readonly rowCount: number
  readonly columns: readonly DatasetColumn[]
}

/** Returns the types, null counts and up to five distinct sample values of each column of a Parquet file. */
export async function profileParquet(connection: DuckDBConnection, path: string): Promise<TableProfile> {
  const from = `read_parquet(${quoteText(path)})`
  const fields = await readFields(connection, `SELECT * FROM ${from}`)
  const counts = fields.map(({ name }) => `CAST(count(*) - count(${quoteName(name)}) AS DOUBLE)`)
  const [row = []] = await readRows(connection, `SELECT CAST(count(*) AS DOUBLE), ${counts.join(', ')} FROM ${from}`)
  const rowCount = Number(row[0])
  const texts = fields.map(({ name }) => `left(CAST(${quoteName(name)} AS VARCHAR), ${sampleMaxLength})`)
  const head = await readRows(connection, `SELECT ${texts.join(', ')} FROM ${from} LIMIT ${sampledRows}`)
  const columns: DatasetColumn[] = []
  for (const [index, { name, type, databaseType }] of fields.entries()) {
    const nullCount = Number(row[index + 1])
    let sample = distinctTexts(head.map((values) => values[index]))
    if (sample.length === 0 && nullCount < rowCount) {
      const rare = await readRows(
        connection,
        `SELECT ${texts[index]} FROM ${from} WHERE ${quoteName(name)} IS NOT NULL LIMIT ${sampledRows}`,
      )
      sample = distinctTexts(rare.map((values) => values[0]))
    }
    columns.push({ name, type, databaseType, nullCount, sample: [...sample] })
  }
  return { rowCount, columns }
}

/** Returns the columns of a SELECT without running it. */
export async function readFields(connection: DuckDBConnection, select: string): Promise<readonly Field[]> {
  const empty = await connection.runAndReadAll(`${select} LIMIT 0`)
  const types = empty.columnTypes()
  return empty.columnNames().map((name, index) => {
    const type = mustAt(types, index)
    const field = fieldOf(name, type)
    return { ...field, databaseType: type.alias ?? field.databaseType }
  })
}

function distinctTexts(values: readonly unknown[]): readonly string[] {
  const texts = values.filter((value) => value !== null && value !== undefined).map(String)
  return [...new Set(texts)].slice(0, sampleCount)
}
