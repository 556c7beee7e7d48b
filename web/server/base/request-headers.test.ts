import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { clientIpHeader, parseTrustedProxies } from './client-ip'
import { takeSender, type SenderTrace } from './request-headers'

interface Taken {
  readonly sender: SenderTrace
  readonly headers: IncomingHttpHeaders
  /** The headers as Node parses them. */
  readonly byNode: IncomingHttpHeaders
}

/** Starts a server that runs until the end of the test; returns its port. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // a TCP server has an AddressInfo
}

/** Sends raw headers, alternately name and value, and returns what the server reads. trusted: trusted proxies. */
async function taken(raw: readonly string[], trusted: readonly string[] = []): Promise<Taken> {
  const isTrusted = parseTrustedProxies(trusted)
  let sender: SenderTrace | undefined
  let kept: readonly string[] = []
  const found: IncomingHttpHeaders[] = []
  const servers = [
    createServer((request, response) => {
      sender = takeSender(request, isTrusted)
      kept = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
      found.push(request.headers)
      response.end()
    }),
    createServer((request, response) => {
      found.push(request.headers)
      response.end()
    }),
  ]
  for (const server of servers) {
    const port = await listen(server)
    const asked = httpRequest({ port, host: '127.0.0.1', headers: ['Host', 'a.test', ...raw] }).end()
    await once(asked, 'response')
  }
  const [headers, byNode] = found
  // The API reads the raw headers, Next the parsed ones.
  expect(kept.filter((name) => name !== '__proto__').toSorted()).toEqual(
    expect.arrayContaining(Object.keys(headers ?? {}).toSorted()),
  )
  expect(kept.filter((name) => /forwarded|trace|baggage/.test(name))).toEqual([])
  return sender && headers && byNode ? { sender, headers, byNode } : expect.fail()
}

const trace = `${'a'.repeat(32)}-${'b'.repeat(16)}-1`

test('what names a trace is handed out and read by nobody else', async () => {
  const { sender, headers } = await taken([
    'Sentry-Trace',
    trace,
    'baggage',
    'a=1',
    'traceparent',
    'x',
    'tracestate',
    'y',
  ])
  expect(sender).toEqual({ sentryTrace: trace, baggage: 'a=1' })
  expect(Object.keys(headers).toSorted()).toEqual(['connection', 'host', clientIpHeader])
})

test('a request that names no trace has none', async () => {
  expect((await taken([])).sender).toEqual({ sentryTrace: undefined, baggage: undefined })
})

test.each([
  ['each name once', ['Accept-Language', 'en', 'X-Some', '1', 'Cookie', 'a=1', 'content-type', 'application/json']],
  [
    'names that come twice',
    ['X-Some', '1', 'x-some', '2', 'Cookie', 'a=1', 'Cookie', 'b=2', 'Origin', 'x', 'Origin', 'y'],
  ],
  ['cookies to be set', ['Set-Cookie', 'a=1']],
  ['names that all objects have', ['constructor', '1', 'toString', '2', '__proto__', '3', 'hasOwnProperty', '4']],
  ['none', []],
])('the rest is what Node makes of it: %s', async (_, raw) => {
  const { headers, byNode } = await taken(raw)
  const { [clientIpHeader]: ip, ...rest } = headers
  expect([ip, rest]).toEqual(['127.0.0.1', byNode])
})

test('several lists of what travels with a trace are one, and their names go no further', async () => {
  const { sender, headers } = await taken(['baggage', 'a=1', 'sentry-trace', trace, 'Baggage', 'b=2'])
  expect(sender.baggage?.split(/,\s*/)).toEqual(['a=1', 'b=2'])
  expect(headers).not.toHaveProperty('baggage')
})

test('several hosts are none of those', async () => {
  expect((await taken(['Host', 'b.test'])).headers.host).toBe('a.test, b.test')
})

test('where it came from is the host’s to say, and a trusted proxy’s', async () => {
  const forwarded = [
    'X-Forwarded-For',
    '10.0.0.7',
    'X-Forwarded-Proto',
    'https',
    'Forwarded',
    'for=x',
    clientIpHeader,
    '1.2.3.4',
  ]
  for (const [trusted, ip] of [
    [[], '127.0.0.1'],
    [['127.0.0.1'], '10.0.0.7'],
  ] as const) {
    const { headers } = await taken(forwarded, trusted)
    expect(headers[clientIpHeader]).toBe(ip)
    expect(Object.keys(headers).filter((name) => name.includes('forwarded'))).toEqual([])
  }
  const twice = await taken(['X-Forwarded-For', '10.0.0.7', 'X-Forwarded-For', '10.0.0.8'], ['127.0.0.1'])
  expect(twice.headers[clientIpHeader]).toBe('10.0.0.8')
})
