import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { toStoreError } from './sqlite-errors'
import type { SqlResult } from './sql-tables'

/** Runs one statement. What SQLite throws leaves as a catalogued error. */
export function runSql(database: DatabaseSyncInstance, sql: string, values: readonly unknown[]): SqlResult {
  try {
    const statement = database.prepare(sql)
    const bound = values.map(toSqliteValue)
    if (statement.columns().length === 0) return { rows: [], changedCount: statement.run(...bound).changes }
    const rows: unknown[] = statement.all(...bound)
    return { rows, changedCount: isSelect(sql) ? 0 : rows.length }
  } catch (thrown) {
    throw toStoreError(thrown)
  }
}

function isSelect(sql: string): boolean {
  return /^\s*(select|with|pragma)\b/i.test(sql)
}

type SqliteValue = string | number | bigint | Uint8Array | null

function toSqliteValue(value: unknown): SqliteValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'undefined':
      return null
    default:
      if (value === null || value instanceof Uint8Array) return value
      if (value instanceof Date) return value.toISOString()
      throw new TypeError(`SQLite takes no ${typeof value}`)
  }
}
