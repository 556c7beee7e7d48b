import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bundleProcess } from '@testkit/engine/bundle-fixture'
import { openEngineFixture, silentLog, type EngineFixture } from '@testkit/engine/engine-fixture'
import { forkPort } from './child-port'
import { startEnginePool, type EnginePool, type EnginePoolOptions } from './engine-pool'
import type { ProcessOptions } from './process-port'

const never = new AbortController().signal
const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'
const killer = "SELECT json_structure(repeat('[',200000)||repeat(']',200000))"

let fixture: EngineFixture
let entry: Awaited<ReturnType<typeof bundleProcess>>
beforeAll(async () => {
  fixture = await openEngineFixture({ tables: { orders: 'SELECT i AS id FROM range(2500) t(i)' } })
  entry = await bundleProcess('engine/process/engine-process.ts')
})
afterAll(async () => {
  entry.remove()
  await fixture.close()
})

let pool: EnginePool
let kills: (() => void)[] = []
let openedCount = 0
afterEach(() => pool.close())

function open(options: Partial<EnginePoolOptions> = {}): EnginePool {
  kills = []
  openedCount += 1
  pool = startEnginePool({
    entryPath: entry.path,
    tempDir: join(fixture.dataDir, 'tmp', `pool-${openedCount}`),
    dataDir: fixture.dataDir,
    log: silentLog,
    interruptGraceMs: 300,
    maxProcesses: 3,
    idleMs: 60_000,
    settings: { threads: 1, memoryLimitBytes: 256 * 1024 ** 2 },
    openProcess: <In, Out>(opened: ProcessOptions) => {
      const port = forkPort<In, Out>(opened)
      kills.push(() => port.kill())
      return port
    },
    ...options,
  })
  return pool
}

async function columnsOf(sql: string, orgId: string, signal = never): Promise<unknown> {
  const { members } = await pool.run(fixture.query(sql), signal, orgId)
  return (JSON.parse(`{${Buffer.from(members).toString()}}`) as { readonly columns: unknown }).columns
}

async function errorOf(sql: string, orgId: string, signal = never): Promise<unknown> {
  return columnsOf(sql, orgId, signal).then(
    () => null,
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  )
}

describe('a workspace', () => {
  test('keeps its process, which ends with nothing that another workspace runs', async () => {
    open({ maxProcesses: 2 })
    await Promise.all([columnsOf('SELECT 1', 'a'), columnsOf('SELECT 1', 'b')])
    // An export is not repeated: it would fail if its process ended.
    const beside = pool.writeParquet(fixture.query('SELECT sum(range) FROM range(50000000)'), never, 'b')
    const own = errorOf(endless, 'a', AbortSignal.timeout(1_500))
    kills.at(0)?.()
    expect(await beside).toMatchObject({ rowCount: 1 })
    expect(await own).toBe('query-cancelled')
  })

  test('waits while all processes are busy, and gets the first that nobody uses', async () => {
    open({ maxProcesses: 1, waitMs: 200 })
    const busy = new AbortController()
    const first = errorOf(endless, 'a', busy.signal)
    expect(await errorOf('SELECT 1', 'b')).toBe('engine-unavailable')
    const later = columnsOf('SELECT 2', 'b')
    busy.abort()
    expect(await first).toBe('query-cancelled')
    expect(await later).toEqual([[2]])
  })

  test('loses its process once it has asked for nothing, and its folder with it', async () => {
    open({ idleMs: 50, maxProcesses: 1 })
    const folder = join(fixture.dataDir, 'tmp', `pool-${openedCount}`)
    await columnsOf('SELECT 1', 'a')
    await expect.poll(() => readdirSync(folder).includes('engine-1')).toBe(false)
    expect(await columnsOf('SELECT 1', 'a')).toEqual([[1]])
  })
})

describe('a statement that ends its process', () => {
  test('is told so and refused from then on, and what ran beside it in its workspace gets its answer', async () => {
    open({ maxProcesses: 1 })
    await columnsOf('SELECT 1', 'a')
    const beside = columnsOf('SELECT sum(range) FROM range(50000000)', 'a')
    expect(await errorOf(killer, 'a')).toBe('engine-stopped')
    expect(await beside).toEqual([['1249999975000000']])
    const processCount = kills.length
    expect(await errorOf(killer, 'a')).toBe('query-stops-engine')
    expect(kills.length).toBe(processCount)
  })

  test('is found among those that ran beside it', async () => {
    const [lists, objects] = [
      "repeat('[', 200000) || repeat(']', 200000)",
      `repeat('{"a":', 200000) || repeat('}', 200000)`,
    ]
    const killers = [
      `SELECT json_merge_patch(${lists}, ${objects.replace('|| ', "|| '1' || ")})`,
      `SELECT json_transform(${lists}, ${lists})`,
      `SELECT json_contains(${lists}, ${lists})`,
    ]
    open({ maxProcesses: 1 })
    await columnsOf('SELECT 1', 'a')
    const beside = columnsOf('SELECT sum(range) FROM range(50000000)', 'a')
    const codes = await Promise.all(killers.map((sql) => errorOf(sql, 'a')))
    expect(codes).toContain('engine-stopped')
    expect(await beside).toEqual([['1249999975000000']])
    const later = await Promise.all(killers.map((sql) => errorOf(sql, 'a')))
    expect(later).toEqual(codes.map((code) => (code === 'engine-stopped' ? 'query-stops-engine' : code)))
  })
})

describe('a long statement', () => {
  test('is parsed apart, and one that takes too long ends only that process', async () => {
    open({ maxProcesses: 1, parseLimitMs: 1_500 })
    await columnsOf('SELECT 1', 'a')
    const beside = columnsOf('SELECT sum(range) FROM range(50000000)', 'a')
    const slow = `SELECT 1 ${'/*'.repeat(30_000)}`
    expect(await errorOf(slow, 'a')).toBe('text-too-large')
    expect(await errorOf(slow, 'a')).toBe('query-stops-engine')
    expect(await beside).toEqual([['1249999975000000']])
    expect(await columnsOf(`SELECT 7 /* ${'long '.repeat(2000)} */`, 'a')).toEqual([[7]])
  })
})
