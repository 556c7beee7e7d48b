import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeFileAtomic } from './atomic-file'
import { openProfileStore } from './profiles/profile-store'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-atomic-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('writes a file for its owner alone, and makes its folder', () => {
  const path = join(folder, 'a', 'b.json')
  writeFileAtomic(path, 'one')
  writeFileAtomic(path, 'two')
  expect([readFileSync(path, 'utf8'), readdirSync(join(folder, 'a'))]).toEqual(['two', ['b.json']])
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

it.skipIf(!existsSync('/dev/full'))('leaves a file as it was when the disk is full, and says so', () => {
  const store = openProfileStore(folder, new Date(0))
  store.addLocal('This computer')
  const path = join(folder, 'profiles.json')
  const before = readFileSync(path, 'utf8')
  // Every write to this device finds it full.
  symlinkSync('/dev/full', `${path}.${process.pid}.tmp`)
  expect(() => store.addTeam('https://team.example')).toThrow(expect.objectContaining({ code: 'disk-full' }))
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect([store.profiles.length, readdirSync(folder)]).toEqual([1, ['profiles.json']])
})

it('names the folder when it cannot be written to', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => writeFileAtomic(join(folder, 'file', 'x.json'), '')).toThrow(
    expect.objectContaining({ code: 'data-folder-unusable', detail: expect.stringContaining('x.json') }),
  )
})
