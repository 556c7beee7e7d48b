import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openedFilePartBytes } from '@tidemark/shared/ipc/desktop-calls'
import { createOpenedFiles } from './opened-files'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-opened-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function make(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

it('gives a file in parts, all of it and once', async () => {
  const content = new Uint8Array(openedFilePartBytes + 17).fill(7)
  const files = createOpenedFiles()
  const { id, name, sizeBytes } = await files.offer(make('big.csv', content))
  expect([name, sizeBytes]).toEqual(['big.csv', content.byteLength])
  const first = await files.read(id, 0)
  const second = await files.read(id, first.byteLength)
  expect([first.byteLength, second.byteLength]).toEqual([openedFilePartBytes, 17])
  expect(await files.read(id, sizeBytes)).toHaveLength(0)
  await expect(files.read(id, 0)).rejects.toMatchObject({ code: 'not-found' })
})

it('refuses a file that is changed while it is read', async () => {
  const path = make('a.csv', 'x\n1\n')
  const files = createOpenedFiles()
  const { id } = await files.offer(path)
  appendFileSync(path, '2\n')
  await expect(files.read(id, 0)).rejects.toMatchObject({ code: 'upload-unreadable' })
})

it.each([
  ['a missing file', () => join(folder, 'none.csv'), 'upload-unreadable'],
  ['a folder', () => (mkdirSync(join(folder, 'x.csv')), join(folder, 'x.csv')), 'upload-unreadable'],
  ['an empty file', () => make('e.csv', ''), 'upload-empty'],
  ['a file without data', () => make('notes.txt', 'hello'), 'upload-type'],
])('refuses %s', async (_what, path, code) => {
  await expect(createOpenedFiles().offer(path())).rejects.toMatchObject({ code })
})

it('reads nothing under an id that it did not give', async () => {
  await expect(createOpenedFiles().read('../../etc/passwd', 0)).rejects.toMatchObject({ code: 'not-found' })
})

it('names a file in a message on one line, however odd or long its name is', async () => {
  const files = createOpenedFiles()
  const odd = `/files/a\nb\u202E${'x'.repeat(5_000)}.png`
  const detail = `a b ${'x'.repeat(116)}…`
  await expect(files.offer(odd)).rejects.toMatchObject({ code: 'upload-type', detail })
})
