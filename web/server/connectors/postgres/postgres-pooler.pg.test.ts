import { Client } from 'pg'
import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { parseConnectionHosts } from '@/server/base/connection-reach'
import type { Connector, ConnectorSettings, RemoteQuery } from '../connector'
import { plainQuery, type TestServer } from '@testkit/connectors/connector-contract'
import { hasPgbouncer, startPgbouncer, type Pgbouncer } from '@testkit/connectors/pgbouncer-test-server'
import { createPostgresConnector } from './postgres-connector'
import { createTestPostgres } from '@testkit/connectors/postgres-test-server'

const reach = parseConnectionHosts([], 'local')

describe.skipIf(!hasPostgres || !hasPgbouncer())('a PostgreSQL behind PgBouncer', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestPostgres()
  }, 60_000)
  afterAll(() => server?.close())

  const failure = (promise: Promise<unknown>): Promise<TidemarkError> =>
    promise.then(
      () => expect.fail('it did not fail'),
      (thrown: unknown) => toTidemarkError(thrown),
    )

  // In session mode a client keeps its connection even while nothing runs.
  describe.each([
    ['session', 20],
    ['transaction', 2],
  ] as const)('that pools by %s', (mode, connections) => {
    let pooler: Pgbouncer
    let connector: Connector
    beforeAll(async () => {
      pooler = await startPgbouncer(server.settings, mode, { connections })
      connector = createPostgresConnector(pooler.settings, reach)
    })
    afterAll(async () => {
      await connector?.close()
      await pooler?.stop()
    })
    const run = async (sql: string, more: Partial<RemoteQuery> = {}, signal = new AbortController().signal) => {
      const { members } = await connector.run({ ...plainQuery, sql, ...more }, signal)
      // The members are those of RunResult.
      return (JSON.parse(`{${Buffer.from(members).toString()}}`) as RunResult).columns
    }

    test('says which server answers, and lists its tables', async () => {
      const { signal } = new AbortController()
      expect((await connector.test(signal)).server).toMatch(/^PostgreSQL/)
      expect((await connector.schema(signal)).tables.map(({ name }) => name)).toContain('orders')
    })

    test('answers with parameters and filters, whichever connection it gives', async () => {
      const sql = 'SELECT id, note FROM orders WHERE id < $most ORDER BY id'
      const filters = [{ column: 'note', op: '=' as const, value: 'first' }]
      const answers = await Promise.all(Array.from({ length: 8 }, () => run(sql, { params: { most: 3 }, filters })))
      for (const answer of answers) expect(answer).toEqual([['1'], ['first']])
    })

    test('reads only, in the zone asked for, and leaves nothing set', async () => {
      expect(await failure(run('WITH gone AS (DELETE FROM orders RETURNING 1) SELECT * FROM gone'))).toMatchObject({
        code: 'query-refused',
      })
      const settings = "SELECT current_setting('TimeZone'), current_setting('statement_timeout')"
      expect(await run(settings, { timeZone: 'Asia/Tokyo', timeoutMs: 200_000 })).toEqual([['Asia/Tokyo'], ['205s']])
      expect(await run(settings)).toEqual([['UTC'], ['90s']])
    })

    test('stops a cancelled statement', async () => {
      const stop = new AbortController()
      const slow = failure(run('SELECT pg_sleep(60)', {}, stop.signal))
      await expect.poll(() => server.countRunning('pg_sleep(60)'), { timeout: 5_000, interval: 20 }).toBe(1)
      stop.abort()
      expect(await slow).toMatchObject({ code: 'query-cancelled' })
      expect(await server.countRunning('pg_sleep(60)')).toBe(0)
    })

    test.runIf(mode === 'transaction')(
      'lets a run go that waits for one of its connections and is cancelled, and refuses one that waits too long',
      async () => {
        const stops = [new AbortController(), new AbortController()]
        const slow = stops.map(({ signal }) => failure(run('SELECT pg_sleep(61)', {}, signal)))
        await expect.poll(() => server.countRunning('pg_sleep(61)'), { timeout: 5_000, interval: 20 }).toBe(2)
        const given = new AbortController()
        const waiting = failure(run('SELECT 1', {}, given.signal))
        setTimeout(() => given.abort(), 50)
        expect(await waiting).toMatchObject({ code: 'query-cancelled' })
        expect(await failure(run('SELECT 2'))).toMatchObject({ code: 'connection-busy', retryable: true })
        expect(await server.countRunning('pg_sleep(61)')).toBe(2)
        for (const stop of stops) stop.abort()
        for (const outcome of slow) expect(await outcome).toMatchObject({ code: 'query-cancelled' })
        expect(await run('SELECT 3 AS three')).toEqual([[3]])
      },
    )
  })

  test.each<[string, Partial<ConnectorSettings>, Partial<TidemarkError>]>([
    ['a wrong password', { password: 'wrong' }, { code: 'connection-user' }],
    ['an unknown user', { user: 'nobody_here' }, { code: 'connection-user' }],
    ['a database it does not know', { database: 'nowhere' }, { code: 'connection-database' }],
    ['a database that the server does not have', { database: 'gone' }, { code: 'connection-database' }],
    ['pooling by statement', {}, { code: 'connection-failed', hint: expect.stringContaining('pool_mode') }],
  ])('tells of %s what it is', async (_, changes, expected) => {
    const pooler = await startPgbouncer(server.settings, 'statement')
    const connector = createPostgresConnector({ ...pooler.settings, ...changes }, reach)
    try {
      expect(await failure(connector.test(new AbortController().signal))).toMatchObject(expected)
    } finally {
      await connector.close()
      await pooler.stop()
    }
  })

  test('that takes no more clients is busy', async () => {
    const pooler = await startPgbouncer(server.settings, 'transaction', { maxClients: 1 })
    const { host, port, user, password, database } = pooler.settings
    const other = new Client({ host, port, user, password, database })
    const connector = createPostgresConnector(pooler.settings, reach)
    try {
      await other.connect()
      expect(await failure(connector.test(new AbortController().signal))).toMatchObject({ code: 'connection-busy' })
    } finally {
      await other.end()
      await connector.close()
      await pooler.stop()
    }
  })
})
