import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getInstallationId } from './installation-id'

describe('the id of an installation', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-installation-'))
    path = join(folder, 'installation.json')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is made with the folder, for this user alone, and stays', () => {
    const id = getInstallationId(folder)
    expect(getInstallationId(folder)).toBe(id)
    expect(readdirSync(folder)).toEqual(['installation.json'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['is empty', ''],
    ['is cut off', '{"id":"ab'],
    ['has no id', '{}'],
    ['has an empty id', '{"id":""}'],
  ])('is never replaced when its file %s', (_, content) => {
    writeFileSync(path, content)
    let thrown: unknown
    try {
      getInstallationId(folder)
    } catch (cause) {
      thrown = cause
    }
    if (!(thrown instanceof TidemarkError)) throw new Error(`threw ${String(thrown)}`)
    expect([thrown.code, thrown.detail]).toEqual(['installation-damaged', `${path} does not hold an installation id.`])
    expect(thrown.hint).toContain('backup')
    expect(readFileSync(path, 'utf8')).toBe(content)
  })
})
