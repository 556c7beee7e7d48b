import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPendingMirror } from './pending-mirror'

const here = 'http://127.0.0.1:24000'
const elsewhere = 'http://127.0.0.1:39999'
const silent = { error: () => undefined, info: () => undefined, debug: () => undefined }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-pending-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function change(clientId: string, mutationId: number) {
  return { clientId, mutationId, name: 'renameChart', args: { id: 'c', name: `n${mutationId}` } }
}

it('offers what was left under another origin, in its order, and not what this origin has itself', () => {
  const mirror = createPendingMirror(folder, silent)
  mirror.keep(here, 'db', 'a', [change('a', 1), change('a', 2)])
  mirror.keep(elsewhere, 'db', 'b', [change('b', 1)])
  const next = createPendingMirror(folder, silent)
  expect(next.read(elsewhere, 'db')).toEqual([change('a', 1), change('a', 2)])
  expect(next.read(here, 'db')).toEqual([change('b', 1)])
  expect(next.read(here, 'another server’s')).toEqual([])
})

it('keeps nothing of a client whose changes are confirmed, nor what an earlier launch left under its origin', () => {
  createPendingMirror(folder, silent).keep(here, 'db', 'earlier', [change('earlier', 1)])
  const mirror = createPendingMirror(folder, silent)
  mirror.keep(here, 'db', 'a', [change('a', 1)])
  mirror.keep(here, 'db', 'other window', [change('other window', 1)])
  mirror.keep(here, 'db', 'a', [])
  expect(mirror.read(elsewhere, 'db')).toEqual([change('other window', 1)])
})

it('forgets what was taken over, and nothing of its own origin', () => {
  const mirror = createPendingMirror(folder, silent)
  mirror.keep(here, 'db', 'a', [change('a', 1)])
  mirror.keep(elsewhere, 'db', 'b', [change('b', 1)])
  mirror.forget(elsewhere, 'db')
  expect(mirror.read(elsewhere, 'db')).toEqual([])
  expect(mirror.read(here, 'db')).toEqual([change('b', 1)])
})

it('leaves a damaged copy where it is and reads the others', () => {
  const mirror = createPendingMirror(folder, silent)
  mirror.keep(here, 'db', 'a', [change('a', 1)])
  writeFileSync(join(folder, '0.json'), '{"origin":')
  expect(mirror.read(elsewhere, 'db')).toHaveLength(1)
  expect(readdirSync(folder)).toContain('0.json')
})
