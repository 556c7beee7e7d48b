import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFoldersInPlace } from '../datasets/files/folders-in-place'
import { openDatabaseFiles } from './database-files'

let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-databases-'))
  data = join(root, 'read', 'here')
  mkdirSync(join(data, 'deep', '.hidden'), { recursive: true })
  for (const path of [join(data, 'shop.sqlite'), join(data, 'deep', 'more.db'), join(root, 'secret.sqlite')])
    makeAt(path)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const signal = new AbortController().signal
const open = (folders = [data]) =>
  openDatabaseFiles({
    folder: join(root, 'databases'),
    inPlace: openFoldersInPlace(folders, () => undefined),
    maxBytes: 100_000,
  })

describe('a file of a folder in place', () => {
  test.each([
    ['inside', () => join(data, 'shop.sqlite'), true],
    ['deep inside', () => join(data, 'deep', '..', 'deep', 'more.db'), true],
    ['outside', () => join(root, 'secret.sqlite'), false],
    ['outside by way of inside', () => `${data}/../../secret.sqlite`, false],
    ['not an absolute path', () => 'shop.sqlite', false],
    ['a folder', () => join(data, 'deep'), false],
    [
      'a link that leads out',
      () => {
        symlinkSync(join(root, 'secret.sqlite'), join(data, 'linked.sqlite'))
        return join(data, 'linked.sqlite')
      },
      false,
    ],
    [
      'in a linked folder outside',
      () => {
        symlinkSync(root, join(data, 'up'))
        return join(data, 'up', 'secret.sqlite')
      },
      false,
    ],
    [
      'a link that stays inside',
      () => {
        symlinkSync(join(data, 'shop.sqlite'), join(data, 'again.sqlite'))
        return join(data, 'again.sqlite')
      },
      true,
    ],
    ['in a folder whose name begins the same', () => join(`${data}-else`, 'x.sqlite'), false],
  ])('%s', async (_, pathOf, isRead) => {
    mkdirSync(`${data}-else`)
    makeAt(join(`${data}-else`, 'x.sqlite'))
    const found = open().locate('local', { place: 'folder', path: pathOf() })
    if (isRead) await expect(found).resolves.toContain(data)
    else await expect(found).rejects.toMatchObject({ code: 'connection-file' })
  })

  test('is listed with those beside it, but nothing hidden and nothing from outside', async () => {
    writeFileSync(join(data, 'a.csv'), 'a\n1\n')
    writeFileSync(join(data, 'b.zip'), 'of tables, perhaps')
    writeFileSync(join(data, 'notes.txt'), 'no table')
    writeFileSync(join(data, 'deep', '.hidden', 'b.csv'), 'b\n')
    symlinkSync(join(root, 'secret.sqlite'), join(data, 'linked.sqlite'))
    symlinkSync(data, join(data, 'circle'))
    const files = await openFoldersInPlace([data, join(root, 'nowhere')], () => undefined).list()
    expect(files.map(({ shownPath }) => shownPath)).toEqual([
      'here/a.csv',
      'here/b.zip',
      'here/deep/more.db',
      'here/shop.sqlite',
    ])
  })
})

describe('a file that was sent', () => {
  const content = () => Readable.from([readFileSync(join(data, 'shop.sqlite'))])

  test('is found by its own workspace alone', async () => {
    const files = open([])
    const { file, sizeBytes } = await files.receive('local', '../../x/My shop.sqlite', content(), signal)
    expect([file, sizeBytes > 0]).toEqual([
      { place: 'upload', id: expect.any(String), fileName: 'My shop.sqlite' },
      true,
    ])
    expect(existsSync(await files.locate('local', file))).toBe(true)
    await expect(files.locate('other', file)).rejects.toMatchObject({ code: 'connection-file' })
  })

  test('is refused and not kept when it is something else, or too large', async () => {
    const files = open([])
    await expect(
      files.receive('local', 'a.sqlite', Readable.from([Buffer.from('a,b\n')]), signal),
    ).rejects.toMatchObject({
      code: 'connection-file',
    })
    await expect(
      files.receive('local', 'a.sqlite', Readable.from([Buffer.alloc(200_000)]), signal),
    ).rejects.toMatchObject({ code: 'upload-too-large' })
    expect(await files.removeUnused(() => true)).toBe(0)
  })

  test('goes after a day when no connection names it', async () => {
    const files = open([])
    const [kept, fresh, unused] = await Promise.all(
      [1, 2, 3].map(async () => (await files.receive('local', 'a.sqlite', content(), signal)).file),
    )
    if (kept === undefined || fresh === undefined || unused === undefined) return expect.fail('three were sent')
    for (const file of [kept, unused]) utimesSync(await files.locate('local', file), 1, 1)
    const idOf = (file: typeof kept) => (file.place === 'upload' ? file.id : '')
    expect(await files.removeUnused((orgId, id) => orgId === 'local' && id === idOf(kept))).toBe(1)
    for (const file of [kept, fresh]) expect(await files.locate('local', file)).toBeTruthy()
    await expect(files.locate('local', unused)).rejects.toMatchObject({ code: 'connection-file' })
  })
})

function makeAt(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE t (a)')
  database.close()
}
