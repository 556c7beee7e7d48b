import type { Client } from 'pg'
import { changeChannel } from '../store/change-feed-connection'
import { connect, connectionConfig } from '../store/postgres-connection'
import { toPostgresError } from '../store/postgres-errors'
import { currentSchema } from '../store/migrations'
import { migratePostgres } from '../store/postgres-migrations'
import { olderStore } from './older-store'
import type { InsertTarget, SqlRow, StoreDatabase, StoreDatabaseTx } from './store-database'

const fetchedRows = 1000

/** Sets the stamp of each row before the triggers see it; they reject writes without one. */
const stamped = `set_config('tidemark.stamp', version || ' ' || org, true) IS NOT NULL`

/**
 * Opens a store on a separate connection; servers may run meanwhile. isMigrating: first migrates the database to the
 * current schema; otherwise an older schema fails with `store-older`.
 */
export async function openPostgresDatabase(
  connectionString: string,
  { isMigrating }: { readonly isMigrating: boolean },
): Promise<StoreDatabase> {
  const client = await prepare(connectionString, isMigrating).catch((thrown: unknown) => {
    throw toPostgresError(thrown)
  })

  const inTransaction = async <T>(begin: string, run: (tx: StoreDatabaseTx) => Promise<T>): Promise<T> => {
    try {
      await client.query(begin)
      const value = await run(createTx(client))
      await client.query('COMMIT')
      return value
    } catch (thrown) {
      // On a lost connection the rollback fails; the original error is reported.
      await client.query('ROLLBACK').catch(() => undefined)
      throw thrown
    }
  }

  return {
    engine: 'postgresql',
    read: (run) => inTransaction('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', run),
    write: (run) => inTransaction('BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE', run),
    close: () => client.end(),
  }
}

async function prepare(connectionString: string, isMigrating: boolean): Promise<Client> {
  const client = await connect(connectionConfig(connectionString, 'operations'))
  try {
    if (isMigrating || (await schemaOf(client)) >= currentSchema) await migratePostgres(client)
    else throw olderStore('The database')
    return client
  } catch (thrown) {
    await client.end()
    throw thrown
  }
}

async function schemaOf(client: Client): Promise<number> {
  const { rows: tables } = await client.query("SELECT 1 FROM pg_tables WHERE tablename = 'tidemark'")
  if (tables.length === 0) return 0
  const { rows } = await client.query<{ schema: number }>('SELECT schema FROM tidemark')
  return rows[0]?.schema ?? 0
}

function createTx(client: Client): StoreDatabaseTx {
  const query = async (sql: string, values: readonly unknown[] = []): Promise<readonly SqlRow[]> => {
    try {
      return (await client.query<SqlRow>(sql.replaceAll(/\?(\d+)/g, '$$$1'), [...values])).rows
    } catch (thrown) {
      throw toPostgresError(thrown)
    }
  }
  return {
    query,
    select: async function* ({ table, columns, key, where }) {
      const names = columns.map(({ name }) => `"${name}"`)
      const order = key.map(({ name, sqlType }) => `"${name}"${sqlType === 'text' ? ' COLLATE "C"' : ''}`)
      const values = where === null ? [] : [where.value]
      await query(
        `DECLARE portable NO SCROLL CURSOR FOR SELECT ${names.join(', ')} FROM "${table}"
         ${where === null ? '' : `WHERE "${where.column}" = ?1`} ORDER BY ${order.join(', ')}`,
        values,
      )
      for (;;) {
        const rows = await query(`FETCH ${fetchedRows} FROM portable`)
        yield* rows
        if (rows.length < fetchedRows) break
      }
      await query('CLOSE portable')
    },
    insert: async (target, rows) => {
      await query(
        insertStatement(target),
        target.columns.map((_, index) => rows.map((row) => row[index] ?? null)),
      )
    },
    deleteEntries: async (orgId) => {
      await query('SELECT 1 FROM org WHERE id = ?1 FOR UPDATE', [orgId])
      await query(`UPDATE entry SET value = NULL, deleted = true WHERE org = ?1 AND NOT deleted AND ${stamped}`, [
        orgId,
      ])
      await query('DELETE FROM entry WHERE org = ?1', [orgId])
    },
    setEpoch: async (orgId, epoch) => {
      await query('UPDATE org SET epoch = ?2, changed_xid = pg_current_xact_id() WHERE id = ?1', [orgId, epoch])
      await query('DELETE FROM client_group WHERE org = ?1', [orgId])
      await query(
        `SELECT pg_notify('${changeChannel}', json_build_object('org', id, 'version', version)::text)
         FROM org WHERE id = ?1`,
        [orgId],
      )
    },
    listColumns: async () => {
      const rows = await query(
        `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
         WHERE table_schema = current_schema()`,
      )
      return rows.map(({ table, column }) => ({ table: String(table), column: String(column) }))
    },
  }
}

function insertStatement({ table, columns, derived }: InsertTarget): string {
  const names = columns.map(({ name }) => `"${name}"`)
  const arrays = columns.map(({ sqlType }, index) => `?${index + 1}::${sqlType}[]`)
  const stamp = table === 'entry' ? `WHERE ${stamped}` : ''
  return `INSERT INTO "${table}" (${[...names, ...Object.keys(derived)].join(', ')})
    SELECT ${[...names, ...Object.values(derived)].join(', ')}
    FROM unnest(${arrays.join(', ')}) AS given (${names.join(', ')}) ${stamp}`
}
