import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleProcess } from '@testkit/engine/bundle-fixture'
import { fillContent, openOperationsBed, type OperationsBed } from '@testkit/store/operations-fixtures'
import { recordingLog } from '@testkit/store/store-fixtures'
import { openSqliteStore } from '../store/sqlite-store'
import { restore } from './restore'
import { backUpIfDue, backupsFolder } from './schedule-backups'

const dayMs = 24 * 3600_000
let entry: Awaited<ReturnType<typeof bundleProcess>>
let bed: OperationsBed
beforeAll(async () => {
  entry = await bundleProcess('operations/backup-process.ts')
})
afterAll(() => entry.remove())
beforeEach(async () => {
  bed = await openOperationsBed('sqlite')
  await fillContent(bed, 'local')
})
afterEach(() => bed.dispose())

const backUpAt = (at: number, kept = 2) =>
  backUpIfDue({
    dataDir: bed.folder,
    kept,
    version: '0.1.0',
    log: recordingLog(),
    clock: () => at,
    entryPath: entry.path,
  })
const listed = () => readdirSync(join(bed.folder, backupsFolder)).sort()

test('a backup is made once a day, the newest are kept, and one that was cut off is removed', async () => {
  await backUpAt(0)
  await backUpAt(dayMs - 1)
  expect(listed()).toEqual(['1970-01-01T00-00-00Z'])
  const cutOff = join(bed.folder, backupsFolder, '1970-01-01T12-00-00Z')
  mkdirSync(cutOff)
  writeFileSync(join(cutOff, 'store.db'), 'half')
  await backUpAt(dayMs)
  await backUpAt(2 * dayMs)
  expect(listed()).toEqual(['1970-01-02T00-00-00Z', '1970-01-03T00-00-00Z'])
})

test('the newest backup is restored with all that was there', async () => {
  await backUpAt(0)
  const dataDir = join(bed.folder, 'restored')
  await restore({ folder: join(bed.folder, backupsFolder, listed()[0] ?? ''), dataDir, now: dayMs })
  const store = openSqliteStore({ folder: dataDir, log: recordingLog(), startedAt: new Date(0) })
  const keys = await store.read('local', async (tx) => (await tx.listEntries('')).map(({ key }) => key))
  await store.close()
  expect(keys).toContain('folder/a')
})

test('a backup that cannot be made says why, and the earlier ones stay', async () => {
  await backUpAt(0)
  await bed.dispose()
  bed = await openOperationsBed('sqlite')
  mkdirSync(join(bed.folder, backupsFolder, '1970-01-01T00-00-00Z'), { recursive: true })
  writeFileSync(join(bed.folder, backupsFolder, '1970-01-01T00-00-00Z', 'backup.json'), '{}')
  writeFileSync(join(bed.folder, 'store.db'), 'no store')
  await expect(backUpAt(dayMs)).rejects.toMatchObject({ code: 'store-corrupt' })
  expect(listed()).toEqual(['1970-01-01T00-00-00Z'])
})
