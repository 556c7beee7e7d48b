import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyone } from '@tidemark/shared/access/actor'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { imageTileOf } from '@testkit/entries/image-tile-fixture'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSqliteStore, storeFileName } from '../store/sqlite-store'
import { folderOf, recordingLog } from '@testkit/store/store-fixtures'
import { backUp } from './back-up'
import { fillContent, openOperationsBed, placeVersion, type OperationsBed } from '@testkit/store/operations-fixtures'
import { restore } from './restore'

let bed: OperationsBed
let away: string
beforeEach(async () => {
  bed = await openOperationsBed('sqlite')
  away = mkdtempSync(join(tmpdir(), 'tidemark-backup-'))
  await fillContent(bed, 'local')
  writeFileSync(join(bed.folder, 'installation.json'), '{"id":"here"}')
})
afterEach(async () => {
  await bed.dispose()
  rmSync(away, { recursive: true })
})

const backUpTo = (name: string) =>
  backUp({ dataDir: bed.folder, folder: join(away, name), version: '0.1.0', at: new Date(0) })
const restoreTo = (name: string, backup: string) =>
  restore({ folder: join(away, backup), dataDir: join(away, name), now: Date.now() })
/** Lets other work run: SQLite answers synchronously, so a loop of writes would block everything else. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
const log = recordingLog()
const stateOf = async (folder: string) => {
  const store = openSqliteStore({ folder, log, startedAt: new Date(0) })
  try {
    return await store.read('local', async (tx) => ({
      org: await tx.getOrg(),
      keys: (await tx.scanEntries('', [everyone])).map(({ key }) => key),
    }))
  } finally {
    await store.close()
  }
}

test('a backup of a store that is being written holds all that was acknowledged before it, and nothing halfway', async () => {
  const store = openSqliteStore({ folder: bed.folder, log, startedAt: new Date(0) })
  let written = 0
  const stop = new AbortController()
  const writing = (async () => {
    while (!stop.signal.aborted) {
      const name = `w${String(written).padStart(5, '0')}`
      await store.write('local', { userId: 'ann', at: 1 }, async (tx) => {
        await tx.putEntry(`folder/${name}-1`, folderOf(`${name}-1`), everyone)
        await tx.putEntry(`folder/${name}-2`, folderOf(`${name}-2`), everyone)
      })
      written += 1
      await turn()
    }
  })()
  await vi.waitFor(() => expect(written).toBeGreaterThan(50), { timeout: 10_000 })
  const before = written
  await backUpTo('one').finally(() => stop.abort())
  await writing
  await store.close()
  await restoreTo('restored', 'one')
  const pairs = (await stateOf(join(away, 'restored'))).keys.filter((key) => key.startsWith('folder/w'))
  expect(pairs.length % 2).toBe(0)
  expect(pairs.length).toBeGreaterThanOrEqual(before * 2)
  expect(pairs.length).toBeLessThanOrEqual(written * 2)
})

test('a restored folder holds what the backed-up one held, readable by its owner alone, with a new epoch', async () => {
  const report = await backUpTo('one')
  expect(report).toMatchObject({ entryCount: 5, fileCount: 4, missingVersions: [] })
  await restoreTo('restored', 'one')
  const restored = join(away, 'restored')
  expect(readFileSync(join(restored, 'datasets/d/v1/data.parquet'), 'utf8')).toBe('PAR1 d/v1')
  expect(readFileSync(join(restored, 'installation.json'), 'utf8')).toBe('{"id":"here"}')
  for (const name of readdirSync(restored)) expect(statSync(join(restored, name)).mode & 0o077).toBe(0)
  const [was, is] = [await stateOf(bed.folder), await stateOf(restored)]
  expect(is.keys).toEqual(was.keys)
  expect(is.org.version).toBe(was.org.version)
  expect(is.org.epoch).toBeGreaterThan(was.org.epoch)
})

test('a backup holds the earlier file of replaced data too', async () => {
  const { versionId, ...made } = datasetOf('e', { versionId: 'v2' })
  const entry = { ...made, versionId, earlier: { ...made, versionId: 'v1', usedUntil: 1 } }
  await bed.withStore((store) =>
    store.write('local', { userId: 'ann', at: 1 }, (tx) => tx.putEntry('dataset/e', entry, everyone)),
  )
  for (const version of ['e/v1', 'e/v2']) placeVersion(bed.datasetsFolder, version)
  expect(await backUpTo('one')).toMatchObject({ missingVersions: [] })
  await restoreTo('restored', 'one')
  for (const version of ['e/v1', 'e/v2'])
    expect(readFileSync(join(away, 'restored', 'datasets', version, 'data.parquet'), 'utf8')).toBe(`PAR1 ${version}`)
})

test('a backup holds the pictures that dashboards show and those that their history can bring back', async () => {
  const [shown, replaced, lost] = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
  for (const id of [lost, replaced, shown])
    await bed.withStore((store) =>
      store.write('local', { userId: 'ann', at: 1 }, (tx) => tx.putEntry('tile/d/x', imageTileOf(id), everyone)),
    )
  mkdirSync(join(bed.folder, 'images', 'local'), { recursive: true })
  for (const id of [shown, replaced]) writeFileSync(join(bed.folder, 'images', 'local', id ?? ''), `pixels of ${id}`)
  expect(await backUpTo('one')).toMatchObject({ missingImages: [`images/local/${lost}`] })
  await restoreTo('restored', 'one')
  for (const id of [shown, replaced])
    expect(readFileSync(join(away, 'restored', 'images', 'local', id ?? ''), 'utf8')).toBe(`pixels of ${id}`)
})

test('a backup that is restored twice gives two epochs', async () => {
  await backUpTo('one')
  await restoreTo('first', 'one')
  await restoreTo('second', 'one')
  const epochs = [await stateOf(join(away, 'first')), await stateOf(join(away, 'second'))].map(({ org }) => org.epoch)
  expect(epochs[0]).not.toBe(epochs[1])
})

test('a backup is not written over another, and a restore not over a store', async () => {
  await backUpTo('one')
  await expect(backUpTo('one')).rejects.toMatchObject({ code: 'backup-failed' })
  await expect(restore({ folder: join(away, 'one'), dataDir: bed.folder, now: Date.now() })).rejects.toMatchObject({
    code: 'restore-conflict',
  })
  expect((await stateOf(bed.folder)).org.epoch).toBe(1)
})

test('a restore into a folder whose server is running is refused', async () => {
  await backUpTo('one')
  const store = openSqliteStore({ folder: join(away, 'busy'), log, startedAt: new Date(0) })
  await expect(restoreTo('busy', 'one')).rejects.toMatchObject({ code: 'store-locked' })
  await store.close()
})

test.each([
  ['a file that was changed', (folder: string) => appendFileSync(join(folder, storeFileName), 'x'), /not the file/],
  ['a file that no longer exists', (folder: string) => rmSync(join(folder, 'datasets/d/v1/data.parquet')), /missing/],
  ['no list of its files', (folder: string) => rmSync(join(folder, 'backup.json')), /not a whole backup/],
])('a backup with %s is not restored', async (_name, damage, detail) => {
  await backUpTo('one')
  damage(join(away, 'one'))
  await expect(restoreTo('restored', 'one')).rejects.toMatchObject({
    code: 'backup-damaged',
    detail: expect.stringMatching(detail) as unknown,
  })
})

test('a damaged store is not backed up, and no folder is left that looks like a backup', async () => {
  const path = join(bed.folder, storeFileName)
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 4096, 3 * 4096)
  writeFileSync(path, bytes)
  await expect(backUpTo('one')).rejects.toMatchObject({ code: 'store-corrupt' })
  expect(readdirSync(away)).toEqual([])
})

test('a dataset whose files are gone is named, and the rest is backed up', async () => {
  await bed.withStore((store) =>
    store.write('local', { userId: 'ann', at: 1 }, (tx) =>
      tx.putEntry('dataset/e', datasetOf('e', { versionId: 'v2' }), everyone),
    ),
  )
  expect((await backUpTo('one')).missingVersions).toEqual(['e/v2'])
  placeVersion(bed.datasetsFolder, 'e/v2')
  expect((await backUpTo('two')).missingVersions).toEqual([])
})

test('SQLite files that were sent for connections come along, those of the trash too; one that is gone is named', async () => {
  const sent = (id: string, deletedAt: number | null) => ({
    kind: 'sqlite',
    id,
    name: id,
    settingsAt: 1,
    file: { place: 'upload', id: `file-${id}`, fileName: 'shop.sqlite' },
    deletedAt,
    createdAt: 1,
    createdBy: 'ann',
    updatedAt: 1,
    updatedBy: 'ann',
  })
  await bed.withStore((store) =>
    store.write('local', { userId: 'ann', at: 1 }, async (tx) => {
      await tx.putEntry('connection/shop', sent('shop', null), everyone)
      await tx.putEntry('connection/old', sent('old', 5), everyone)
      await tx.putEntry('connection/lost', sent('lost', null), everyone)
      const place = { ...sent('here', null), file: { place: 'folder', path: '/srv/shop.sqlite' } }
      await tx.putEntry('connection/here', place, everyone)
    }),
  )
  mkdirSync(join(bed.folder, 'databases/local'), { recursive: true })
  for (const id of ['shop', 'old', 'unused']) writeFileSync(join(bed.folder, `databases/local/file-${id}.sqlite`), id)
  expect((await backUpTo('one')).missingDatabases).toEqual(['databases/local/file-lost.sqlite'])
  await restoreTo('restored', 'one')
  const folder = join(away, 'restored/databases/local')
  expect(readdirSync(folder).sort()).toEqual(['file-old.sqlite', 'file-shop.sqlite'])
  expect(readFileSync(join(folder, 'file-shop.sqlite'), 'utf8')).toBe('shop')
  expect(statSync(join(folder, 'file-shop.sqlite')).mode & 0o077).toBe(0)
  writeFileSync(join(away, 'one/databases/local/file-shop.sqlite'), 'shoq')
  await expect(restoreTo('again', 'one')).rejects.toMatchObject({ code: 'backup-damaged' })
})

test('a restore that was broken off can be begun anew', async () => {
  await backUpTo('one')
  await restoreTo('restored', 'one')
  const restored = join(away, 'restored')
  renameSync(join(restored, storeFileName), join(restored, `${storeFileName}.restored`))
  await restoreTo('restored', 'one')
  expect((await stateOf(restored)).keys).toEqual((await stateOf(bed.folder)).keys)
})
