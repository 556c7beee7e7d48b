import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { encodeAs } from '@testkit/datasets/encoding-fixture'
import { previewEncodings } from './preview-encodings'

const folder = mkdtempSync(join(tmpdir(), 'tidemark-previews-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const preview = (content: string | Uint8Array) => {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  return previewEncodings(path)
}

test('shows the header and the first lines that are not ASCII, the likeliest encoding first', async () => {
  const previews = await preview(encodeAs('windows-1251', `id,name\r\n${'1,x\r\n'.repeat(50)}2,Москва\r\n3,Казань\r\n`))
  expect(previews[0]).toEqual({
    encoding: 'windows-1251',
    lines: ['id,name', '2,Москва', '3,Казань'],
    unreadableCount: 0,
  })
  expect(previews.find(({ encoding }) => encoding === 'koi8-u')?.lines[1]).not.toBe('2,Москва')
})

test('UTF-8 comes first where every line is UTF-8, and after those that can be read where not', async () => {
  expect((await preview('имя\nИван\n'))[0]).toMatchObject({ encoding: 'utf-8', lines: ['имя', 'Иван'] })
  const previews = await preview(encodeAs('windows-1252', 'ort\nKöln\n'))
  const readable = previews.findIndex(({ unreadableCount }) => unreadableCount > 0)
  expect(previews.findIndex(({ encoding }) => encoding === 'utf-8')).toBeGreaterThanOrEqual(readable)
  expect(previews.find(({ encoding }) => encoding === 'utf-8')).toMatchObject({ unreadableCount: 1 })
})

test('long lines are cut, and there is nothing to choose in ASCII', async () => {
  const [first] = await preview(`name,${'x'.repeat(500)}é\n`)
  expect(first?.lines[0]).toHaveLength(200)
  expect(await preview('id,name\n1,x\n')).toEqual([])
})
