import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bundlePrograms } from '@testkit/engine/bundle-fixture'
import type { ToEngine } from './engine-messages'

let programs: Awaited<ReturnType<typeof bundlePrograms>>
let folder: string
let child: ChildProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-give-way-'))
  programs = await bundlePrograms(['engine/process/engine-process.ts', 'datasets/import/import-process.ts'])
})
afterEach(() => child.kill('SIGKILL'))
afterAll(() => {
  programs.remove()
  rmSync(folder, { recursive: true, force: true })
})

const priority = () => getPriority(child.pid ?? 0)
/** Tests may run at a low priority themselves. */
const own = getPriority()

async function configured(niceness: number, before?: number): Promise<number> {
  child = fork(join(programs.serverDir, 'engine-process.js'), [], { serialization: 'advanced', stdio: 'ignore' })
  if (before !== undefined) setPriority(child.pid ?? 0, before)
  const tempDir = join(folder, 'tmp')
  const settings = { threads: 1, memoryLimitBytes: 2 ** 28, maxTempBytes: 2 ** 20, tempDir, exportsDir: tempDir }
  const configure: ToEngine = { kind: 'configure', settings: { ...settings, hiddenPath: folder, niceness } }
  child.send(configure)
  await once(child, 'message')
  return priority()
}

test('an engine has the priority that it was given, and none has a higher one than before', async () => {
  expect(await configured(5)).toBe(Math.max(own, 5))
  child.kill('SIGKILL')
  expect(await configured(5, 19)).toBe(19)
})

test('an import gives way to the server', async () => {
  child = fork(join(programs.serverDir, 'import-process.js'), [], { stdio: 'ignore' })
  await expect.poll(priority, { timeout: 20_000 }).toBe(Math.max(own, 5))
})
