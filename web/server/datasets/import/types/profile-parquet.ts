import type { DuckDBConnection } from '@duckdb/node-api'
import type { DatasetColumn } from '@tidemark/shared/datasets/dataset'
import { isGroupable, isTemporalType, type Field } from '@tidemark/shared/query/field'
import { fieldOf } from '@/server/engine/encode/result-fields'
import { mustAt, readRows } from '../import-source'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'

const sampleCount = 5
const sampleMaxLength = 120
const sampledRows = 1000
/** The most rows and columns whose values are counted to tell whether they are unique; beyond nobody knows. */
const [mostRowsCounted, mostCounted] = [1_000_000, 20]

export interface TableProfile {
  readonly rowCount: number
  readonly columns: readonly DatasetColumn[]
}

/** Returns the types, null counts, up to five distinct sample values and keys among the columns of a Parquet file. */
export async function profileParquet(connection: DuckDBConnection, path: string): Promise<TableProfile> {
  const from = `read_parquet(${quoteText(path)})`
  const fields = await readFields(connection, `SELECT * FROM ${from}`)
  const counts = fields.map(({ name }) => `CAST(count(*) - count(${quoteName(name)}) AS DOUBLE)`)
  const [row = []] = await readRows(connection, `SELECT CAST(count(*) AS DOUBLE), ${counts.join(', ')} FROM ${from}`)
  const rowCount = Number(row[0])
  const texts = fields.map(({ name }) => `left(CAST(${quoteName(name)} AS VARCHAR), ${sampleMaxLength})`)
  const head = await readRows(connection, `SELECT ${texts.join(', ')} FROM ${from} LIMIT ${sampledRows}`)
  const spans = await readSpans(connection, from, fields)
  const doubtful = fields.flatMap(({ name, type }, index) => {
    const values = head.map((texts) => texts[index])
    return mayBeKey(type) && Number(row[index + 1]) === 0 && new Set(values).size === values.length ? [name] : []
  })
  const counted = rowCount > mostRowsCounted ? [] : doubtful.slice(0, mostCounted)
  const unique = new Set<string>()
  for (const name of counted) if (await isUniqueIn(connection, from, name)) unique.add(name)
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
    const span = spans.get(name)
    const isKnown = mayBeKey(type) && (counted.includes(name) || !doubtful.includes(name))
    columns.push({
      name,
      type,
      databaseType,
      nullCount,
      sample: [...sample],
      ...(span && { span }),
      ...(isKnown && { isUnique: unique.has(name) }),
    })
  }
  return { rowCount, columns }
}

/** True of types that rows are told apart by; numbers with a fraction are measured. */
function mayBeKey(type: Field['type']): boolean {
  return isGroupable(type) && type !== 'number'
}

/** Counted by hashes and a column at a time: a set of all texts takes more memory than an import has. */
async function isUniqueIn(connection: DuckDBConnection, from: string, name: string): Promise<boolean> {
  const [row] = await readRows(connection, `SELECT count(DISTINCT hash(${quoteName(name)})) = count(*) FROM ${from}`)
  return row?.[0] === true
}

/** Returns the first and last day or time of each temporal column, mostly from Parquet's own statistics. */
async function readSpans(
  connection: DuckDBConnection,
  from: string,
  fields: readonly Field[],
): Promise<ReadonlyMap<string, NonNullable<DatasetColumn['span']>>> {
  const temporal = fields.filter(({ type }) => isTemporalType(type))
  if (temporal.length === 0) return new Map()
  const ends = temporal.flatMap(({ name, type }) =>
    ['min', 'max'].map((end) => {
      const value = `${end}(${quoteName(name)}) FILTER (isfinite(${quoteName(name)}))`
      if (type === 'date') return `strftime(${value}, '%Y-%m-%d')`
      const instant = type === 'timestamptz' ? `timezone('UTC', ${value})` : value
      return `strftime(${instant}, '%Y-%m-%dT%H:%M:%S${type === 'timestamptz' ? 'Z' : ''}')`
    }),
  )
  const [row = []] = await readRows(connection, `SELECT ${ends.join(', ')} FROM ${from}`)
  return new Map(
    temporal.flatMap(({ name }, index) => {
      const [first, last] = [row[index * 2], row[index * 2 + 1]]
      return typeof first === 'string' && typeof last === 'string' ? [[name, { first, last }] as const] : []
    }),
  )
}

/** The columns of a SELECT, which is not run. */
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
