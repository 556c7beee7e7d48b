import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import type { RunQueryRequest } from '@tidemark/shared/query/run-query'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '@testkit/engine/engine-fixture'
import type { QueryService } from './run/query-service'
import { openPostgresStore } from '../store/postgres-store'
import { borrowTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { openPokes, type OpenedPokes } from '../pokes/open-pokes'
import { openQueryFixture, runAll, sqlItem, viewer, type QueryFixture } from '@testkit/query/query-fixture'
import { stopAsTold, type StopNotice } from './run/stop-notice'

const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'

describe.skipIf(!hasPostgres)('two instances on one PostgreSQL', () => {
  let fixture: QueryFixture
  let database: TestDatabase
  const opened: OpenedPokes[] = []
  beforeAll(async () => {
    ;[fixture, database] = await Promise.all([openQueryFixture(), borrowTestDatabase()])
    await (await openPostgresStore({ connectionString: database.url, log: silentLog })).close()
  })
  afterEach(async () => {
    for (const { closeFeed } of opened.splice(0)) await closeFeed()
  })
  afterAll(async () => {
    await fixture.close()
    await database.drop()
  })

  /** Opens an instance. heard: number of notices received. */
  const openInstance = async () => {
    let hear: (notice: StopNotice) => void = () => undefined
    const instance = { heard: 0 }
    const pokes = await openPokes({ databaseUrl: database.url }, silentLog, undefined, (notice) => {
      instance.heard += 1
      hear(notice)
    })
    opened.push(pokes)
    const queries = fixture.open({ tellStop: pokes.tellStop })
    hear = (notice) => stopAsTold(notice, queries, { cancelHere: () => expect.fail('no export was stopped') })
    return Object.assign(instance, { queries })
  }
  const start = (queries: QueryService, request: RunQueryRequest, actor: Actor = localOwner) => {
    const stop = new AbortController()
    const before = fixture.executed.length
    let isOver = false
    const ended = runAll(queries, request, { actor, signal: stop.signal }).then(([line]) => {
      isOver = true
      return line?.status
    })
    const hasBegun = async () => {
      await expect.poll(() => fixture.executed.length).toBeGreaterThan(before)
    }
    return { ended, hasBegun, hasEnded: () => isOver, stop: () => stop.abort() }
  }

  test('a run replaces the person’s earlier one of that id at the other, and nobody else’s or of another id', async () => {
    const [one, two] = [await openInstance(), await openInstance()]
    const first = start(one.queries, { runId: 'again', items: [sqlItem(`${endless} AND 1 = 1`)] })
    await first.hasBegun()
    const others = [
      start(one.queries, { runId: 'other', items: [sqlItem(`${endless} AND 2 = 2`)] }),
      start(one.queries, { runId: 'again', items: [sqlItem(`${endless} AND 3 = 3`)] }, { ...viewer, role: 'owner' }),
    ]
    for (const { hasBegun } of others) await hasBegun()
    const [line] = await runAll(two.queries, { runId: 'again', items: [sqlItem('SELECT 1 AS a')] })
    expect(line?.status).toBe('success')
    expect(await first.ended).toBe('cancelled')
    // A notice to stop the others would have been sent together with the first one.
    await runAll(one.queries, { runId: 'after', items: [sqlItem('SELECT 2 AS a')] })
    expect(others.map(({ hasEnded }) => hasEnded())).toEqual([false, false])
    for (const { stop } of others) stop()
    await Promise.all(others.map(({ ended }) => ended))
  })

  test('word of an earlier run, which comes after a newer one has begun, does not stop that', async () => {
    const { queries } = await openInstance()
    const run = start(queries, { runId: 'late', items: [sqlItem(`${endless} AND 4 = 4`)] })
    await run.hasBegun()
    queries.replaceHere(localOwner, 'late', Date.now() - 60_000)
    await runAll(queries, { runId: 'after', items: [sqlItem('SELECT 3 AS a')] })
    expect(run.hasEnded()).toBe(false)
    queries.replaceHere(localOwner, 'late', Date.now() + 60_000)
    expect(await run.ended).toBe('cancelled')
  })

  test('an answer that is kept is told to nobody', async () => {
    const [one, two] = [await openInstance(), await openInstance()]
    const request = { runId: 'kept', items: [sqlItem('SELECT 7 AS a')] }
    await runAll(one.queries, request)
    await expect.poll(() => two.heard).toBe(1)
    await runAll(one.queries, request)
    one.queries.cancel(localOwner, 'none')
    await expect.poll(() => two.heard).toBe(2)
  })
})
