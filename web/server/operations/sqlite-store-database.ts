import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { toStoreError } from '../store/sqlite-errors'
import type { InsertTarget, SqlColumn, SqlRow, SqlValue, StoreDatabase, StoreDatabaseTx } from './store-database'

/** Creates a database over an open store file, and closes that. For writing, the caller must hold the folder's lock. */
export function createSqliteDatabase(database: DatabaseSyncInstance): StoreDatabase {
  // The triggers call this function. Unlike the server's own version it accepts every write.
  database.function('stamped', (_orgId: unknown, _version: unknown) => 1)

  const inTransaction = async <T>(begin: string, run: (tx: StoreDatabaseTx) => Promise<T>): Promise<T> => {
    try {
      database.exec(begin)
      const value = await run(createTx(database))
      database.exec('COMMIT')
      return value
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw thrown instanceof Error && 'errcode' in thrown ? toStoreError(thrown) : thrown
    }
  }

  return {
    engine: 'sqlite',
    read: (run) => inTransaction('BEGIN', run),
    write: (run) => inTransaction('BEGIN IMMEDIATE', run),
    close: async () => database.close(),
  }
}

function createTx(database: DatabaseSyncInstance): StoreDatabaseTx {
  const query = async (sql: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> => {
    const rows: SqlRow[] = database.prepare(sql).all(...values.map(toSqlite))
    return rows
  }
  return {
    query,
    select: async function* ({ table, columns, key, where }) {
      const sql = `SELECT ${listOf(columns)} FROM "${table}"
        ${where === null ? '' : `WHERE "${where.column}" = ?1`} ORDER BY ${listOf(key)}`
      yield* database.prepare(sql).iterate(...(where === null ? [] : [where.value]))
    },
    insert: async (target, rows) => {
      const statement = database.prepare(insertStatement(target))
      for (const row of rows) statement.run(...row.map(toSqlite))
    },
    deleteEntries: async (orgId) => {
      await query('UPDATE entry SET value = NULL, deleted = 1 WHERE org = ?1 AND deleted = 0', [orgId])
      await query('DELETE FROM entry WHERE org = ?1', [orgId])
    },
    setEpoch: async (orgId, epoch) => {
      await query('UPDATE org SET epoch = ?2 WHERE id = ?1', [orgId, epoch])
      await query('DELETE FROM client_group WHERE org = ?1', [orgId])
    },
    listColumns: async () => {
      const rows = await query(
        `SELECT sqlite_schema.name AS "table", info.name AS "column"
         FROM sqlite_schema, pragma_table_info(sqlite_schema.name) AS info
         WHERE sqlite_schema.type = 'table' AND sqlite_schema.name NOT LIKE 'sqlite_%'`,
      )
      return rows.map(({ table, column }) => ({ table: String(table), column: String(column) }))
    },
  }
}

function listOf(columns: readonly SqlColumn[]): string {
  return columns.map(({ name }) => `"${name}"`).join(', ')
}

function insertStatement({ table, columns, derived }: InsertTarget): string {
  const names = columns.map(({ name }) => `"${name}"`)
  const given = names.map((name, index) => `?${index + 1} AS ${name}`)
  return `INSERT INTO "${table}" (${[...names, ...Object.keys(derived)].join(', ')})
    SELECT ${[...names, ...Object.values(derived)].join(', ')} FROM (SELECT ${given.join(', ')})`
}

/** Converts booleans to numbers, because SQLite has no booleans. */
function toSqlite(value: SqlValue): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
}
