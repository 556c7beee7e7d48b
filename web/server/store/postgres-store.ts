import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { Pool, type ClientBase } from 'pg'
import type { Logger } from '../observability/log'
import { connect, connectionConfig } from './postgres-connection'
import { toPostgresError } from './postgres-errors'
import { migratePostgres } from './postgres-migrations'
import { inSnapshot, runPostgresTransaction, raiseVersion, wasCommitted } from './postgres-transaction'
import type { SqlResult, SqlTables } from './sql-tables'
import type { Author, Store, StoreWriteTx, Written } from './store'
import { storeStatements } from './store-statements'
import { ReadTx, WriteTx, type StoreConnection } from './store-tx'
import { keptAudienceSets } from './stored-rows'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. Must reach PostgreSQL itself or a pooler in session mode. */
  readonly connectionString: string
  readonly log: Logger
}

/** The pool sizes of one instance. PostgreSQL accepts 100 connections by default. */
const maxReaders = 10
const maxWriters = 6
/**
 * The most writers of an org that hold a connection: one writes while the next one waits for the row lock. Further ones
 * wait in this process.
 */
const maxWritersOfOrg = 2

/**
 * Time-outs that the server enforces, so that a stuck transaction or a vanished instance does not keep an org locked.
 */
const limits = { statement_timeout: 30_000, lock_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }
/** The client-side time-out for a server that does not answer at all. */
const answerTimeoutMs = 40_000

/**
 * Opens the PostgreSQL store and brings it to the current schema. Any number of instances may have it open. Fails with
 * `config-invalid`, `store-newer` or `store-failed`; each says what to do.
 */
export async function openPostgresStore({ connectionString, log }: PostgresStoreOptions): Promise<Store> {
  await prepareDatabase(connectionString)
  const createPool = (name: string, max: number) => {
    const pool = new Pool({
      ...connectionConfig(connectionString, name),
      ...limits,
      query_timeout: answerTimeoutMs,
      max,
    })
    pool.on('error', (err) => log.info({ err, pool: name }, 'An idle connection to PostgreSQL ended.'))
    // An error that ends a connection in use also fails its next statement, where it is handled.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  return createStore({ readers: createPool('reads', maxReaders), writers: createPool('writes', maxWriters) }, log)
}

async function prepareDatabase(connectionString: string): Promise<void> {
  try {
    const client = await connect(connectionConfig(connectionString, 'start'))
    try {
      await migratePostgres(client)
    } finally {
      await client.end()
    }
  } catch (thrown) {
    throw toPostgresError(thrown)
  }
}

function createStore({ readers, writers }: { readonly readers: Pool; readonly writers: Pool }, log: Logger): Store {
  const writeTurns = createTurns(maxWritersOfOrg)
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const track = <T>(start: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw new TidemarkError('store-failed', { detail: 'The store is closed.' })
    const transaction = start()
    running.add(transaction)
    return transaction.finally(() => running.delete(transaction))
  }

  const runSql =
    (pool: Pool): SqlTables['read'] =>
    async (text, values, name) =>
      await track(() => run(pool, { text, values: [...values], name }))

  return {
    tables: { engine: 'postgres', read: runSql(readers), write: runSql(writers) },

    read: async (orgId, read) =>
      await track(() =>
        inSnapshot(readers, (client) => {
          const tx = new ReadTx(orgId, connectionOf(client), log, null)
          return read(tx).finally(() => tx.end())
        }),
      ),

    write: async <T>(orgId: string, author: Author, write: (tx: StoreWriteTx) => Promise<T>) =>
      await track(() =>
        writeTurns.run(orgId, () =>
          runPostgresTransaction<Written<T>>(writers, async (client) => {
            const { version, xid } = await raiseVersion(client, orgId)
            const tx = new WriteTx(orgId, connectionOf(client), log, author, version)
            const value = await write(tx).finally(() => tx.end())
            if (!tx.hasWritten) return { outcome: 'rollback', value: { value, version: null } }
            return { outcome: 'commit', value: { value, version }, wasCommitted: () => wasCommitted(readers, xid) }
          }),
        ),
      ),

    keepAudiences: async (orgId, userId, hash, audiences) =>
      await track(async () => {
        const values = [orgId, userId, hash, JSON.stringify(audiences), Date.now()]
        await run(writers, { ...statements.putAudiences, values })
        await run(writers, { ...statements.dropAudiences, values: [orgId, userId, keptAudienceSets - 1] })
      }),

    listOrgs: async () =>
      await track(async () => {
        const { rows } = await run(readers, { ...statements.listOrgs, values: [] })
        // The statement selects this column.
        return (rows as readonly { readonly id: string }[]).map(({ id }) => id)
      }),

    close: async () => {
      closing ??= Promise.allSettled(running).then(async () => {
        await Promise.all([readers.end(), writers.end()])
      })
      await closing
    },
  }
}

const statements = storeStatements('postgres')

function connectionOf(client: ClientBase): StoreConnection {
  return {
    engine: 'postgres',
    statements,
    ask: ({ text, name, isByColumn }, values) =>
      run(client, { text, name, values: [...values], ...(isByColumn === true ? { rowMode: 'array' } : {}) }),
    runSql: (text, values) => run(client, { text, values: [...values] }),
    listOf: (texts) => texts,
  }
}

interface Asked {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string | undefined
  readonly rowMode?: 'array'
}

/** Runs one statement; PostgreSQL's errors become catalogued ones. */
async function run(on: Pool | ClientBase, asked: Asked): Promise<SqlResult> {
  try {
    const { rows, rowCount, command } = await on.query<unknown[]>(asked)
    return { rows, changedCount: command === 'SELECT' ? 0 : (rowCount ?? 0) }
  } catch (thrown) {
    throw toPostgresError(thrown)
  }
}

/**
 * Limits how many tasks of one key run at a time; further ones wait in order of arrival. Different keys do not wait for
 * each other.
 */
interface Turns {
  run<T>(key: string, task: () => Promise<T>): Promise<T>
}

function createTurns(width: number): Turns {
  const turnsByKey = new Map<string, { running: number; readonly waiting: (() => void)[] }>()

  return {
    run: async (key, task) => {
      const turns = turnsByKey.get(key) ?? { running: 0, waiting: [] }
      turnsByKey.set(key, turns)
      if (turns.running < width) turns.running += 1
      else await new Promise<void>((resolve) => turns.waiting.push(resolve))
      try {
        return await task()
      } finally {
        // Pass the turn to the next waiting task, or give it back.
        const next = turns.waiting.shift()
        if (next !== undefined) next()
        else turns.running -= 1
        if (turns.running === 0) turnsByKey.delete(key)
      }
    },
  }
}
