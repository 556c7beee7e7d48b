import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { everyone } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mountSmallDisk, unmountSmallDisk } from '@testkit/store/small-disk-fixture'
import { openStoreFile } from './sqlite-file'
import { currentSchema } from './migrations'
import { openSqliteDatabase } from './sqlite-database'
import { migrateSqlite, schemaOf } from './sqlite-migrations'
import { openSqliteStore, storeFileName } from './sqlite-store'
import type { Store } from './store'
import { describeStore } from '@testkit/store/store-contract'
import {
  chartOf,
  folderOf,
  oldEntries,
  placesOf,
  placesAfter,
  recordingLog,
  type RecordingLog,
} from '@testkit/store/store-fixtures'

const startedAt = new Date('2026-01-02T03:04:05Z')
const ann = { userId: 'ann', at: 1 }

describeStore('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-store-'))
  const log = recordingLog()
  const store = openSqliteStore({ folder, log, startedAt })
  return {
    store,
    dispose: async () => {
      await store.close()
      rmSync(folder, { recursive: true })
      expect(log.errors).toEqual([])
    },
  }
})

describe('the SQLite store', () => {
  let root: string
  let folder: string
  let path: string
  let log: RecordingLog
  const opened: Store[] = []
  const open = (where = folder) => {
    const store = openSqliteStore({ folder: where, log, startedAt })
    opened.push(store)
    return store
  }
  const put = (store: Store, id: string, name = id) =>
    store.write('acme', ann, (tx) => tx.putEntry(`folder/${id}`, folderOf(id, name), everyone))
  const names = (store: Store) =>
    store.read('acme', async (tx) => (await tx.listEntries('folder/')).map(({ value }) => value.name))
  const failureOf = (run: () => unknown): TidemarkError => {
    try {
      run()
    } catch (thrown) {
      if (thrown instanceof TidemarkError) return thrown
      throw thrown
    }
    throw new Error('it did not fail')
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tidemark-store-'))
    folder = join(root, 'data')
    path = join(folder, storeFileName)
    log = recordingLog()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    rmSync(root, { recursive: true })
  })

  test('keeps its folder and every file in it to this user', async () => {
    mkdirSync(folder, { mode: 0o755 })
    const store = open()
    await put(store, 'a')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const files = readdirSync(folder)
    expect(files).toEqual(expect.arrayContaining(['lock.db', 'lock.json', 'store.db', 'store.db-shm', 'store.db-wal']))
    for (const file of files) expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600])
  })

  test('after a clean close the store file alone, without its log, holds everything', async () => {
    const store = open()
    await put(store, 'a', 'kept')
    await store.close()
    const copy = join(root, 'copy')
    mkdirSync(copy)
    copyFileSync(path, join(copy, storeFileName))
    expect(await names(open(copy))).toEqual(['kept'])
    expect(await names(open())).toEqual(['kept'])
  })

  test('writes in WAL mode and waits for the disk at every commit', () => {
    const database = (mkdirSync(folder), openStoreFile(path))
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    database.close()
  })

  test('refuses a folder that is in use, and says by whom, since when and what to do', () => {
    open()
    const error = failureOf(() => open())
    expect(error.code).toBe('store-locked')
    expect(error.detail).toBe(`Process ${process.pid} has been using ${folder} since 2026-01-02T03:04:05.000Z.`)
    expect(error.hint).toContain('TIDEMARK_DATA_DIR')
  })

  test('the lock belongs to the process, not to a file that stays behind', async () => {
    await open().close()
    writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: 1, startedAt: startedAt.toISOString() }))
    expect((await put(open(), 'a')).version).toBe(1)
  })

  test.each([
    ['garbage', 'garbage '.repeat(2000)],
    ['a cut page', 'SQLite format 3\0'],
  ])('a lock file of %s is named with what to do: it holds no data', (_, content) => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'lock.db'), content)
    const error = failureOf(() => open())
    expect([error.code, error.detail]).toEqual(['lock-damaged', `${join(folder, 'lock.db')} is damaged.`])
    expect(error.hint).toContain('Delete it')
    rmSync(join(folder, 'lock.db'))
    expect(open()).toBeDefined()
  })

  test('refuses a folder that is a file, and says which', () => {
    writeFileSync(folder, 'not a folder')
    const error = failureOf(() => open())
    expect([error.code, error.detail]).toEqual(['data-folder-unusable', `${folder} is a file, not a folder.`])
    expect(error.hint).toContain('TIDEMARK_DATA_DIR')
  })

  test('refuses a store of a newer version and leaves it as it was', async () => {
    await open().close()
    const newer = new DatabaseSync(path)
    newer.exec(`PRAGMA user_version = ${currentSchema + 1}`)
    newer.close()
    const before = readFileSync(path)
    const error = failureOf(() => open())
    expect([error.code, error.hint]).toEqual(['store-newer', expect.stringContaining('newer version')])
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test.each([
    ['is not a database', () => writeFileSync(path, 'garbage '.repeat(2000))],
    ['is empty', () => writeFileSync(path, '')],
    ['is cut short', () => truncateSync(path, 8192)],
    [
      'has a damaged page',
      () => {
        const bytes = readFileSync(path)
        bytes.fill(0xab, 4096, 3 * 4096)
        writeFileSync(path, bytes)
      },
    ],
    [
      "is another program's",
      () => {
        rmSync(path)
        new DatabaseSync(path).exec('CREATE TABLE notes (text)')
      },
    ],
    [
      'is gone while its log is there',
      () => {
        rmSync(path)
        writeFileSync(`${path}-wal`, 'log')
      },
    ],
  ])('refuses a store file that %s, names it, and lets go of the folder', async (_, damage) => {
    const store = open()
    for (let index = 0; index < 50; index += 1) await put(store, `f${index}`, 'x'.repeat(100))
    await store.close()
    damage()
    const error = failureOf(() => open())
    expect(error.code).toBe('store-corrupt')
    expect(error.detail).toContain(path)
    expect(error.hint).toMatch(/backup/)
    rmSync(folder, { recursive: true })
    await put(open(), 'a')
  })

  test('half a store that a crash left behind is made again', async () => {
    mkdirSync(folder)
    writeFileSync(`${path}.new`, 'half')
    writeFileSync(`${path}.new-journal`, 'half')
    await put(open(), 'a')
    expect(readdirSync(folder).filter((file) => file.includes('.new'))).toEqual([])
  })

  test.each(Array.from({ length: currentSchema }, (_, version) => version))(
    'a store of schema %i is brought to the current one',
    async (version) => {
      mkdirSync(folder)
      const old = openSqliteDatabase(path)
      old.exec('PRAGMA application_id = 0x54494445')
      migrateSqlite(old, version)
      if (version > 0) {
        old.function('stamped', (_org: string, _version: number) => 1)
        old.exec("INSERT INTO org (id, epoch, version, gc_version) VALUES ('acme', 1, 1, 0)")
        const insert = old.prepare(
          "INSERT INTO entry (org, key, value, version, deleted, audience) VALUES ('acme', ?, ?, 1, 0, 'everyone')",
        )
        for (const [key, value] of oldEntries) insert.run(key, JSON.stringify(value))
      }
      old.close()
      const store = open()
      await put(store, 'p')
      expect(await names(store)).toEqual(version > 0 ? ['old', 'p'] : ['p'])
      expect(await placesOf(store)).toEqual(placesAfter(version))
      await store.close()
      const migrated = new DatabaseSync(path, { readOnly: true })
      expect(schemaOf(migrated)).toBe(currentSchema)
      migrated.close()
    },
  )

  test('no write to an entry gets in without the version of its own transaction', async () => {
    const store = open()
    await put(store, 'a')
    await store.close()
    const outsider = openStoreFile(path)
    expect(() => outsider.exec('UPDATE entry SET deleted = 1, value = NULL')).toThrow('stamped')
    outsider.function('stamped', (_org: string, _version: number) => 0)
    expect(() => outsider.exec('UPDATE entry SET version = 1')).toThrow('unstamped write')
    expect(() => outsider.exec("INSERT INTO entry VALUES ('acme', 'folder/b', '{}', 1, 0, 'everyone', 1)")).toThrow(
      'unstamped write',
    )
    expect(() => outsider.exec('DELETE FROM entry')).toThrow('only tombstones')
    outsider.close()
  })

  test('a stored value that no longer fits is left out, logged, and can be written again', async () => {
    const first = open()
    await put(first, 'a')
    await put(first, 'b')
    await first.close()
    const outsider = openStoreFile(path)
    outsider.function('stamped', (_org: string, _version: number) => 1)
    outsider.exec('UPDATE entry SET value = \'{"id":"a"}\' WHERE key = \'folder/a\'')
    outsider.close()
    const store = open()
    expect(await names(store)).toEqual(['b'])
    expect(log.errors).toHaveLength(1)
    await put(store, 'a', 'whole again')
    expect(await names(store)).toEqual(['whole again', 'b'])
  })

  test('a full disk fails the one write, which is not half done; reads and later writes go on', async (context) => {
    const disk = join(root, 'disk')
    mkdirSync(disk)
    if (!mountSmallDisk(disk, 'size=1m')) return context.skip('mounting a small disk is not permitted here')
    try {
      const store = open(join(disk, 'data'))
      await put(store, 'before')
      const fillDisk = async () => {
        for (let index = 0; index < 2000; index += 1) {
          await store.write('acme', ann, async (tx) => {
            await tx.putEntry(`folder/w${index}`, folderOf(`w${index}`), everyone)
            await tx.putEntry(`chart/w${index}`, { ...chartOf(`w${index}`), description: 'x'.repeat(500) }, everyone)
          })
        }
      }
      await expect(fillDisk()).rejects.toMatchObject({ code: 'disk-full', status: 507 })
      const read = await store.read('acme', async (tx) => ({
        version: (await tx.getOrg()).version,
        folders: (await tx.scanEntries('folder/w', [everyone])).length,
        charts: (await tx.scanEntries('chart/', [everyone])).length,
      }))
      expect(read.folders).toBeGreaterThan(10)
      expect(read).toEqual({ version: read.folders + 1, folders: read.folders, charts: read.folders })
      execFileSync('/bin/mount', ['-o', 'remount,size=16m', disk])
      expect((await put(store, 'after')).version).toBe(read.version + 1)
      await store.close()
    } finally {
      unmountSmallDisk(disk)
    }
  })
})
