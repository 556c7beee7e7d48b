import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect } from 'vitest'
import type { TestEngine } from '../store/test-engine'
import { openSyncTestBed, personOf } from './sync-test-bed'

/** A bundled program that works until it is killed; it runs without the test runner. */
export interface DurabilityChild {
  readonly path: string
  readonly folder: string
  remove(): void
}

/** source: the program. Default: the one that pushes. */
export async function buildDurabilityChild(
  source = new URL('./durability-child.ts', import.meta.url),
): Promise<DurabilityChild> {
  // Placed below `web`, so that it finds the packages, which are not bundled.
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-durability-'))
  const packages = fileURLToPath(new URL('../../web/node_modules/', import.meta.url))
  mkdirSync(packages, { recursive: true })
  const cache = mkdtempSync(join(packages, '.tidemark-durability-'))
  const path = join(cache, 'child.mjs')
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: fileURLToPath(new URL('../../web/tsconfig.json', import.meta.url)),
    logLevel: 'error',
  })
  return {
    path,
    folder,
    remove: () => {
      for (const each of [cache, folder]) rmSync(each, { recursive: true })
    },
  }
}

/**
 * Kills the child in the middle of its work, again and again, and checks each time what it left: every acknowledged
 * mutation once, and at most one more. place: a data folder or the URL of a database.
 */
export async function killAgainAndAgain(
  child: DurabilityChild,
  kills: number,
  place: string,
  engine: TestEngine,
): Promise<void> {
  let lastId = 0
  for (let round = 1; round <= kills; round += 1) {
    const acknowledged = await pushUntilKilled(child, place, lastId + 1, 20 + 37 * round)
    expect(acknowledged).toBeGreaterThan(lastId)
    const bed = await openSyncTestBed(engine)
    const client = await bed.store.read('acme', (tx) => tx.getClient('c1'))
    const { snapshot } = await bed.sync.readView(personOf('ann'))
    lastId = client?.lastMutationId ?? 0
    // The last mutation may have been written without its acknowledgement getting out.
    expect([acknowledged, acknowledged + 1]).toContain(lastId)
    const ids = snapshot.entries.map(([key]) => Number(key.slice('folder/f'.length))).sort((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: lastId }, (_, index) => index + 1))
    expect(bed.log.errors).toEqual([])
    await bed.store.close()
  }
}

/** Returns the last id that the child acknowledged before it was killed. */
async function pushUntilKilled(
  { path }: DurabilityChild,
  place: string,
  nextId: number,
  afterMs: number,
): Promise<number> {
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, place, nextId: String(nextId) },
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
