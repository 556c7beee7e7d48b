import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '../observability/log'
import { ensurePrivateFolder } from '../base/private-folder'
import { lockFolder } from './folder-lock'
import { toStoreError } from './sqlite-errors'
import { openStoreFile } from './sqlite-file'
import { runSql } from './sqlite-tables'
import type { Author, Store, StoreWriteTx, Written } from './store'
import { storeStatements, type Statement } from './store-statements'
import { ReadTx, WriteTx, type StoreConnection } from './store-tx'
import { keptAudienceSets } from './stored-rows'
import type { CommittedScope } from './stored-value'
import { createTaskQueue } from './task-queue'

export const storeFileName = 'store.db'

export interface SqliteStoreOptions {
  /** Created for this user alone if it does not exist. */
  readonly folder: string
  readonly log: Logger
  /** The start time of the process, for the message that a second process shows. */
  readonly startedAt: Date
}

/**
 * Opens the SQLite store of a data folder and locks the folder for this process. Fails with `data-folder-unusable`,
 * `store-locked`, `lock-damaged`, `store-newer`, `store-corrupt` or `disk-full`; each says what to do.
 */
export function openSqliteStore({ folder, log, startedAt }: SqliteStoreOptions): Store {
  const unlock = lockAfterMaking(folder, startedAt)
  try {
    return createStore(openConnections(join(folder, storeFileName)), log, unlock)
  } catch (thrown) {
    unlock()
    throw toStoreError(thrown)
  }
}

function lockAfterMaking(folder: string, startedAt: Date): () => void {
  try {
    ensurePrivateFolder(folder)
    return lockFolder(folder, startedAt)
  } catch (thrown) {
    throw toStoreError(thrown)
  }
}

/**
 * The connections of a store. stamp: the version to which the running transaction raised its org; the triggers on
 * `entry` reject writes without it.
 */
interface Connections {
  readonly writer: DatabaseSyncInstance
  readonly reader: DatabaseSyncInstance
  /** Runs single statements. Unlike `reader` it is never inside a transaction, so it sees the newest state. */
  readonly tableReader: DatabaseSyncInstance
  stamp: { readonly orgId: string; readonly version: number } | null
}

function openConnections(path: string): Connections {
  const writer = openStoreFile(path)
  try {
    const connections: Connections = {
      writer,
      reader: new DatabaseSync(path, { readOnly: true }),
      tableReader: new DatabaseSync(path, { readOnly: true }),
      stamp: null,
    }
    writer.function('stamped', (orgId: unknown, version: unknown) =>
      connections.stamp !== null && connections.stamp.orgId === orgId && connections.stamp.version === version ? 1 : 0,
    )
    return connections
  } catch (thrown) {
    writer.close()
    throw thrown
  }
}

function createStore(connections: Connections, log: Logger, unlock: () => void): Store {
  const { writer, reader, tableReader } = connections
  const readerSide = connectionOf(reader)
  const writerSide = connectionOf(writer)
  // The version is read in a second statement, because RETURNING makes SQLite create a temporary table and a statement
  // journal.
  const raiseVersion = writer.prepare(
    `INSERT INTO org (id, epoch, version, gc_version) VALUES (?, 1, 1, 0)
     ON CONFLICT (id) DO UPDATE SET version = version + 1`,
  )
  const getVersion = writer.prepare('SELECT version FROM org WHERE id = ?')
  // Each connection runs one transaction at a time; readers do not wait for the writer.
  const readQueue = createTaskQueue()
  const writeQueue = createTaskQueue()
  let closing: Promise<void> | undefined
  const scopes = new Map<string, CommittedScope>()
  const scopeOf = (orgId: string): CommittedScope => {
    const known = scopes.get(orgId) ?? { orgId }
    scopes.set(orgId, known)
    return known
  }

  const mustBeOpen = () => {
    if (closing !== undefined) throw new TidemarkError('store-failed', { detail: 'The store is closed.' })
  }

  return {
    tables: {
      engine: 'sqlite',
      read: async (sql, values) => {
        mustBeOpen()
        return runSql(tableReader, sql, values)
      },
      write: async (sql, values) => {
        mustBeOpen()
        return await writeQueue.run(async () => runSql(writer, sql, values))
      },
    },

    read: async (orgId, run) => {
      mustBeOpen()
      return await readQueue.run(async () => {
        const tx = new ReadTx(orgId, readerSide, log, scopeOf(orgId))
        return await inTransaction(reader, 'BEGIN', async () => {
          const value = await run(tx)
          return { outcome: 'commit', value }
        }).finally(() => tx.end())
      })
    },

    write: async <T>(orgId: string, author: Author, run: (tx: StoreWriteTx) => Promise<T>) => {
      mustBeOpen()
      return await writeQueue.run(
        async () =>
          await inTransaction<Written<T>>(writer, 'BEGIN IMMEDIATE', async () => {
            raiseVersion.run(orgId)
            const { version }: { version: number } = getVersion.get(orgId)
            const tx = new WriteTx(orgId, writerSide, log, author, version)
            connections.stamp = { orgId, version }
            try {
              const value = await run(tx)
              if (!tx.hasWritten) return { outcome: 'rollback', value: { value, version: null } }
              return { outcome: 'commit', value: { value, version } }
            } finally {
              tx.end()
              connections.stamp = null
            }
          }),
      )
    },

    keepAudiences: async (org, user, hash, audiences) => {
      mustBeOpen()
      await writeQueue.run(async () => {
        const { putAudiences, dropAudiences } = writerSide.statements
        await writerSide.ask(putAudiences, [org, user, hash, JSON.stringify(audiences), Date.now()])
        await writerSide.ask(dropAudiences, [org, user, keptAudienceSets - 1])
      })
    },

    listOrgs: async () => {
      mustBeOpen()
      const { rows } = await readerSide.ask(readerSide.statements.listOrgs, [])
      // The statement selects this column.
      return (rows as { id: string }[]).map(({ id }) => id)
    },

    close: async () => {
      closing ??= readQueue
        .run(async () => {
          reader.close()
          tableReader.close()
        })
        .then(() => writeQueue.run(async () => closeWriter(writer)))
        .then(unlock)
      await closing
    },
  }
}

/**
 * Creates a connection that prepares each statement on first use and keeps it, because parsing SQL costs more than
 * running it.
 */
function connectionOf(database: DatabaseSyncInstance): StoreConnection {
  const preparedByStatement = new Map<Statement, ReturnType<typeof prepare>>()
  const prepareOnce = (statement: Statement): ReturnType<typeof prepare> => {
    const known = preparedByStatement.get(statement)
    if (known !== undefined) return known
    const prepared = prepare(database, statement)
    preparedByStatement.set(statement, prepared)
    return prepared
  }
  return {
    engine: 'sqlite',
    statements: storeStatements('sqlite'),
    ask: async (statement, values) => {
      try {
        const { prepared, hasRows, parameterCount } = prepareOnce(statement)
        // Statements that run together receive the same values, of which one may use only the first.
        const bound = values.length > parameterCount ? values.slice(0, parameterCount) : values
        if (!hasRows) return { rows: [], changedCount: prepared.run(...bound).changes }
        if (statement.isSingle !== true) return { rows: prepared.all(...bound), changedCount: 0 }
        const row: unknown = prepared.get(...bound)
        return { rows: row === undefined ? [] : [row], changedCount: 0 }
      } catch (thrown) {
        throw toStoreError(thrown)
      }
    },
    runSql: async (sql, values) => runSql(database, sql, values),
    // Deduplicated, because the statements join the list.
    listOf: (texts) => JSON.stringify([...new Set(texts)]),
  }
}

function prepare(database: DatabaseSyncInstance, { text, isByColumn }: Statement) {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, digits]) => Number(digits))
  const prepared = database.prepare(text.replaceAll('$', '?'))
  if (isByColumn === true) prepared.setReturnArrays(true)
  return { prepared, hasRows: prepared.columns().length > 0, parameterCount: Math.max(0, ...numbers) }
}

type Outcome<T> = { readonly outcome: 'commit' | 'rollback'; readonly value: T }

/** Runs a transaction and commits or rolls back as `run` returns. Rolls back if anything throws, even the commit. */
async function inTransaction<T>(
  database: DatabaseSyncInstance,
  begin: string,
  run: () => Promise<Outcome<T>>,
): Promise<T> {
  try {
    database.exec(begin)
    const { outcome, value } = await run()
    database.exec(outcome === 'commit' ? 'COMMIT' : 'ROLLBACK')
    return value
  } catch (thrown) {
    // After some failures, such as a full disk, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw fromTransaction(thrown)
  }
}

/** Converts SQLite's own errors to catalogued ones; errors thrown by `run` are returned unchanged. */
function fromTransaction(thrown: unknown): unknown {
  return thrown instanceof Error && 'errcode' in thrown ? toStoreError(thrown) : thrown
}

function closeWriter(writer: DatabaseSyncInstance): void {
  // A clean close leaves a single file that can be copied.
  writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  writer.close()
}
