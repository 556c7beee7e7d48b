import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabasePool, type DatabasePool } from './database-pool'
import type { Database } from './open-database'

let tempDir: string
let pool: DatabasePool
beforeEach(() => {
  tempDir = mkdtempSync(join(tmpdir(), 'tidemark-pool-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  pool = createDatabasePool({
    threads: 1,
    memoryLimitBytes: 128 * 1024 ** 2,
    maxTempBytes: 1024 ** 2,
    tempDir,
    hiddenPath: tempDir,
    exportsDir: tempDir,
    niceness: 0,
  })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(tempDir, { recursive: true, force: true })
})

const using = <T>(timeZone: string, run: (database: Database) => Promise<T>) =>
  pool.use({ key: 'nothing', tables: [] }, timeZone, run)
const databaseOf = (timeZone: string) => using(timeZone, async (database) => database)
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)

/** Returns true if the database is open; a closed one accepts no connections. */
async function isOpen(database: Database): Promise<boolean> {
  try {
    const connection = await database.connect()
    connection.closeSync()
    return true
  } catch {
    return false
  }
}

test('a database is kept for the next run, and closed when nobody used it for a while', async () => {
  const first = await databaseOf('UTC')
  await minutes(4)
  expect(await databaseOf('UTC')).toBe(first)
  await minutes(4)
  expect(await isOpen(first)).toBe(true)
  await minutes(7)
  await expect.poll(() => isOpen(first)).toBe(false)
  expect(await databaseOf('UTC')).not.toBe(first)
})

test('one that is in use stays open, however long that takes', async () => {
  const ending = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const database = await new Promise<Database>((open) => {
    running = using('UTC', async (used) => {
      open(used)
      await once(ending.signal, 'abort')
    })
  })
  await minutes(60)
  expect(await isOpen(database)).toBe(true)
  ending.abort()
  await running
})

test('two are kept for those who come back; the one that was used longest ago is closed', async () => {
  const zones = ['UTC', 'Europe/Berlin', 'Asia/Tokyo']
  const opened: Database[] = []
  for (const zone of zones) {
    opened.push(await databaseOf(zone))
    await minutes(1)
  }
  await expect.poll(() => Promise.all(opened.map(isOpen))).toEqual([false, true, true])
})
