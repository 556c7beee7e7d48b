import type { DuckDBConnection } from '@duckdb/node-api'
import { orAborted } from '@/server/base/abort-signals'
import { bindParams } from '../sql/bind-params'
import type { CachedRows } from './engine-messages'
import { mustBeOneSelect } from '../sql/sql-gate'
import { quoteName } from '../sql/sql-quoting'

/** Caches rows that several statements read, as tables of a database that only those statements can name. */
export interface TableCache {
  /**
   * Reads the rows unless they are cached or being read. Resolves with a function that returns them, or with null if
   * they are not available: too many rows, no space, or a failure. Fails with the signal's reason if it aborts; the
   * reading stops when nobody waits for it any more.
   */
  borrow(rows: CachedRows, signal: AbortSignal): Promise<(() => void) | null>
  close(): void
}

export interface TableCacheOptions {
  readonly connect: () => Promise<DuckDBConnection>
  readonly control: DuckDBConnection
  readonly tableNames: ReadonlySet<string>
  /** The largest size of one table; the cache has space for four. */
  readonly maxBytes: number
}

interface CachedTable {
  readonly isThere: Promise<boolean>
  readonly stop: () => void
  state: 'reading' | 'there' | 'missing'
  bytes: number
  borrowerCount: number
  dropTimer: NodeJS.Timeout | undefined
}

const maxTables = 4
/**
 * How long an unused table is kept: for the dashboard's next statement, and for tiles that come into view shortly
 * after.
 */
const lingerMs = 5_000
const interruptEveryMs = 20

export function createTableCache({ connect, control, tableNames, maxBytes }: TableCacheOptions): TableCache {
  const tables = new Map<string, CachedTable>()
  /** Tables that are being dropped. A new table of the same name waits for this. */
  const leaving = new Map<string, Promise<unknown>>()
  let isClosed = false

  const leave = async (name: string, gone: Promise<unknown>): Promise<void> => {
    leaving.set(name, gone)
    await gone
    if (leaving.get(name) === gone) leaving.delete(name)
  }

  const drop = async (name: string, table: CachedTable): Promise<void> => {
    clearTimeout(table.dropTimer)
    if (tables.get(name) === table) tables.delete(name)
    if (table.state !== 'there' || isClosed) return
    // If the database cannot drop a table, it is broken; the next statement will notice and replace it.
    const dropped = control.run(`DROP TABLE IF EXISTS ${quoteName(name)}`).catch(() => undefined)
    await leave(name, dropped)
  }
  const hasRoom = (): boolean =>
    [...tables.values()].reduce((sum, { bytes }) => sum + bytes, 0) + maxBytes <= maxBytes * maxTables
  const makeRoom = async (): Promise<void> => {
    for (const [name, table] of tables) {
      if (hasRoom()) return
      if (table.borrowerCount === 0 && table.bytes > 0) await drop(name, table)
    }
  }

  const start = (rows: CachedRows): CachedTable => {
    const stopping = new AbortController()
    const reading = async (): Promise<boolean> => {
      // Ignore the failure: the statement runs without the cache and reports the problem itself.
      const rowCount = await read(rows, stopping.signal).catch(() => null)
      table.state = rowCount === null ? 'missing' : 'there'
      table.bytes = (rowCount ?? 0) * rows.rowBytes
      if (stopping.signal.aborted) await drop(rows.name, table)
      return rowCount !== null
    }
    const table: CachedTable = {
      isThere: reading(),
      stop: () => stopping.abort(),
      state: 'reading',
      bytes: maxBytes,
      borrowerCount: 0,
      dropTimer: undefined,
    }
    tables.set(rows.name, table)
    return table
  }

  /** Creates the table and returns its number of rows; null, without a table, if there are too many. */
  const read = async ({ name, sql, params, rowBytes }: CachedRows, signal: AbortSignal): Promise<number | null> => {
    await leaving.get(name)
    await mustBeOneSelect(control, sql, tableNames)
    const maxRows = Math.floor(maxBytes / rowBytes)
    const connection = await connect()
    let stopTimer: NodeJS.Timeout | undefined
    const stop = (): void => {
      connection.interrupt()
      stopTimer = setInterval(() => connection.interrupt(), interruptEveryMs)
    }
    try {
      const statement = await connection.prepare(
        `CREATE TABLE ${quoteName(name)} AS SELECT * FROM (\n${sql}\n) AS kept LIMIT ${maxRows + 1}`,
      )
      bindParams(statement, params)
      signal.throwIfAborted()
      signal.addEventListener('abort', stop, { once: true })
      const [row] = await (await statement.run()).getRows()
      const rowCount = Number(row?.[0])
      if (rowCount <= maxRows) return rowCount
      await control.run(`DROP TABLE ${quoteName(name)}`)
      return null
    } finally {
      signal.removeEventListener('abort', stop)
      clearInterval(stopTimer)
      connection.closeSync()
    }
  }

  const giveBack = (name: string, table: CachedTable): void => {
    table.borrowerCount -= 1
    if (table.borrowerCount > 0) return
    if (table.state === 'reading') {
      // Remove it now, so that no new run waits for a reading that is being stopped.
      if (tables.get(name) === table) tables.delete(name)
      table.stop()
      void leave(name, table.isThere)
      return
    }
    table.dropTimer = setTimeout(() => void drop(name, table), lingerMs)
    table.dropTimer.unref()
  }

  return {
    borrow: async (rows, signal) => {
      signal.throwIfAborted()
      if (!tables.has(rows.name)) await makeRoom()
      if (!tables.has(rows.name) && !hasRoom()) return null
      const table = tables.get(rows.name) ?? start(rows)
      clearTimeout(table.dropTimer)
      table.borrowerCount += 1
      const isThere = await orAborted(table.isThere, signal, () => signal.reason).catch((thrown: unknown) => {
        giveBack(rows.name, table)
        throw thrown
      })
      if (isThere) return () => giveBack(rows.name, table)
      giveBack(rows.name, table)
      return null
    },
    close: () => {
      isClosed = true
      for (const [name, table] of tables) {
        table.stop()
        void drop(name, table)
      }
    },
  }
}
