import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** A webhook's receiver: how often each key came. */
interface Receiver {
  readonly url: string
  readonly countsByKey: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** The source of the program. */
export const jobChild = new URL('./job-child.ts', import.meta.url)

/** The program that delivers until it is killed, and its store: a data folder or the URL of a database. */
interface JobProgram {
  readonly path: string
  readonly place: string
}

const addedEachRound = 8
/** The deliveries under way in one process: what a kill may repeat. */
const underWay = 4

/**
 * Kills the program in the middle of its deliveries, again and again, and lets a last one finish: every delivery that it
 * took on has arrived, and none more often than a kill can explain.
 */
export async function killDeliveries(program: JobProgram, kills: number): Promise<void> {
  const receiver = await startReceiver()
  const added: string[] = []
  for (let round = 1; round <= kills; round += 1) {
    const child = start(program, receiver.url, `round${round}`, addedEachRound)
    await once(child, 'started')
    await sleep((round * 37) % 90)
    added.push(...(await kill(child)))
  }
  const last = start(program, receiver.url, 'last', 0)
  await expect
    .poll(() => added.filter((id) => !receiver.countsByKey.has(id)), { timeout: 60_000, interval: 50 })
    .toEqual([])
  await kill(last)
  expect(added.length).toBeGreaterThanOrEqual(kills)
  const repeated = [...receiver.countsByKey.values()].reduce((sum, count) => sum + count - 1, 0)
  expect(repeated).toBeLessThanOrEqual(kills * underWay)
  await receiver.close()
}

/** Runs programs beside each other on one store: each delivery is made by one of them, once. */
export async function deliverTogether(program: JobProgram, instances: number, each: number): Promise<void> {
  const receiver = await startReceiver()
  const children = Array.from({ length: instances }, (_, index) => start(program, receiver.url, `of${index}`, each))
  await expect.poll(() => receiver.countsByKey.size, { timeout: 60_000, interval: 50 }).toBe(instances * each)
  // Whoever took one twice would deliver it about now.
  await sleep(1_500)
  await Promise.all(children.map(kill))
  expect([...receiver.countsByKey.values()].filter((count) => count !== 1)).toEqual([])
  await receiver.close()
}

async function startReceiver(): Promise<Receiver> {
  const countsByKey = new Map<string, number>()
  const server = createServer((request, response) => {
    const key = String(request.headers['webhook-id'])
    countsByKey.set(key, (countsByKey.get(key) ?? 0) + 1)
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/`,
    countsByKey,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The output of each program so far. */
const outputs = new WeakMap<ChildProcess, { text: string }>()

/** Starts the program; it emits `started` with its first line. */
function start({ path, place }: JobProgram, url: string, prefix: string, count: number): ChildProcess {
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, place, url, prefix, count: String(count) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = { text: '' }
  outputs.set(child, output)
  child.stdout.on('data', (chunk: Buffer) => {
    output.text += chunk.toString()
    child.emit('started')
  })
  return child
}

/** Kills a program and returns the ids that it had stored. */
async function kill(child: ChildProcess): Promise<readonly string[]> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
  const lines = (outputs.get(child)?.text ?? '').split('\n')
  // The last line may have been cut off.
  return lines.slice(0, -1).filter((line) => line !== 'ready')
}
