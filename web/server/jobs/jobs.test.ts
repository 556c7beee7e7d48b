import { beforeEach, describe, expect, test } from 'vitest'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { openStorePerTest } from '@testkit/store/store-per-test'
import { recordingLog, type RecordingLog } from '@testkit/store/store-fixtures'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { retryDelayMs, startJobRunner, type JobHandler, type JobRunContext } from './job-runner'
import { openJobStore, type JobStore } from './job-store'

const minute = 60_000
const start = Date.parse('2026-03-02T07:30:00Z') // a Monday

describe.runIf(hasEngine)('jobs', () => {
  const bed = openStorePerTest()
  let now: number
  let jobs: JobStore
  let log: RecordingLog
  const at = (time: string) => Date.parse(`2026-03-${time}Z`)
  beforeEach(() => {
    now = start
    log = recordingLog()
    jobs = openJobStore(bed.store.tables, () => now)
  })

  const add = (id: string, given: { readonly runAt?: number; readonly orgId?: string } = {}) =>
    jobs.add({ id, orgId: 'acme', kind: 'webhook', title: id, payload: { id }, createdBy: 'ann', ...given })
  const daily = (id = 'daily') =>
    jobs.putScheduled({
      ...{ id, orgId: 'acme', kind: 'webhook', title: id, payload: {}, createdBy: 'ann' },
      schedule: { pattern: '0 8 * * *', timeZone: 'UTC' },
    })
  const mustTake = async () => {
    const taken = await jobs.take(minute)
    if (taken === undefined) throw new Error('nothing was due')
    return taken
  }
  const get = async (id: string) => {
    const job = await jobs.get('acme', id)
    if (job === undefined) throw new Error(`there is no ${id}`)
    return job
  }

  /** Runs what is due until nothing is left, with a handler for all kinds. */
  const runDue = async (
    handle: (context: JobRunContext, payload: unknown) => Promise<string | null>,
    leaseMs = minute,
  ) => {
    const handler: JobHandler = { run: (payload, context) => handle(context, payload) }
    const runner = startJobRunner({
      ...{ jobs, log, clock: () => now, isAlone: true, random: () => 0.5, leaseMs },
      handlers: { mail: handler, webhook: handler, subscription: handler, alert: handler, comment: handler },
    })
    await expect
      .poll(async () => (await jobs.nextDue()) ?? Infinity, { interval: 5, timeout: 20_000 })
      .toBeGreaterThan(now)
    await expect
      .poll(async () => (await jobs.list('acme')).some(({ state }) => state === 'running'), {
        interval: 5,
        timeout: 20_000,
      })
      .toBe(false)
    await runner.close()
  }

  test('the one that has waited longest is taken first, each by one taker, and none before its time', async () => {
    await add('b', { runAt: start - 1 })
    await add('a', { runAt: start - 2 })
    await add('later', { runAt: start + 1 })
    const taken = await Promise.all([jobs.take(minute), jobs.take(minute), jobs.take(minute)])
    expect(new Set(taken.map((job) => job?.id))).toEqual(new Set(['a', 'b', undefined]))
    expect(await jobs.nextDue()).toBe(start + 1)
  })

  test('what is stored under a known id is not stored again, also once it is done', async () => {
    await add('once')
    await runDue(async () => null)
    await add('once')
    expect(await jobs.take(minute)).toBeUndefined()
    expect(await get('once')).toMatchObject({ state: 'done', nextAt: null, lastRun: { outcome: 'succeeded' } })
  })

  test('whose lease has ended is taken by another, and then the first writes nothing', async () => {
    await add('a')
    const first = await mustTake()
    now += minute
    const second = await mustTake()
    expect([second.id, second.attempts, second.fence > first.fence]).toEqual(['a', 2, true])
    expect(await jobs.keep(first, minute)).toBe(false)
    expect(await jobs.end(first, now, { kind: 'succeeded', note: null })).toBe(false)
    expect(await jobs.keep(second, minute)).toBe(true)
    expect(await jobs.end(second, now, { kind: 'succeeded', note: 'ok' })).toBe(true)
    expect(await jobs.listRuns('acme', 'a')).toMatchObject([{ attempt: 2, note: 'ok' }])
  })

  test('failing is tried again later and later, and given up after twelve tries with the last error', async () => {
    await add('a')
    const waits: number[] = []
    let tries = 0
    while ((await get('a')).state !== 'dead') {
      await runDue(async () => {
        tries += 1
        throw new TidemarkError('delivery-failed', { detail: `Try ${tries}.` })
      })
      const { nextAt } = await get('a')
      if (nextAt !== null) waits.push((nextAt - now) / minute)
      now = nextAt ?? now
    }
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 120, 120, 120])
    expect(await get('a')).toMatchObject({ error: 'The message could not be delivered. Try 12.', attempts: 12 })
    expect(await jobs.count()).toEqual({ waiting: 0, late: 0, dead: 1 })
    expect(await jobs.listRuns('acme', 'a')).toHaveLength(12)
    expect(await jobs.runNow('acme', 'a')).toBe(true)
    await runDue(async () => null)
    expect(await get('a')).toMatchObject({ state: 'done', error: null })
    expect(await jobs.runNow('acme', 'a')).toBe(false)
  })

  test('of an error that the next try would meet again is given up at once', async () => {
    await add('a')
    await runDue(async () => {
      throw new TidemarkError('delivery-refused')
    })
    expect(await get('a')).toMatchObject({ state: 'dead', attempts: 1 })
  })

  test('a fault of ours is logged, and told without its inner words', async () => {
    await add('a')
    await runDue(async () => {
      throw new Error('password hunter2')
    })
    expect((await get('a')).error).not.toContain('hunter2')
    expect(log.errors).toHaveLength(1)
  })

  test('that stops the server each time is given up', async () => {
    await add('a')
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await mustTake()
      now += minute
    }
    const runs: string[] = []
    await runDue(async ({ key }) => {
      runs.push(key)
      return null
    })
    expect([runs, await get('a')]).toMatchObject([[], { state: 'dead', error: expect.stringContaining('stopped') }])
  })

  test('on a schedule comes again, and what was missed is caught up once', async () => {
    await daily()
    expect((await get('daily')).nextAt).toBe(at('02T08:00'))
    const keys: string[] = []
    now = at('05T09:00')
    await runDue(async ({ key, dueAt }) => {
      keys.push(`${key} ${new Date(dueAt).toISOString()}`)
      return null
    })
    expect(keys).toEqual([`daily-${at('02T08:00')} 2026-03-02T08:00:00.000Z`])
    expect(await get('daily')).toMatchObject({ nextAt: at('06T08:00'), state: 'waiting', attempts: 0 })
  })

  test('on a schedule that fails is tried again under the same key, and goes on with its next time', async () => {
    await daily()
    now = at('02T08:00')
    const keys = new Set<string>()
    const fail = async ({ key }: JobRunContext) => {
      keys.add(key)
      throw new TidemarkError('delivery-failed')
    }
    for (let tries = 0; tries < 12; tries += 1) {
      await runDue(fail)
      now = (await get('daily')).nextAt ?? now
    }
    expect([[...keys], now]).toEqual([[`daily-${at('02T08:00')}`], at('03T08:00')])
    expect((await get('daily')).error).toBe('The message could not be delivered.')
    expect(retryDelayMs(20, () => 1) / minute).toBe(150)
  })

  test('paused is not taken, and misses what it misses', async () => {
    await daily()
    await jobs.setPaused('acme', 'daily', true)
    now = at('04T09:00')
    expect([await jobs.take(minute), (await get('daily')).nextAt]).toEqual([undefined, null])
    expect(await jobs.runNow('acme', 'daily')).toBe(false)
    await jobs.setPaused('acme', 'daily', false)
    expect([await jobs.take(minute), (await get('daily')).nextAt]).toEqual([undefined, at('05T08:00')])
  })

  test('run now runs once more, and keeps its times', async () => {
    await daily()
    expect(await jobs.runNow('acme', 'daily')).toBe(true)
    const dueAts: number[] = []
    await runDue(async ({ dueAt }) => {
      dueAts.push(dueAt)
      return null
    })
    expect([dueAts, (await get('daily')).nextAt]).toEqual([[start], at('02T08:00')])
  })

  test('that runs when the server stops is given back and not counted as a try', async () => {
    await add('a')
    let isRunning = false
    const hang: JobHandler = {
      run: () => {
        isRunning = true
        return new Promise(() => undefined)
      },
    }
    const runner = startJobRunner({
      jobs,
      log,
      clock: () => now,
      isAlone: true,
      handlers: { mail: hang, webhook: hang, subscription: hang, alert: hang, comment: hang },
    })
    await expect.poll(() => isRunning).toBe(true)
    await runner.close()
    expect(await get('a')).toMatchObject({ state: 'waiting', attempts: 0, lastRun: null })
  })

  test('of another workspace is neither listed, read nor run', async () => {
    await add('theirs', { orgId: 'other', runAt: start + minute })
    expect(await jobs.list('acme')).toEqual([])
    expect([await jobs.get('acme', 'theirs'), await jobs.runNow('acme', 'theirs')]).toEqual([undefined, false])
    expect(await jobs.listRuns('acme', 'theirs')).toEqual([])
  })

  test('over is forgotten with its runs after a time, and one that waits stays', async () => {
    await add('over')
    await runDue(async () => null)
    await daily()
    await jobs.forget(now + 1)
    expect((await jobs.list('acme')).map(({ id }) => id)).toEqual(['daily'])
    expect(await jobs.listRuns('acme', 'over')).toEqual([])
  })
})
