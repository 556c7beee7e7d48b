import type { DuckDBConnection } from '@duckdb/node-api'
import type { DatasetColumn } from '@tidemark/shared/datasets/dataset'
import { fieldTypeOf } from './field-type'
import { readRows } from './import-source'
import { sqlName, sqlString } from './sql-text'

const sampleCount = 5
const sampleMaxLength = 120
const sampledRows = 1000

export interface TableProfile {
  readonly rowCount: number
  readonly columns: readonly DatasetColumn[]
}

/** Types, null counts and up to five distinct sample values of each column of a Parquet file. */
export async function profileParquet(connection: DuckDBConnection, path: string): Promise<TableProfile> {
  const from = `read_parquet(${sqlString(path)})`
  const described = (await readRows(connection, `DESCRIBE SELECT * FROM ${from}`)).map((row) => ({ name: String(row[0]), databaseType: String(row[1]) }))
  const counts = described.map(({ name }) => `CAST(count(*) - count(${sqlName(name)}) AS DOUBLE)`)
  const [row = []] = await readRows(connection, `SELECT CAST(count(*) AS DOUBLE), ${counts.join(', ')} FROM ${from}`)
  const rowCount = Number(row[0])
  const texts = described.map(({ name }) => `left(CAST(${sqlName(name)} AS VARCHAR), ${sampleMaxLength})`)
  const head = await readRows(connection, `SELECT ${texts.join(', ')} FROM ${from} LIMIT ${sampledRows}`)
  const columns: DatasetColumn[] = []
  for (const [index, { name, databaseType }] of described.entries()) {
    const nullCount = Number(row[index + 1])
    let sample = distinctTexts(head.map((values) => values[index]))
    if (sample.length === 0 && nullCount < rowCount) {
      const rare = await readRows(connection, `SELECT ${texts[index]} FROM ${from} WHERE ${sqlName(name)} IS NOT NULL LIMIT ${sampledRows}`)
      sample = distinctTexts(rare.map((values) => values[0]))
    }
    columns.push({ name, type: fieldTypeOf(databaseType), databaseType, nullCount, sample: [...sample] })
  }
  return { rowCount, columns }
}

function distinctTexts(values: readonly unknown[]): readonly string[] {
  const texts = values.filter((value) => value !== null && value !== undefined).map(String)
  return [...new Set(texts)].slice(0, sampleCount)
}
