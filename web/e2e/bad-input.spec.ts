import { request as httpRequest } from 'node:http'
import { expect, sampleDashboard, test } from './fixtures'

const runQuery = '/api/chart/run-query'
const select = { query: { kind: 'sql', connectionId: 'local', sql: 'select 42 as answer' } }

test('malformed JSON is answered with its error and status', async ({ request }) => {
  const response = await request.post(runQuery, {
    headers: { 'content-type': 'application/json' },
    data: Buffer.from('{"runId": '),
  })
  expect(response.status()).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'malformed-json' } })
})

test('wrong types name the field', async ({ request }) => {
  const response = await request.post(runQuery, { data: { runId: 'r', items: 7 } })
  expect(response.status()).toBe(400)
  const body: unknown = await response.json()
  expect(body).toMatchObject({ error: { code: 'invalid-request', detail: expect.stringContaining('items') } })
})

test('an over-long body is refused', async ({ request }) => {
  const response = await request.post('/api/replicache/pull', { data: { filler: 'x'.repeat(2 * 1024 * 1024) } })
  expect(response.status()).toBe(413)
  expect(await response.json()).toMatchObject({ error: { code: 'body-too-large' } })
})

test('an unknown chart is not found, and the other items of the request still run', async ({ request }) => {
  const response = await request.post(runQuery, {
    data: { runId: 'mixed', items: [{ chartId: 'no-such-chart' }, select] },
  })
  expect(response.status()).toBe(200)
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toHaveLength(2)
  expect(lines).toContainEqual(expect.objectContaining({ item: 0, status: 'failed' }))
  expect(lines).toContainEqual(expect.objectContaining({ item: 1, status: 'success', columns: [[42]] }))
})

test('one item comes as plain JSON when it is asked for, without an Origin', async ({ request }) => {
  const response = await request.post(runQuery, {
    headers: { accept: 'application/json' },
    data: { runId: 'one', items: [select] },
  })
  expect(response.status()).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'success', columns: [[42]], rowCount: 1 })
})

test('several items as plain JSON are not acceptable', async ({ request }) => {
  const response = await request.post(runQuery, {
    headers: { accept: 'application/json' },
    data: { runId: 'two', items: [select, select] },
  })
  expect(response.status()).toBe(406)
})

for (const sql of [
  "select * from read_csv('/etc/passwd')",
  "copy (select 1) to '/tmp/tidemark-was-here'",
  "attach '/tmp/other.db'",
  'install httpfs',
  "set memory_limit = '100GB'",
  'select 1; select 2',
  "select getenv('HOME')",
]) {
  test(`hostile SQL is refused: ${sql}`, async ({ request }) => {
    const item = { query: { kind: 'sql', connectionId: 'local', sql } }
    const response = await request.post(runQuery, {
      headers: { accept: 'application/json' },
      data: { runId: 'hostile', items: [item] },
    })
    expect(response.status()).toBeGreaterThanOrEqual(400)
    const body: unknown = await response.json()
    expect(body).toMatchObject({ status: 'failed', error: { code: expect.stringMatching(/^query-/) } })
    expect(JSON.stringify(body)).not.toContain('root:')
  })
}

test('a request from another site is refused', async ({ request }) => {
  for (const origin of ['https://example.org', 'null']) {
    const response = await request.post(runQuery, { headers: { origin }, data: { runId: 'foreign', items: [select] } })
    expect(response.status()).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'foreign-origin' } })
  }
})

test('a foreign Host is refused: a rebound name cannot read the workspace', async ({ server }) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(server.origin)
    const request = httpRequest(
      { hostname, port, path: sampleDashboard.path, headers: { host: 'example.org' } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    request.on('error', reject)
    request.end()
  })
  expect(status).toBe(421)
})

test('an address that is nothing says so', async ({ page, problems }) => {
  problems.allow(/404/)
  await page.goto('/no-such-page')
  await expect(page.getByText('There is nothing at this address')).toBeVisible()
  await expect(page.getByRole('link', { name: /home/i }).first()).toBeVisible()
})

test('an unknown dashboard says so', async ({ page, problems }) => {
  problems.allow(/404/)
  await page.goto('/dashboards/no-such-dashboard')
  await expect(page.getByText('There is no dashboard at this address')).toBeVisible()
})

test('what is no page runs no script of its own, and no picture is fetched on anybody’s behalf', async ({
  request,
}) => {
  const icon = await request.get('/icon.svg')
  expect(icon.headers()['content-type']).toContain('image/svg+xml')
  expect(icon.headers()['content-security-policy']).toMatch(/^default-src 'self'; style-src/)
  expect((await request.get('/')).headers()['content-security-policy']).toContain("'nonce-")
  expect((await request.get('/_next/image?url=%2Ficon.svg&w=64&q=75')).status()).toBe(404)
})
