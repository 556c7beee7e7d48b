import type { RunItem, RunResultLine } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../http/create-api'
import { silentLog } from '@testkit/engine/engine-fixture'
import { openQueryFixture, sqlItem, type QueryFixture } from '@testkit/query/query-fixture'
import { setServices, type Services } from '../services'
import { queryRoutes } from './query-routes'

const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
  // The route uses no other services.
  setServices({ config: { mode: 'local' }, log: silentLog, queries: fixture.queries } as unknown as Services)
})
afterAll(() => fixture.close())

const api = createApi(queryRoutes)

function post(
  body: unknown,
  { accept = '*/*', signal }: { readonly accept?: string; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const request = new Request('http://127.0.0.1/api/chart/run-query', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
  return Promise.resolve(api.fetch(request, {}))
}

const run = (...items: readonly RunItem[]) => ({ runId: `r${Math.floor(performance.now() * 1000)}`, items })

async function linesOf(response: Response): Promise<RunResultLine[]> {
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunResultLine) // the route's own lines
}

describe('POST /api/chart/run-query', () => {
  test('answers each item on a line of NDJSON', async () => {
    const response = await post(
      run({ chartId: 'kinds' }, sqlItem("SELECT 'Łódź\n' AS city"), sqlItem('SELEC'), { chartId: 'no-such-chart' }),
    )
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const lines = (await linesOf(response)).sort((a, b) => a.item - b.item)
    expect(lines.map((line) => [line.item, line.status, line.columns])).toEqual([
      [
        0,
        'success',
        [
          ['a', 'b'],
          ['500', '500'],
        ],
      ],
      [1, 'success', [['Łódź\n']]],
      [2, 'failed', []],
      [3, 'failed', []],
    ])
  })

  test('answers one item as JSON when that is accepted, and says the same', async () => {
    const response = await post(run({ chartId: 'kinds' }), { accept: 'application/json' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    const body: unknown = await response.json()
    expect(body).toMatchObject({
      status: 'success',
      rowCount: 2,
      columns: [
        ['a', 'b'],
        ['500', '500'],
      ],
    })
    expect(body).not.toHaveProperty('item')
  })

  test.each([
    ['SELEC', 400, 'query-syntax'],
    ["SELECT * FROM read_csv('/etc/passwd')", 400, 'query-refused'],
    ["SELECT error('x')", 400, 'query-failed'],
  ])('as JSON %j has status %i', async (sql, status, code) => {
    const response = await post(run(sqlItem(sql)), { accept: 'application/json' })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status: 'failed', error: { code } })
  })

  test('does not answer several items as JSON', async () => {
    const response = await post(run(sqlItem('SELECT 1'), sqlItem('SELECT 2')), { accept: 'application/json' })
    expect(response.status).toBe(406)
    expect(await response.json()).toMatchObject({ error: { code: 'not-acceptable' } })
  })

  test.each([
    ['no JSON', '{', 'malformed-json'],
    ['no items', { runId: 'a', items: [] }, 'invalid-request'],
    ['a chart and a query', { runId: 'a', items: [{ chartId: 'kinds', ...sqlItem('SELECT 1') }] }, 'invalid-request'],
    ['a run id that is a path', { runId: '../x', items: [sqlItem('SELECT 1')] }, 'invalid-request'],
    ['more rows than the limit', { runId: 'a', items: [sqlItem('SELECT 1', { maxRows: 50_001 })] }, 'invalid-request'],
    ['a field nobody knows', { runId: 'a', items: [{ ...sqlItem('SELECT 1'), sudo: true }] }, 'invalid-request'],
  ])('refuses %s', async (_, body, code) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code } })
  })

  test('names the field that it refuses', async () => {
    const response = await post({ runId: 'a', items: 7 })
    expect(await response.json()).toMatchObject({ error: { detail: expect.stringContaining('items') } })
  })

  test('stops the engine when the reader goes', async () => {
    const response = await post(run(sqlItem(endless), sqlItem(`${endless} AND 1 = 1`)))
    await response.body?.cancel()
    await expectIdle()
  })

  test('stops the engine when the request is closed', async () => {
    const closing = new AbortController()
    const response = await post(run(sqlItem(endless), sqlItem(`${endless} AND 1 = 1`)), { signal: closing.signal })
    setTimeout(() => closing.abort(), 50)
    expect((await linesOf(response)).map((line) => line.status)).toEqual(['cancelled', 'cancelled'])
    await expectIdle()
  })
})

describe('DELETE /api/chart/run-query/{runId}', () => {
  test('stops the run and answers 204, again and for ids that never were', async () => {
    const request = run(sqlItem(endless))
    const lines = post(request).then(linesOf)
    const stop = (runId: string) => api.request(`/api/chart/run-query/${runId}`, { method: 'DELETE' }, {})
    await expect.poll(() => fixture.executed.at(-1)).toBe(endless)
    expect((await stop(request.runId)).status).toBe(204)
    expect((await lines)[0]?.status).toBe('cancelled')
    expect((await stop(request.runId)).status).toBe(204)
    expect((await stop('never-was')).status).toBe(204)
  })

  test('stops only the items it names', async () => {
    const request = run(sqlItem(endless), sqlItem(`${endless} AND 1 = 1`))
    const lines = post(request).then(linesOf)
    const stop = (items: string) => {
      const address = `/api/chart/run-query/${request.runId}?items=${items}`
      return api.request(address, { method: 'DELETE' }, {})
    }
    await expect.poll(() => fixture.executed.at(-1)).toContain('1 = 1')
    expect((await stop('0,all')).status).toBe(400)
    expect((await stop('1')).status).toBe(204)
    // One of the person's two places is free again.
    await linesOf(await post(run(sqlItem('SELECT 1', { cache: { mode: 'fresh' } }))))
    expect(await Promise.race([lines, Promise.resolve('running')])).toBe('running')
    expect((await stop('0')).status).toBe(204)
    expect((await lines).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })
})

/** Runs two quick queries, which finish only if none of the person's two places is occupied. */
async function expectIdle(): Promise<void> {
  const lines = await linesOf(
    await post(
      run(sqlItem('SELECT 1', { cache: { mode: 'fresh' } }), sqlItem('SELECT 2', { cache: { mode: 'fresh' } })),
    ),
  )
  expect(lines.map((line) => line.status)).toEqual(['success', 'success'])
}
