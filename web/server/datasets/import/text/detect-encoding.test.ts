import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { encodeAs } from '@testkit/datasets/encoding-fixture'
import { encodingNotes, detectEncoding, type EncodingChoice } from './detect-encoding'

const folder = mkdtempSync(join(tmpdir(), 'tidemark-encoding-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const find = (content: string | Uint8Array, choice: EncodingChoice | null = null) => {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  return detectEncoding(path, choice)
}
const russian = encodeAs('windows-1251', 'город,сумма\nМосква,1\nКазань,2\n')
const koi8: EncodingChoice = { name: 'koi8-u', isOfEarlierFile: false }

test('a file in which only a late line is not ASCII is read by that line', async () => {
  const late = Buffer.concat([Buffer.from('city,amount\n' + 'Moscow,1\n'.repeat(300_000)), russian])
  expect(await find(late)).toEqual({ name: 'windows-1251', how: 'likely', unreadableCount: 0 })
})

test('what is not ASCII counts too at the end of a very long line', async () => {
  const long = Buffer.concat([Buffer.from('x'.repeat(100_000)), russian])
  expect(await find(long)).toEqual({ name: 'windows-1251', how: 'likely', unreadableCount: 0 })
})

test('a chosen encoding is taken whatever the bytes say', async () => {
  expect(await find(russian, koi8)).toEqual({ name: 'koi8-u', how: 'chosen', unreadableCount: 0 })
  expect(await find('é', { ...koi8, name: 'windows-1252' })).toMatchObject({ name: 'windows-1252' })
})

test('the one that was chosen for an earlier file holds for what it can be, and not for UTF-8', async () => {
  const earlier = { ...koi8, isOfEarlierFile: true }
  expect(await find(russian, earlier)).toMatchObject({ name: 'koi8-u', how: 'chosen' })
  expect(await find('a,b\n1,2\n', earlier)).toMatchObject({ name: 'koi8-u', how: 'chosen' })
  expect(await find('a,b\né,2\n', earlier)).toMatchObject({ name: 'utf-8', how: 'certain' })
  const korean = { name: 'euc-kr', isOfEarlierFile: true } as const
  expect(await find(encodeAs('windows-1252', 'ort\nKöln\nDüren\n'), korean)).toMatchObject({ name: 'windows-1252' })
})

test('a sign for what could not be read, written in UTF-8 itself, is UTF-8', async () => {
  expect(await find('a\n\ufffd\n')).toEqual({ name: 'utf-8', how: 'certain', unreadableCount: 0 })
})

test.each(['é', '€', '😀'])('UTF-8 is known as such wherever a piece of the file cuts off “%s”', async (letter) => {
  const piece = 1024 * 1024
  for (let before = 0; before <= 4; before++) {
    const content = Buffer.from(`${'x'.repeat(piece - before)}${letter}\n`)
    expect(await find(content)).toEqual({ name: 'utf-8', how: 'certain', unreadableCount: 0 })
    const cutOff = content.subarray(0, -2)
    expect(await find(cutOff)).not.toMatchObject({ name: 'utf-8', how: 'certain' })
  }
})

test('UTF-8 that is damaged in one place stays UTF-8, which is noted', async () => {
  const damaged = Buffer.concat([Buffer.from('город\nМосква\n'), Uint8Array.of(0xd0, 0x0a)])
  const found = await find(damaged)
  expect(found).toEqual({ name: 'utf-8', how: 'likely', unreadableCount: 1 })
  expect(encodingNotes(found)).toEqual([{ message: '1 place is not UTF-8 and was read as \ufffd.' }])
})

test('an uncertain reading is noted as such', async () => {
  const found = await find(encodeAs('windows-1251', 'note\nда\n'))
  expect(encodingNotes(found).map(({ message }) => message)).toEqual([
    'The file is not UTF-8 and was read as Windows-1251 (Cyrillic).',
    'It says too little to be certain of that: where names or texts are wrong, choose another encoding.',
  ])
})
