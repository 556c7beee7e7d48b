import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '@tidemark/shared/base/json'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportStore, filesFolderOf } from './export-store'
import { importStore } from './import-store'
import { fillContent, openOperationsBed, type OperationsBed } from '@testkit/store/operations-fixtures'

let bed: OperationsBed
let good: string[]
let path: string
beforeAll(async () => {
  bed = await openOperationsBed('sqlite')
  await fillContent(bed, 'local')
  path = join(bed.folder, 'good.ndjson')
  await exportGood(path)
  good = readFileSync(path, 'utf8').trimEnd().split('\n')
})
afterAll(() => bed.dispose())

const exportGood = (to: string) =>
  bed.withDatabase((database) => exportStore({ database, path: to, workspace: 'local', dataDir: bed.folder }))

async function importLines(text: string | Buffer): Promise<unknown> {
  const broken = join(bed.folder, 'broken.ndjson')
  writeFileSync(broken, text)
  return await bed.withDatabase((database) =>
    importStore({
      database,
      path: broken,
      dataDir: bed.folder,
      mode: 'local',
      into: null,
      isReplacing: true,
      now: Date.now(),
    }),
  )
}

/** Access to the lines of an export. at: returns a line number, from 1 as in messages. */
type Lines = { readonly at: (kind: string, index?: number) => number; readonly all: string[] }

const changed = (lines: string[], number: number, change: Record<string, JsonValue>) =>
  lines.with(number - 1, JSON.stringify({ ...(JSON.parse(lines[number - 1] ?? '') as object), ...change })) // our line

const cases: readonly [
  string,
  (lines: Lines) => { readonly lines: string[]; readonly bad: number; readonly why: RegExp },
][] = [
  ['no header', ({ all }) => ({ lines: all.slice(1), bad: 1, why: /kind/ })],
  ['a newer format', ({ all }) => ({ lines: changed(all, 1, { format: 2 }), bad: 1, why: /newer version/ })],
  [
    'a line that is no JSON',
    ({ all, at }) => ({ lines: all.with(at('entry') - 1, '{'), bad: at('entry'), why: /JSON/ }),
  ],
  ['an empty line', ({ all, at }) => ({ lines: all.with(at('entry') - 1, ''), bad: at('entry'), why: /JSON/ })],
  ['a kind that nobody knows', ({ all }) => ({ lines: changed(all, 3, { kind: 'x' }), bad: 3, why: /kind "x"/ })],
  [
    'an entry that does not fit its schema',
    ({ all, at }) => ({ lines: changed(all, at('entry'), { value: { id: 'c' } }), bad: at('entry'), why: /chart\/c/ }),
  ],
  [
    'an entry of no concept',
    ({ all, at }) => ({ lines: changed(all, at('entry'), { key: 'a/b' }), bad: at('entry'), why: /unknown key/ }),
  ],
  [
    'an entry of another key',
    ({ all, at }) => ({ lines: changed(all, at('entry'), { key: 'chart/b' }), bad: at('entry'), why: /another key/ }),
  ],
  [
    'an entry of another org',
    ({ all, at }) => ({ lines: changed(all, at('entry'), { org: 'x' }), bad: at('entry'), why: /org has no line/ }),
  ],
  [
    'an entry that is newer than its org',
    ({ all, at }) => ({ lines: changed(all, at('entry'), { version: 99 }), bad: at('entry'), why: /version is above/ }),
  ],
  [
    'a column too many',
    ({ all, at }) => ({ lines: changed(all, at('entry'), { extra: 1 }), bad: at('entry'), why: /extra/ }),
  ],
  [
    'an entry twice',
    ({ all, at }) => ({
      lines: all.toSpliced(at('entry'), 0, all[at('entry') - 1] ?? ''),
      bad: at('entry') + 1,
      why: /twice/,
    }),
  ],
  [
    'an org behind its entries',
    ({ all, at }) => ({
      lines: all.toSpliced(at('revision'), 0, all[at('org') - 1] ?? ''),
      bad: at('revision') + 1,
      why: /too late/,
    }),
  ],
  [
    'a file that leads elsewhere',
    ({ all, at }) => ({ lines: changed(all, at('file'), { path: '../../etc/passwd' }), bad: at('file'), why: /path/ }),
  ],
  ['a line left out', ({ all }) => ({ lines: all.toSpliced(-3, 1), bad: all.length - 1, why: /lines were written/ })],
  ['the end cut off', ({ all }) => ({ lines: all.slice(0, -1), bad: all.length, why: /cut off/ })],
  [
    'something after the end',
    ({ all }) => ({ lines: [...all, all[1] ?? ''], bad: all.length + 1, why: /after|follow/ }),
  ],
]

describe('an import refuses a file with', () => {
  const now = async () => {
    await exportGood(join(bed.folder, 'now.ndjson'))
    return readFileSync(join(bed.folder, 'now.ndjson'), 'utf8')
  }

  test.each(cases)('%s, names the line, and changes nothing', async (_name, breakIt) => {
    const at = (kind: string) => good.findIndex((line) => line.startsWith(`{"kind":"${kind}"`)) + 1
    const { lines, bad, why } = breakIt({ all: good, at })
    await expect(importLines(`${lines.join('\n')}\n`)).rejects.toMatchObject({
      code: 'import-invalid',
      detail: expect.stringMatching(new RegExp(`^Line ${bad}: .*${why.source}`)) as unknown,
    })
    expect(await now()).toBe(readFileSync(path, 'utf8'))
  })

  test('bytes that are no UTF-8', async () => {
    const bytes = Buffer.from(`${good.join('\n')}\n`)
    bytes[bytes.indexOf('quotes')] = 0xff
    await expect(importLines(bytes)).rejects.toMatchObject({ detail: expect.stringContaining('UTF-8') as unknown })
  })

  test('files beside it that are missing or were changed', async () => {
    const text = `${good.join('\n')}\n`
    await expect(importLines(text)).rejects.toMatchObject({ detail: expect.stringContaining('missing') as unknown })
    const files = filesFolderOf(join(bed.folder, 'broken.ndjson'))
    mkdirSync(join(files, 'd', 'v1'), { recursive: true })
    writeFileSync(join(files, 'd', 'v1', 'data.parquet'), 'PAR1 d/v2')
    await expect(importLines(text)).rejects.toMatchObject({
      detail: expect.stringContaining('not the file that was exported') as unknown,
    })
    rmSync(files, { recursive: true })
    expect(await now()).toBe(readFileSync(path, 'utf8'))
  })

  test('nothing at all in it', async () => {
    await expect(importLines('')).rejects.toMatchObject({ code: 'import-invalid' })
  })
})

test('an export says which datasets have no files, and so does the import', async () => {
  const other = await openOperationsBed('sqlite')
  await fillContent(other, 'local')
  rmSync(other.datasetsFolder, { recursive: true })
  const to = join(other.folder, 'a.ndjson')
  const exported = await other.withDatabase((database) =>
    exportStore({ database, path: to, workspace: 'local', dataDir: other.folder }),
  )
  expect(exported).toMatchObject({ fileCount: 0, missingVersions: ['d/v1'] })
  const imported = await other.withDatabase((database) =>
    importStore({
      database,
      path: to,
      dataDir: other.folder,
      mode: 'local',
      into: null,
      isReplacing: true,
      now: Date.now(),
    }),
  )
  expect(imported.missingVersions).toEqual(['d/v1'])
  await other.dispose()
})
