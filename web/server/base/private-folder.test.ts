import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensurePrivateFolder } from './private-folder'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a folder for this user alone', () => {
  test('is made with those above it, closed when it was open, and left alone when it is a link to one', () => {
    const folder = join(root, 'a', 'b')
    ensurePrivateFolder(folder)
    ensurePrivateFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    symlinkSync(folder, join(root, 'link'))
    ensurePrivateFolder(join(root, 'link', 'c'))
    expect(existsSync(join(folder, 'c'))).toBe(true)
  })

  test.each([
    ['a file in its place', () => join(root, 'file'), 'is a file'],
    ['a file above it', () => join(root, 'file', 'deeper', 'still'), 'a file, not a folder'],
    ...(existsSync('/proc/self') ? ([['a system that makes none', () => '/proc/x', 'cannot be made']] as const) : []),
  ] as const)('with %s is refused, and says which', (_, folderOf, detail) => {
    writeFileSync(join(root, 'file'), '')
    expect(() => ensurePrivateFolder(folderOf())).toThrow(
      expect.objectContaining({ code: 'data-folder-unusable', detail: expect.stringContaining(detail) }),
    )
  })
})
