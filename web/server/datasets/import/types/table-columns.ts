import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { mustHaveRoomFor } from './column-limit'
import { nameColumns } from './column-names'
import { readRows, type PreparedColumn } from '../import-source'
import { quoteName } from '@/server/engine/sql/sql-quoting'

/** A column as the engine describes it: its name in the source and its DuckDB type. */
export interface DescribedColumn {
  readonly name: string
  readonly type: string
}

interface PreparedColumns {
  readonly columns: readonly PreparedColumn[]
  readonly notes: readonly ImportNote[]
}

/**
 * Prepares the columns of a source that declares them (JSON, Parquet) for Parquet and SQL results: nested values become
 * JSON, and types that Parquet would round become exact ones.
 *
 * readAs: SQL that reads each column differently than declared; null for as declared.
 */
export function prepareColumns(
  given: readonly DescribedColumn[],
  readAs: readonly (string | null)[] = [],
): PreparedColumns {
  const { names, notes } = nameColumns(given.map((column) => column.name))
  const columns = given.map((column, index) => ({
    name: names[index] ?? column.name,
    expression: readAs[index] ?? asDeclared(column),
    expectedValueCount: null,
  }))
  return { columns, notes }
}

/** Describes the columns. Fails with `upload-unreadable` if a table has more columns than the limit. */
export async function describeColumns(connection: DuckDBConnection, from: string): Promise<readonly DescribedColumn[]> {
  const described = await readRows(connection, `DESCRIBE SELECT * FROM ${from}`)
  mustHaveRoomFor(described.length)
  return described.map((row) => ({ name: String(row[0]), type: String(row[1]) }))
}

/** Returns true for lists, structs and other types that contain values. */
export function isNestedType(type: string): boolean {
  return /^(STRUCT|MAP|UNION)\b|\[\d*\]$/.test(type)
}

function asDeclared({ name, type }: DescribedColumn): string {
  const column = quoteName(name)
  if (isNestedType(type)) return `to_json(${column})`
  // Parquet has no 128-bit integers, and the engine would write doubles.
  return type === 'HUGEINT' || type === 'UHUGEINT' ? `CAST(${column} AS VARCHAR)` : column
}
