import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSqliteTestEngine } from '../store/sqlite-test-engine'
import { openSyncTestBed, personOf } from './sync-test-bed'

const kills = 5
const ann = personOf('ann')

let folder: string
let childPath: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-durability-'))
  childPath = join(folder, 'child.cjs')
  await build({
    entryPoints: [fileURLToPath(new URL('./durability-child.ts', import.meta.url))],
    outfile: childPath,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
    alias: { '@photostructure/sqlite': createRequire(import.meta.url).resolve('@photostructure/sqlite') },
    external: [createRequire(import.meta.url).resolve('@photostructure/sqlite')],
    logLevel: 'error',
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

test(`what was acknowledged survives ${kills} kills of the server in the middle of its work, and nothing is done twice`, async () => {
  const data = join(folder, 'data')
  let lastId = 0
  for (let round = 1; round <= kills; round += 1) {
    const acknowledged = await pushUntilKilled(data, lastId + 1, 20 + 37 * round)
    expect(acknowledged).toBeGreaterThan(lastId)
    const bed = await openSyncTestBed(createSqliteTestEngine(data))
    const client = await bed.store.read('acme', (tx) => tx.getClient('c1'))
    const { snapshot } = await bed.sync.readView(ann)
    lastId = client?.lastMutationId ?? 0
    // The last one may have been written without its acknowledgement getting out.
    expect([acknowledged, acknowledged + 1]).toContain(lastId)
    expect(snapshot.entries.map(([key]) => key).sort(byNumber)).toEqual(
      Array.from({ length: lastId }, (_, index) => `folder/f${index + 1}`),
    )
    expect(bed.log.errors).toEqual([])
    await bed.store.close()
  }
})

/** Returns the last id that the child acknowledged before it was killed. */
async function pushUntilKilled(data: string, nextId: number, afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [childPath], {
    env: { ...process.env, folder: data, nextId: String(nextId) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  let output = ''
  const started = new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await Promise.race([started, closed])
  await sleep(afterMs)
  child.kill('SIGKILL')
  await closed
  return Number(output.trimEnd().split('\n').at(-1))
}

function byNumber(a: string, b: string): number {
  return Number(a.slice('folder/f'.length)) - Number(b.slice('folder/f'.length))
}
