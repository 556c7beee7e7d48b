import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { renameDurably } from './rename-durably'

test('a file has its new name alone, in the place of an older one, and a missing one leaves that as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-rename-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [from, to] = [join(folder, 'a.new'), join(folder, 'a')]
  writeFileSync(to, 'older')
  writeFileSync(from, 'whole')
  renameDurably(from, to)
  expect([readFileSync(to, 'utf8'), existsSync(from)]).toEqual(['whole', false])
  expect(() => renameDurably(from, to)).toThrow('ENOENT')
  expect(readFileSync(to, 'utf8')).toBe('whole')
})
