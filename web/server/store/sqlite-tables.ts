import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { LRUCache } from 'lru-cache'
import { toStoreError } from './sqlite-errors'
import type { SqlResult } from './sql-tables'

type PreparedStatement = ReturnType<DatabaseSyncInstance['prepare']>

/**
 * The most prepared statements kept per database. Statements are fixed texts, except that lists of values have many
 * lengths.
 */
const maxPrepared = 200

interface Prepared {
  readonly statement: PreparedStatement
  readonly hasRows: boolean
  readonly isSelect: boolean
}

/** Prepared statements by their text. SQLite re-prepares them itself if the schema has changed. */
const preparedByDatabase = new WeakMap<DatabaseSyncInstance, LRUCache<string, Prepared>>()

/** Runs one statement; SQLite's errors become catalogued ones. */
export function runSql(database: DatabaseSyncInstance, sql: string, values: readonly unknown[]): SqlResult {
  try {
    const { statement, hasRows, isSelect } = prepare(database, sql)
    const bound = values.map(toSqliteValue)
    if (!hasRows) return { rows: [], changedCount: statement.run(...bound).changes }
    const rows: unknown[] = statement.all(...bound)
    return { rows, changedCount: isSelect ? 0 : rows.length }
  } catch (thrown) {
    throw toStoreError(thrown)
  }
}

/**
 * Prepares a statement or returns it from the cache: parsing and planning take several times as long as looking up a
 * few rows.
 */
function prepare(database: DatabaseSyncInstance, sql: string): Prepared {
  let cache = preparedByDatabase.get(database)
  if (cache === undefined) {
    cache = new LRUCache({ max: maxPrepared })
    preparedByDatabase.set(database, cache)
  }
  const known = cache.get(sql)
  if (known !== undefined) return known
  const prepared = prepareNew(database, sql)
  cache.set(sql, prepared)
  return prepared
}

function prepareNew(database: DatabaseSyncInstance, sql: string): Prepared {
  const statement = database.prepare(sql)
  return { statement, hasRows: statement.columns().length > 0, isSelect: isSelect(sql) }
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
