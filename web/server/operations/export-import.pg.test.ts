import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { afterEach, describe, expect, test } from 'vitest'
import { imageTileOf } from '@testkit/entries/image-tile-fixture'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { exportStore } from './export-store'
import { importStore, type ImportOptions } from './import-store'
import {
  fillContent,
  fillPeople,
  openOperationsBed,
  type BedEngine,
  type OperationsBed,
} from '@testkit/store/operations-fixtures'
import { columnsLeftOut, portableTables, tablesLeftOut } from './portable-tables'

const beds: OperationsBed[] = []
const open = async (engine: BedEngine) => {
  const bed = await openOperationsBed(engine)
  beds.push(bed)
  return bed
}
afterEach(async () => {
  for (const bed of beds.splice(0)) await bed.dispose()
})

/** Returns the content of an export without its audit events of imports, which belong to the target store. */
const contentOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\{"kind":"(audit_event".*"action":"import"|end")/.test(line))

const exportTo = (bed: OperationsBed, path: string, workspace: string | null = null) =>
  bed.withDatabase((database) => exportStore({ database, path, workspace, dataDir: bed.folder }))
const importFrom = (bed: OperationsBed, path: string, changes: Partial<ImportOptions> = {}) =>
  bed.withDatabase((database) =>
    importStore({
      database,
      path,
      dataDir: bed.folder,
      mode: 'team',
      into: null,
      isReplacing: false,
      now: Date.now(),
      ...changes,
    }),
  )

describe.skipIf(!hasPostgres).each<[BedEngine, BedEngine]>([
  ['sqlite', 'postgresql'],
  ['postgresql', 'sqlite'],
])('an export of %s that is imported into %s', (from, to) => {
  test('and exported again is the same, byte by byte, with its files', async () => {
    const [source, target] = [await open(from), await open(to)]
    await fillContent(source)
    await fillPeople(source)
    const [first, second] = [join(source.folder, 'a.ndjson'), join(source.folder, 'b.ndjson')]
    const exported = await exportTo(source, first)
    expect(exported).toMatchObject({ fileCount: 2, damagedKeys: [], missingVersions: [] })
    expect(exported.counts).toMatchObject({
      org: 2,
      entry: 6,
      revision: 8,
      user: 2,
      account: 2,
      member: 2,
      api_token: 1,
    })
    const imported = await importFrom(target, first)
    expect(imported).toEqual({
      counts: exported.counts,
      workspaces: ['acme', 'other'],
      fileCount: 2,
      missingVersions: [],
      missingDatabases: [],
      missingImages: [],
    })
    expect(exported.workspaces).toEqual(imported.workspaces)
    await exportTo(target, second)
    expect(contentOf(second)).toEqual(contentOf(first))
    expect(readFileSync(second, 'utf8').match(/"org":"(acme|other)".*"action":"import"/g)).toHaveLength(2)
    for (const name of ['data.parquet', 'source.csv'])
      expect(readFileSync(join(target.datasetsFolder, 'd', 'v1', name), 'utf8')).toBe(
        readFileSync(join(source.datasetsFolder, 'd', 'v1', name), 'utf8'),
      )
    expect(readFileSync(first, 'utf8')).not.toContain('session of')
    expect(statSync(first).mode & 0o777).toBe(0o600)
  })

  test('is what the server then reads and goes on writing', async () => {
    const [source, target] = [await open(from), await open(to)]
    await fillContent(source)
    await fillPeople(source)
    const path = join(source.folder, 'a.ndjson')
    await exportTo(source, path)
    await importFrom(target, path)
    await target.withStore(async (store) => {
      const audiences = [everyone, personalAudience('bob')]
      const keysOf = () => store.read('acme', async (tx) => (await tx.scanEntries('', audiences)).map(({ key }) => key))
      expect(await keysOf()).toEqual(['chart/c', 'dataset/d', 'folder/a', 'folder/mine'])
      const before = await store.read('acme', (tx) => tx.getOrg())
      expect(before.epoch).toBeGreaterThan(Date.UTC(2026, 0) * 1000)
      const { version } = await store.write('acme', { userId: 'ann', at: 5 }, (tx) => tx.deleteEntry('folder/a'))
      expect(version).toBe(before.version + 1)
      expect(await keysOf()).not.toContain('folder/a')
    })
  })
})

describe.skipIf(!hasPostgres).each<BedEngine>(['sqlite', 'postgresql'])('on %s', (engine) => {
  test('every table and column is exported, or named among those that are not', async () => {
    const bed = await open(engine)
    const known = portableTables.flatMap(({ name, columns, derived }) =>
      [...columns.map((column) => column.name), ...Object.keys(derived)].map((column) => `${name}.${column}`),
    )
    const stored = await bed.withDatabase((database) => database.read((tx) => tx.listColumns()))
    const kept = stored
      .filter(({ table }) => !tablesLeftOut.has(table))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((column) => !columnsLeftOut.has(column))
    expect(kept.sort()).toEqual(known.sort())
  })

  test('SQLite files that were sent for connections go to the workspace that their connections go to', async () => {
    const [source, target] = [await open('sqlite'), await open(engine)]
    await fillPeople(source)
    await fillPeople(target)
    const connection = (id: string): JsonObject => ({
      kind: 'sqlite',
      id,
      name: id,
      settingsAt: 1,
      file: { place: 'upload', id: `file-${id}`, fileName: 'shop.sqlite' },
      deletedAt: null,
      createdAt: 1,
      createdBy: 'ann',
      updatedAt: 1,
      updatedBy: 'ann',
    })
    await source.withStore((store) =>
      store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
        await tx.putEntry('connection/shop', connection('shop'), everyone)
        await tx.putEntry('connection/lost', connection('lost'), everyone)
      }),
    )
    const fileOf = (bed: OperationsBed, org: string) => join(bed.folder, 'databases', org, 'file-shop.sqlite')
    mkdirSync(dirname(fileOf(source, 'acme')), { recursive: true })
    writeFileSync(fileOf(source, 'acme'), 'rows')
    const path = join(source.folder, 'a.ndjson')
    expect(await exportTo(source, path, 'acme')).toMatchObject({
      fileCount: 1,
      missingDatabases: ['databases/acme/file-lost.sqlite'],
    })
    expect(await importFrom(target, path, { into: 'the-other' })).toMatchObject({
      workspaces: ['other'],
      fileCount: 1,
      missingDatabases: ['databases/other/file-lost.sqlite'],
    })
    expect(readFileSync(fileOf(target, 'other'), 'utf8')).toBe('rows')
    expect(statSync(fileOf(target, 'other')).mode & 0o777).toBe(0o600)
  })

  test('pictures go to the workspace that their dashboards go to, those of history too', async () => {
    const [source, target] = [await open('sqlite'), await open(engine)]
    await fillPeople(source)
    await fillPeople(target)
    const [shown, replaced, lost] = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
    await source.withStore(async (store) => {
      for (const id of [replaced, shown])
        await store.write('acme', { userId: 'ann', at: 1 }, (tx) => tx.putEntry('tile/d/x', imageTileOf(id), everyone))
      await store.write('acme', { userId: 'ann', at: 1 }, (tx) =>
        tx.putEntry('tile/d/y', imageTileOf(lost, 'y'), everyone),
      )
    })
    const fileOf = (bed: OperationsBed, org: string, id = '') => join(bed.folder, 'images', org, id)
    mkdirSync(fileOf(source, 'acme'), { recursive: true })
    for (const id of [shown, replaced]) writeFileSync(fileOf(source, 'acme', id), `pixels of ${id}`)
    const path = join(source.folder, 'a.ndjson')
    expect(await exportTo(source, path, 'acme')).toMatchObject({
      fileCount: 2,
      missingImages: [`images/acme/${lost}`],
    })
    expect(await importFrom(target, path, { into: 'the-other' })).toMatchObject({
      fileCount: 2,
      missingImages: [`images/other/${lost}`],
    })
    for (const id of [shown, replaced])
      expect(readFileSync(fileOf(target, 'other', id), 'utf8')).toBe(`pixels of ${id}`)
  })

  test('two imports of one file give two epochs, both above the one before, and forget the clients', async () => {
    const bed = await open(engine)
    await fillContent(bed)
    await fillPeople(bed)
    const path = join(bed.folder, 'a.ndjson')
    await exportTo(bed, path)
    const epochs = new Set<number>()
    for (let round = 0; round < 2; round += 1) {
      // The same time in both rounds, as if the clock had been set back.
      await importFrom(bed, path, { isReplacing: true, now: 0 })
      await bed.withStore((store) =>
        store.read('acme', async (tx) => {
          epochs.add((await tx.getOrg()).epoch)
          expect(await tx.getClientGroup('group-acme')).toBeUndefined()
        }),
      )
    }
    expect(Math.min(...epochs)).toBeGreaterThan(1)
    expect(epochs.size).toBe(2)
  })

  test('a store that is in use is left alone unless it is to be replaced, and then all of it is', async () => {
    const bed = await open(engine)
    await fillContent(bed)
    await fillPeople(bed)
    const [path, again] = [join(bed.folder, 'a.ndjson'), join(bed.folder, 'b.ndjson')]
    await exportTo(bed, path)
    await bed.withStore((store) =>
      store.write('third', { userId: 'ann', at: 1 }, (tx) => tx.putClientGroup({ id: 'third', userId: 'ann' })),
    )
    await expect(importFrom(bed, path)).rejects.toMatchObject({ code: 'import-conflict' })
    expect(await bed.withStore((store) => store.read('third', (tx) => tx.getClientGroup('third')))).toBeDefined()
    await importFrom(bed, path, { isReplacing: true })
    await exportTo(bed, again)
    expect(contentOf(again)).toEqual(contentOf(path))
    const sessions = await bed.withDatabase((database) => database.read((tx) => tx.query('SELECT id FROM "session"')))
    expect(sessions).toEqual([])
  })

  test('one workspace is exported without people and put in place of another', async () => {
    const bed = await open(engine)
    await fillContent(bed)
    await fillPeople(bed)
    const favourite = { userId: 'ann', target: { kind: 'chart', id: 'c' }, createdAt: 1 }
    await bed.withStore((store) =>
      store.write('acme', { userId: 'ann', at: 1 }, (tx) =>
        tx.putEntry('favourite/ann/chart/c', favourite, personalAudience('ann')),
      ),
    )
    const stamps = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
    const asked = { threadId: null, tileId: null, editedAt: null, resolvedAt: null, resolvedBy: null, deletedAt: null }
    const comment = { id: 'one', dashboardId: 'd', text: 'Is it right?', mentions: ['ann'], ...asked, ...stamps }
    const read = { userId: 'ann', dashboardId: 'd', upTo: 1 }
    await bed.withStore((store) =>
      store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
        await tx.putEntry('comment/d/one', comment, everyone)
        await tx.putEntry('comments-read/ann/d', read, personalAudience('ann'))
        await tx.putEntry('comment-mail/ann', { userId: 'ann', isOn: false }, personalAudience('ann'))
      }),
    )
    const own = { id: 'v', dashboardId: 'd', name: 'Mine', values: {}, parameters: {}, isDefault: false, order: 'a0' }
    await bed.withStore((store) =>
      store.write('acme', { userId: 'ann', at: 1 }, (tx) =>
        tx.putEntry('personal-view/ann/d/v', { ...own, userId: 'ann', ...stamps }, personalAudience('ann')),
      ),
    )
    const path = join(bed.folder, 'acme.ndjson')
    const { counts } = await exportTo(bed, path, 'acme')
    expect(counts).toEqual({ org: 1, entry: 6, revision: 7, category_hue: 1 })
    expect(readFileSync(path, 'utf8')).toMatch(/Is it right/)
    const byAddress = join(bed.folder, 'by-address.ndjson')
    await exportTo(bed, byAddress, 'the-acme')
    expect(readFileSync(byAddress, 'utf8')).toBe(readFileSync(path, 'utf8'))
    expect(readFileSync(path, 'utf8')).not.toMatch(/example\.com|salt|sealed/)
    await expect(importFrom(bed, path, { into: 'the-other' })).rejects.toMatchObject({ code: 'import-conflict' })
    await importFrom(bed, path, { into: 'the-other', isReplacing: true })
    const keysOf = (org: string) =>
      bed.withStore((store) =>
        store.read(org, async (tx) => (await tx.scanEntries('', [everyone])).map(({ key }) => key)),
      )
    expect(await keysOf('other')).toEqual(await keysOf('acme'))
    const colors = "SELECT hue FROM category_hue WHERE org = 'other'"
    expect(await bed.withDatabase((database) => database.read((tx) => tx.query(colors)))).toEqual([{ hue: 2 }])
    const members = await bed.withDatabase((database) => database.read((tx) => tx.query('SELECT id FROM "member"')))
    expect(members).toHaveLength(2)
  })

  test('a workspace that nobody is a member of is not made by an import', async () => {
    const [source, target] = [await open('sqlite'), await open(engine)]
    await fillContent(source)
    const path = join(source.folder, 'acme.ndjson')
    await exportTo(source, path, 'acme')
    await expect(importFrom(target, path)).rejects.toMatchObject({ code: 'import-conflict' })
    await expect(importFrom(target, path, { into: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(exportTo(source, join(source.folder, 'x'), 'nowhere')).rejects.toMatchObject({ code: 'not-found' })
    expect(existsSync(join(source.folder, 'x'))).toBe(false)
  })

  test('a failure in the middle of writing leaves the store as it was', async () => {
    const bed = await open(engine)
    await fillContent(bed)
    await fillPeople(bed)
    const [path, after] = [join(bed.folder, 'a.ndjson'), join(bed.folder, 'b.ndjson')]
    await exportTo(bed, path)
    const member = {
      id: 'x',
      organizationId: 'acme',
      userId: 'nobody',
      role: 'owner',
      createdAt: '2026-01-02T03:04:05.678Z',
    }
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const at = lines.findLastIndex((line) => line.startsWith('{"kind":"member"')) + 1
    lines.splice(at, 0, JSON.stringify({ kind: 'member', ...member }))
    lines[lines.length - 1] = JSON.stringify({ kind: 'end', lines: lines.length })
    const broken = join(bed.folder, 'broken.ndjson')
    writeFileSync(broken, `${lines.join('\n')}\n`)
    cpSync(`${path}.files`, `${broken}.files`, { recursive: true })
    await expect(importFrom(bed, broken, { isReplacing: true })).rejects.toMatchObject({ code: 'store-failed' })
    await exportTo(bed, after)
    expect(readFileSync(after, 'utf8')).toBe(readFileSync(path, 'utf8'))
  })
})
