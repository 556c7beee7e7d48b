import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { mustHaveRoomFor } from './column-limit'
import { nameColumns } from './column-names'
import { readRows, type PreparedColumn } from './import-source'
import { quoteName } from '../../engine/sql-quoting'

/** A column as the engine describes it: its name in the source and its DuckDB type. */
export interface DescribedColumn {
  readonly name: string
  readonly type: string
}

/** given: the columns as the source has them, in the same order. */
export interface PreparedColumns {
  readonly given: readonly DescribedColumn[]
  readonly columns: readonly PreparedColumn[]
  readonly notes: readonly ImportNote[]
}

/**
 * The columns of a source that declares them (JSON, Parquet), as Parquet and SQL results can hold them: nested values
 * become JSON, and types Parquet would round become exact ones.
 *
 * readAs: SQL that reads a column in another way than declared, null for as declared.
 */
export async function prepareColumns(
  connection: DuckDBConnection,
  from: string,
  readAs: (column: DescribedColumn) => Promise<string | null>,
): Promise<PreparedColumns> {
  const described = await readRows(connection, `DESCRIBE SELECT * FROM ${from}`)
  mustHaveRoomFor(described.length)
  const given = described.map((row) => ({ name: String(row[0]), type: String(row[1]) }))
  const { names, notes } = nameColumns(given.map((column) => column.name))
  const columns: PreparedColumn[] = []
  for (const [index, column] of given.entries()) {
    columns.push({
      name: names[index] ?? column.name,
      expression: (await readAs(column)) ?? asDeclared(column),
      expectedValueCount: null,
    })
  }
  return { given, columns, notes }
}

function asDeclared({ name, type }: DescribedColumn): string {
  const column = quoteName(name)
  if (/^(STRUCT|MAP|UNION)\b|\[\d*\]$/.test(type)) return `to_json(${column})`
  // Parquet has no 128-bit integers; the engine would write doubles.
  return type === 'HUGEINT' || type === 'UHUGEINT' ? `CAST(${column} AS VARCHAR)` : column
}
