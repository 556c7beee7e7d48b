import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, sampleDashboard, test } from './fixtures'

const runQuery = '/api/chart/run-query'

const mebibyte = 1024 * 1024
/** The size of a body that Next's proxy would silently cut off if it were in front of the API. */
const longBytes = 11 * mebibyte

/** The host answers the first three, Next the others. */
const pathsWithBodies = ['/api/replicache/push', '/api/replicache/pull', runQuery, '/api/presence', '/api/exports']

test('an over-long body is refused by every kind of route, whether it says its length or not', async ({ server }) => {
  const body = Buffer.from(JSON.stringify({ filler: 'x'.repeat(longBytes) }))
  const refused = { status: 413, code: 'body-too-large' }
  for (const path of pathsWithBodies)
    for (const length of [true, false])
      expect([path, length, await post(server.origin, path, body, length)]).toEqual([path, length, refused])
  const upload = '/api/datasets?fileName=huge.csv'
  expect(await post(server.origin, upload, Buffer.from('a\n1\n'), 3 * 1024 * mebibyte)).toEqual(refused)
})

test('whoever goes on with a refused body is heard to its end, and has their next request answered on the same connection', async ({
  server,
}) => {
  const { host, hostname, port } = new URL(server.origin)
  const piece = `100000\r\n${'x'.repeat(mebibyte)}\r\n`
  for (const path of pathsWithBodies) {
    const socket = connect(Number(port), hostname)
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`
    socket.write(`${head}Expect: 100-continue\r\n\r\n`)
    await readTo(socket, /^HTTP\/1\.1 100 /)
    socket.write(piece.repeat(longBytes / mebibyte))
    expect(await readTo(socket, /"body-too-large"/), path).toContain('HTTP/1.1 413 ')
    for (let count = 0; count < 20; count += 1)
      await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
    socket.write(`0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    await readTo(socket, /HTTP\/1\.1 200 /)
    socket.destroy()
  }
})

/** Reads a connection up to the given text. Fails if it is closed before. */
async function readTo(socket: Socket, end: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (end.test(text)) return text
  }
  throw new Error(`the connection was closed after: ${text}`)
}

test('what is within a route’s limit is read to its end', async ({ server, request }) => {
  // The whole body is JSON but no push; a truncated one would not be JSON.
  const almost = Buffer.from(JSON.stringify({ filler: 'x'.repeat(4 * mebibyte - 100) }))
  const rowCount = 1_200
  const rows = Array.from({ length: rowCount }, (_, row) => `${row},${'y'.repeat(10_000)}`)
  const file = Buffer.from(`id,filler\n${rows.join('\n')}\n`)
  expect(file.byteLength).toBeGreaterThan(longBytes)
  for (const length of [true, false]) {
    const notPush = await post(server.origin, '/api/replicache/push', almost, length)
    expect(notPush).toEqual({ status: 400, code: 'invalid-request' })
    const uploaded = await post(server.origin, `/api/datasets?fileName=long-${length}.csv`, file, length)
    expect(uploaded).toMatchObject({ status: 201 })
  }
  const listed: unknown = await (await request.get('/api/datasets')).json()
  const names = ['long-true.csv', 'long-false.csv']
  expect(listed).toMatchObject({
    datasets: expect.arrayContaining(names.map((fileName) => expect.objectContaining({ fileName, rowCount }))),
  })
})

/**
 * Sends a body without Playwright's client, which always states the length. length: true to state it, false not to, or
 * a number to state instead.
 */
function post(origin: string, path: string, body: Buffer, length: boolean | number) {
  return new Promise<{ readonly status: number | undefined; readonly code?: unknown }>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(length !== false && { 'content-length': length === true ? body.byteLength : length }),
    }
    const sent = httpRequest(new URL(path, origin), { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        sent.destroy()
        const answer: unknown = JSON.parse(text)
        resolve({ status: response.statusCode, ...(isRefusal(answer) && { code: answer.error.code }) })
      })
    })
    // The server may close while there is more to send; what matters is that it has answered.
    sent.on('error', (error) => setTimeout(() => reject(error), 1000))
    if (typeof length === 'number') sent.write(body)
    else sent.end(body)
  })
}

function isRefusal(answer: unknown): answer is { readonly error: { readonly code: unknown } } {
  return typeof answer === 'object' && answer !== null && 'error' in answer
}

test('a request from another site is refused', async ({ request }) => {
  for (const origin of ['https://example.org', 'null']) {
    const response = await request.post(runQuery, { headers: { origin }, data: { runId: 'foreign', items: [] } })
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

test('an address that is nothing, or of what is unknown, says so, and where to go on', async ({
  page,
  problems,
  request,
}) => {
  problems.allow(/404/)
  const noSection = await request.get('/settings/nope')
  expect([noSection.status(), await noSection.text()]).toEqual([
    404,
    expect.stringContaining('nothing at this address'),
  ])
  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await expect(page.getByText('There is nothing at this address')).toBeVisible()
  await expect(page.getByRole('link', { name: /home/i }).first()).toBeVisible()

  for (const what of ['dashboard', 'chart', 'data', 'connection'] as const) {
    await page.goto(`/${what === 'data' ? what : `${what}s`}/not-there`)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${what} not found$`, 'i') })).toBeVisible()
    await expect(page.getByText(`There is no ${what} at this address`)).toBeVisible()
    await expect(page.getByText('It was permanently deleted, or the link is mistyped.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^(Go home|Show all data)$/ })).toBeVisible()
  }
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
