import { spawnSync } from 'node:child_process'
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
import { build } from 'esbuild'
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
  // Every write to this device fails as if it were full.
  symlinkSync('/dev/full', `${path}.${process.pid}.tmp`)
  expect(() => store.addTeam('https://team.example')).toThrow(expect.objectContaining({ code: 'disk-full' }))
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect([store.profiles.length, readdirSync(folder)]).toEqual([1, ['profiles.json']])
})

it.skipIf(process.platform === 'win32')('leaves a file as it was when the disk ends within the new one', async () => {
  const bundle = join(folder, 'bundle.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'atomic-file.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
  })
  const path = join(folder, 'list.json')
  writeFileSync(path, 'before')
  const script = `import { writeFileAtomic } from '${bundle}'; writeFileAtomic('${path}', 'x'.repeat(100_000))`
  // Limits files of this process to 8 or 16 KB.
  const limited = spawnSync('/bin/sh', [
    '-c',
    'ulimit -f 16; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    script,
  ])
  expect(limited.status).not.toBe(0)
  expect(readFileSync(path, 'utf8')).toBe('before')
})

it('names the folder when it cannot be written to', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => writeFileAtomic(join(folder, 'file', 'x.json'), '')).toThrow(
    expect.objectContaining({ code: 'data-folder-unusable', detail: expect.stringContaining('x.json') }),
  )
})
