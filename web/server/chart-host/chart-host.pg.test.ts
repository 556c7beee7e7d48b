import { Readable } from 'node:stream'
import { newId } from '@tidemark/shared/base/ids'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import type { ConnectionLimits } from '@tidemark/shared/connections/connection-limits'
import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import type { ChartToken } from '@tidemark/shared/query/chart-token'
import type { RunQueryRequest, RunResultLine } from '@tidemark/shared/query/run-query'
import { createConnection, type Connection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mustBeDone } from '../datasets/upload/dataset-upload'
import { codeOf, publicUrl, type TestPerson } from '@testkit/team/team-test-bed'
import { actorOf } from '../http/identify'
import {
  chartHostUrl,
  linesOf,
  openChartHostBed,
  secret,
  sqlItemOn,
  answerTextOf,
  type ChartHostBed,
} from '@testkit/team/chart-host-bed'
import { createChartTokens, grantsHashOf, type ChartClaims } from '../team/tokens/chart-tokens'
import { hasMariadb, startMariadb, type MariadbServer } from '@testkit/connectors/mariadb-test-server'
import { decodeLine, isResult } from '../query/run/encoded-result'
import { describeWhoMayRun } from '@testkit/query/who-may-run'
import type { QueryService } from '../query/run/query-service'
import { hasPostgres } from '@testkit/store/postgres-test-database'

const runPath = '/api/chart/run-query'
/** Long enough for a busy machine. */
const patience = { timeout: 20_000 }
const one = { runId: 'one', items: [sqlItemOn('local', 'SELECT 42 AS answer')] }

describe.skipIf(!hasPostgres)('the chart host, in a process of its own', () => {
  let bed: ChartHostBed
  let owner: TestPerson
  let workspace: string
  beforeAll(async () => {
    bed = await openChartHostBed()
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
  }, 60_000)
  afterAll(() => bed?.close())

  const passOf = async (as: TestPerson): Promise<string> => {
    const answer = await bed.ask('POST', '/api/chart/token', { as, workspace })
    expect(answer.status).toBe(200)
    return (answer.body as ChartToken).token
  }
  const run = async (pass: string | undefined, headers: Readonly<Record<string, string>> = {}, path = runPath) => {
    const sent = { ...(pass === undefined ? {} : { pass }), body: one, headers }
    const response = await bed.send('POST', path, sent)
    const text = await answerTextOf(response)
    return { status: response.statusCode, headers: response.headers, text }
  }
  const claimsOf = async (person: TestPerson): Promise<ChartClaims> => {
    const headers = new Headers({ cookie: person.cookie })
    const actor = await actorOf(headers, bed.services, { id: workspace })
    const session = await bed.services.team?.accounts.getSignedIn(headers)
    return { sub: person.id, org: workspace, sid: session?.sessionId ?? '', grants: grantsHashOf(actor) }
  }
  const sign = async (changes: {
    readonly claims?: Partial<ChartClaims>
    readonly by?: string
    readonly audience?: string
    readonly at?: number
  }): Promise<string> => {
    const { by = secret, audience = chartHostUrl, at = Date.now() } = changes
    const tokens = createChartTokens({ secrets: [by], audience, clock: () => at })
    return await tokens.sign({ ...(await claimsOf(owner)), ...changes.claims })
  }

  describeWhoMayRun(() => ({ bed, owner, workspace }))

  test('answers pages that show a pass, and lets no other origin read it', async () => {
    const answer = await run(await passOf(owner))
    expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([
      200,
      publicUrl,
      'origin',
    ])
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(JSON.parse(answer.text)).toMatchObject({ item: 0, status: 'success', columns: [[42]] })
  })

  test.each([
    ['nothing', async () => undefined],
    ['a text that is no pass', async () => 'abc.def.ghi'],
    ['one that ended', async () => sign({ at: Date.now() - 5 * 60_000 - 32_000 })],
    ['one from the future', async () => sign({ at: Date.now() + 60_000 })],
    ['one for another host', async () => sign({ audience: 'https://charts.elsewhere.example' })],
    ['one by another secret', async () => sign({ by: 'another secret that is long enough too' })],
    ['one for a workspace its person is not in', async () => sign({ claims: { org: 'elsewhere' } })],
    ['one for another person’s session', async () => sign({ claims: { sub: 'somebody' } })],
    ['one for no session', async () => sign({ claims: { sid: 'gone' } })],
    ['one of another role', async () => sign({ claims: { grants: 'viewer' } })],
    [
      'one without a signature',
      async () => {
        const [, payload = ''] = (await sign({})).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      },
    ],
    [
      'an API token',
      async () => {
        const body = { name: 'x', scopes: ['query:run'], role: 'owner', expiresInDays: 1 }
        const made = await bed.ask('POST', '/api/tokens', { as: owner, workspace, body })
        return (made.body as { readonly secret: string }).secret
      },
    ],
  ])('refuses %s', async (_, pass) => {
    const answer = await run(await pass())
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([401, { error: { code: 'chart-token-invalid' } }])
  })

  test('takes a pass in its header alone', async () => {
    const pass = await passOf(owner)
    expect((await run(undefined, { cookie: owner.cookie })).status).toBe(401)
    expect((await run(undefined, {}, `${runPath}?token=${pass}&access_token=${pass}`)).status).toBe(401)
  })

  test('hands no pass to those who are not signed in, nor to API tokens', async () => {
    expect(codeOf(await bed.ask('POST', '/api/chart/token', { workspace }))).toBe('not-signed-in')
    const body = { name: 'x', scopes: ['query:run'], role: 'owner', expiresInDays: 1 }
    const made = await bed.ask('POST', '/api/tokens', { as: owner, workspace, body })
    const token = (made.body as { readonly secret: string }).secret
    expect(codeOf(await bed.ask('POST', '/api/chart/token', { token }))).toBe('token-scope')
  })

  test('asks anew with every request who somebody is', async () => {
    const editor = await bed.join(owner, 'editor', workspace)
    const pass = await passOf(editor)
    expect((await run(pass)).status).toBe(200)
    await bed.ask('PATCH', `/api/members/${editor.id}`, { as: owner, workspace, body: { role: 'viewer' } })
    expect((await run(pass)).status).toBe(401)
    // A viewer may only run charts.
    const asViewer = await run(await passOf(editor))
    expect([asViewer.status, asViewer.text]).toEqual([200, expect.stringContaining('"code":"forbidden"')])
    const asMember = await passOf(editor)
    await bed.ask('DELETE', `/api/members/${editor.id}`, { as: owner, workspace })
    expect((await run(asMember)).status).toBe(401)

    const other = await bed.join(owner, 'editor', workspace)
    const others = await passOf(other)
    expect((await run(others)).status).toBe(200)
    await bed.ask('POST', '/api/auth/sign-out', { as: other })
    expect((await run(others)).status).toBe(401)
  })

  test.each(['https://elsewhere.example', 'null', chartHostUrl])('refuses pages of %s', async (origin) => {
    const answer = await run(await passOf(owner), { origin, 'sec-fetch-site': 'cross-site' })
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([403, { error: { code: 'foreign-origin' } }])
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    const asked = await bed.send('OPTIONS', runPath, { headers: { origin, 'access-control-request-method': 'POST' } })
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([403, undefined])
    asked.resume()
  })

  test('says beforehand what our pages may send', async () => {
    const asked = await bed.send('OPTIONS', `${runPath}/one`, {
      headers: { 'access-control-request-method': 'DELETE', 'sec-fetch-site': 'same-site' },
    })
    expect([asked.statusCode, await answerTextOf(asked)]).toEqual([204, ''])
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': publicUrl,
      'access-control-allow-methods': 'POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type, sentry-trace, baggage',
    })
    expect(asked.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('serves nothing else, and only under its own name', async () => {
    const pass = await passOf(owner)
    const statusOf = async (method: string, path: string, host?: string) => {
      const response = await bed.send(method, path, { pass, headers: host === undefined ? {} : { host } })
      response.resume()
      return response.statusCode
    }
    const paths = ['/', '/api/session', '/api/datasets', '/api/metricsx', `${runPath}/a/b`]
    expect(await Promise.all(paths.map((path) => statusOf('GET', path)))).toEqual(paths.map(() => 404))
    expect(await statusOf('GET', runPath)).toBe(405)
    const posts = ['/api/replicache/pull', '/api/chart/token', '/api/exports', '/api/auth/sign-in/email']
    expect(await Promise.all(posts.map((path) => statusOf('POST', path)))).toEqual(posts.map(() => 404))
    const probes = ['/api/health', '/api/ready']
    expect(await Promise.all(probes.map((path) => statusOf('GET', path)))).toEqual([200, 200])
    expect(await statusOf('GET', '/api/metrics')).toBe(403)
    expect(await statusOf('GET', '/api/metrics', '127.0.0.1')).toBe(200)
    // A proxy on this machine is still recognised, although the host removes its header.
    const forwarded = { host: '127.0.0.1', 'x-forwarded-for': '10.0.0.7' }
    expect((await bed.send('GET', '/api/metrics', { headers: forwarded })).statusCode).toBe(403)
    expect(await statusOf('GET', '/api/health', '10.0.0.1')).toBe(200)
    expect(await statusOf('POST', runPath, 'elsewhere.example')).toBe(421)
  })

  test('reads the datasets of the web servers', async () => {
    const actor = await actorOf(new Headers({ cookie: owner.cookie }), bed.services, { id: workspace })
    const content = Readable.from(['city,n\nŁódź,1\nRiga,2\n'])
    const upload = { id: datasetIdSchema.parse('cities'), fileName: 'cities.csv', content }
    const { tableName } = mustBeDone(
      await bed.services.datasets.importFile(actor, upload, new AbortController().signal),
    )
    const response = await bed.send('POST', runPath, {
      pass: await passOf(owner),
      body: { runId: 'cities', items: [sqlItemOn('local', `SELECT city, n FROM ${tableName} ORDER BY n`)] },
    })
    expect(JSON.parse(await answerTextOf(response))).toMatchObject({
      status: 'success',
      columns: [
        ['Łódź', 'Riga'],
        [1, 2],
      ],
    })
  })

  describe('a run', () => {
    const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'
    let mariadb: MariadbServer | undefined
    let asking: Connection | undefined
    beforeAll(async () => {
      const { hostname, port, pathname, username, password } = new URL(bed.database.url)
      await connect('pg', 'postgres', {
        host: hostname,
        port: Number(port),
        database: pathname.slice(1),
        user: username,
        password,
      })
      if (!hasMariadb()) return
      mariadb = await startMariadb()
      const { port: mariadbPort, password: testers } = mariadb
      await connect('maria', 'mysql', {
        host: '127.0.0.1',
        port: mariadbPort,
        database: 'mysql',
        user: 'tester',
        password: testers,
      })
      asking = await createConnection({ host: '127.0.0.1', port: mariadbPort, user: 'tester', password: testers })
    }, 60_000)
    afterAll(async () => {
      await asking?.end()
      await mariadb?.stop()
    })
    const connect = async (
      id: string,
      kind: 'postgres' | 'mysql',
      where: {
        readonly host: string
        readonly port: number
        readonly database: string
        readonly user: string
        readonly password: string
      },
    ) => {
      const actor = await actorOf(new Headers({ cookie: owner.cookie }), bed.services, { id: workspace })
      const settings = {
        id: connectionIdSchema.parse(id),
        name: id,
        kind,
        ...where,
        tls: 'off',
        caCertificate: null,
      } as const
      await bed.services.connections.create(actor, settings, new AbortController().signal)
    }

    const inPostgres = async () =>
      await bed.database.query(
        "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(61)%' AND state = 'active' AND pid <> pg_backend_pid()",
      )
    const inMariadb = async () => {
      const [rows] = (await asking?.query('SHOW PROCESSLIST')) ?? [[]]
      return (rows as readonly { readonly Info: string | null }[]).filter(({ Info }) => Info?.includes('SLEEP(61)'))
    }
    /** Runs two quick queries, which succeed only if none of the person's two places is occupied. */
    const inDuckdb = async (send: Send) => {
      const items = ['SELECT 1', 'SELECT 2'].map((sql) => sqlItemOn('local', sql))
      return (await statusesOf(send({ runId: newId(), items }))).filter((status) => status !== 'success')
    }

    type Send = (request: RunQueryRequest) => Promise<AsyncIterable<unknown>>
    const statusesOf = async (lines: Promise<AsyncIterable<unknown>>) => {
      const statuses: unknown[] = []
      for await (const line of await lines) statuses.push((line as RunResultLine).status)
      return statuses
    }
    const atChartHost: Send = async (body) =>
      linesOf(await bed.send('POST', runPath, { pass: await passOf(owner), body }))
    const atWebServer: Send = async (body) => {
      const actor = await actorOf(new Headers({ cookie: owner.cookie }), bed.services, { id: workspace })
      return decoded(bed.services.queries.runEncoded(actor, body, new AbortController().signal))
    }
    const stopAtChartHost = async (runId: string) => {
      const response = await bed.send('DELETE', `${runPath}/${runId}`, { pass: await passOf(owner) })
      response.resume()
      return response.statusCode
    }
    const stopAtWebServer = async (runId: string) =>
      (await bed.ask('DELETE', `${runPath}/${runId}`, { as: owner, workspace })).status

    const databases = [
      ['PostgreSQL', 'pg', 'SELECT pg_sleep(61)', inPostgres],
      ['MariaDB', 'maria', 'SELECT SLEEP(61)', inMariadb],
    ] as const

    test.each([
      ['at the chart host, stopped at the web server', atChartHost, stopAtWebServer],
      ['at the web server, stopped at the chart host', atWebServer, stopAtChartHost],
      ['at the chart host, stopped there', atChartHost, stopAtChartHost],
    ])('%s, ends in the databases and in DuckDB', async (_, send, stop) => {
      for (const [, connectionId, sql, running] of databases) {
        if (connectionId === 'maria' && mariadb === undefined) continue
        const runId = newId()
        const statuses = statusesOf(send({ runId, items: [sqlItemOn(connectionId, sql)] }))
        await expect.poll(running, patience).toHaveLength(1)
        expect(await stop(runId)).toBe(204)
        expect([connectionId, await statuses]).toEqual([connectionId, ['cancelled']])
        await expect.poll(running, patience).toEqual([])
      }
      const runId = newId()
      const lines = (
        await send({
          runId,
          progress: true,
          items: [
            sqlItemOn('local', endless),
            sqlItemOn('local', `${endless} AND 1 = 1`),
            sqlItemOn('local', 'SELECT 3'),
          ],
        })
      )[Symbol.asyncIterator]()
      // The third item waits for the two before it and reports that.
      expect((await lines.next()).value).toMatchObject({ item: 2, status: 'queued' })
      expect(await stop(runId)).toBe(204)
      const rest: unknown[] = []
      for (let line = await lines.next(); line.done !== true; line = await lines.next())
        rest.push((line.value as RunResultLine).status)
      expect(rest.filter((status) => status !== 'queued')).toEqual(['cancelled', 'cancelled', 'cancelled'])
      expect(await inDuckdb(send)).toEqual([])
    })

    test('that is slow holds no quick one back, and ends when its reader goes', async () => {
      const reading = new AbortController()
      const response = await bed.send('POST', runPath, {
        pass: await passOf(owner),
        body: { runId: 'both', items: [sqlItemOn('pg', 'SELECT pg_sleep(61)'), sqlItemOn('local', 'SELECT 7 AS n')] },
        signal: reading.signal,
      })
      const first = await linesOf(response).next()
      expect(first.value).toMatchObject({ item: 1, columns: [[7]] })
      await expect.poll(inPostgres, patience).toHaveLength(1)
      response.destroy()
      await expect.poll(inPostgres, patience).toEqual([])
    })

    test('keeps to the limits of its connection', async () => {
      const actor = await actorOf(new Headers({ cookie: owner.cookie }), bed.services, { id: workspace })
      const limit = async (limits: ConnectionLimits) =>
        await bed.services.sync.mutate(actor, 'updateConnection', { id: 'pg', limits })
      const lineOf = async (query: string) => {
        const lines = await atChartHost({ runId: newId(), items: [sqlItemOn('pg', query)] })
        for await (const line of lines) return line
        return expect.fail('nothing was answered')
      }
      await limit({ rows: 3, megabytes: 1, seconds: 1, running: 1, waiting: 0 })
      expect(await lineOf('SELECT generate_series(1, 9) AS n')).toMatchObject({
        rowCount: 3,
        truncated: { reason: 'rows' },
      })
      expect(await lineOf("SELECT repeat('x', 900000) AS a UNION ALL SELECT repeat('y', 900000)")).toMatchObject({
        rowCount: 1,
        truncated: { reason: 'bytes' },
      })
      const slow = lineOf('SELECT pg_sleep(61)')
      await expect.poll(inPostgres, patience).toHaveLength(1)
      expect(await lineOf('SELECT 1')).toMatchObject({ error: { code: 'queue-full' } })
      expect(await slow).toMatchObject({ status: 'timed-out', error: { code: 'query-timed-out' } })
      await limit({})
      expect(await lineOf('SELECT generate_series(1, 9) AS n')).toMatchObject({ rowCount: 9, truncated: null })
    })

    test('is nobody else’s to stop', async () => {
      const other = await bed.join(owner, 'admin', workspace)
      const runId = newId()
      const statuses = statusesOf(atChartHost({ runId, items: [sqlItemOn('pg', 'SELECT pg_sleep(61)')] }))
      await expect.poll(inPostgres, patience).toHaveLength(1)
      expect((await bed.ask('DELETE', `${runPath}/${runId}`, { as: other, workspace })).status).toBe(204)
      const response = await bed.send('DELETE', `${runPath}/${runId}`, { pass: await passOf(other) })
      expect([response.statusCode, await inPostgres()]).toMatchObject([204, [{}]])
      await stopAtWebServer(runId)
      expect(await statuses).toEqual(['cancelled'])
    })
  })
})

/** Decodes the lines as they are sent. */
async function* decoded(lines: ReturnType<QueryService['runEncoded']>): AsyncGenerator {
  for await (const line of lines) yield isResult(line) ? decodeLine(line) : { ...line, status: 'queued' }
}
