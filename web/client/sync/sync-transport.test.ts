import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReadonlyJSONValue } from 'replicache'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  cookieOf,
  maxPushMutations,
  maxPushRequestBytes,
  pushRequestSchema,
  type PageSnapshot,
} from '@tidemark/shared/sync/protocol'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { PullPrefetch } from './pull-prefetch'
import { createPuller, createPusher, type TransportEvents } from './sync-transport'

type Answer = (response: ServerResponse, body: string) => void | Promise<void>

const page: PageSnapshot = { cookie: cookieOf(1, 5, 'a'), complete: false, entries: [] }
const patience = { silenceMs: 500, slowestBytesPerMs: 8 }

let answer: Answer
let bodies: string[]
let told: string[]
let close: () => Promise<void>
let send: (url: string, init: RequestInit) => Promise<Response>
const events: TransportEvents = {
  onPullStart: () => undefined,
  onPulled: () => told.push('pulled'),
  onOffline: (reason) => told.push(reason),
  onPushed: () => told.push('pushed'),
  onPushFailed: (reason) => told.push(`push failed: ${reason}`),
  onSignedOut: () => told.push('signed out'),
  onRefused: ({ code }) => told.push(`refused: ${code}`),
}

beforeEach(async () => {
  bodies = []
  told = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
      bodies.push(body)
      await answer(response, body)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  send = (url, init) => fetch(`http://127.0.0.1:${port}${url}`, init)
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
afterEach(() => close())

describe('the pusher', () => {
  test('sends many changes in requests of at most 200, each once and in their order', async () => {
    answer = (response) => void response.end('{}')
    await push(changes(450, 'short'))
    const sent = bodies.map((body) => pushRequestSchema.parse(JSON.parse(body)).mutations.map(({ id }) => id))
    expect(sent.map((ids) => ids.length)).toEqual([maxPushMutations, maxPushMutations, 50])
    expect(sent.flat()).toEqual(Array.from({ length: 450 }, (_, index) => index + 1))
  })

  test('sends large changes in requests of at most 512 KB as they travel, whatever the alphabet', async () => {
    answer = (response) => void response.end('{}')
    await push(changes(60, '海'.repeat(10_000)))
    expect(bodies.length).toBeGreaterThan(3)
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThan(maxPushRequestBytes + 1024)
    const ids = bodies.flatMap((body) => pushRequestSchema.parse(JSON.parse(body)).mutations.map(({ id }) => id))
    expect(ids).toHaveLength(60)
  })

  test.each([
    [400, 'invalid-request'],
    [403, 'foreign-client-group'],
    [413, 'body-too-large'],
  ])('stops for good at %i and tells why', async (status, code) => {
    answer = (response) => refuse(response, status, code)
    const pusher = createPusher(page, events, { send, patience })
    await pusher(requestOf(changes(1, 'a')), 'one')
    await pusher(requestOf(changes(1, 'a')), 'two')
    expect(bodies).toHaveLength(1)
    expect(told).toEqual([`refused: ${code}`])
  })

  test('hands over what it could not send for a client that the server does not know, and asks again where that is not kept', async () => {
    answer = (response) => void response.end(bodies.length % 2 === 0 ? '{"error":"ClientStateNotFound"}' : '{}')
    const found: string[] = []
    let isKept = false
    const onUnknown = async (mutations: readonly { readonly id: number }[], clientGroupID: string) => {
      found.push(`${clientGroupID}: ${mutations[0]?.id} to ${mutations.at(-1)?.id}`)
      return isKept
    }
    const pusher = createPusher(page, events, { send, patience, onUnknown })
    const pushMany = async () => await pusher(requestOf(changes(450, 'a')), 'one')
    const refused = await pushMany()
    expect([refused.response, refused.httpRequestInfo.httpStatusCode]).toEqual([undefined, 503])
    isKept = true
    expect((await pushMany()).response).toEqual({ error: 'ClientStateNotFound' })
    expect(found).toEqual(['group: 201 to 450', 'group: 201 to 450'])
  })

  test('sends nothing more once something else has told that it is over', async () => {
    answer = (response) => void response.end('{}')
    let isOver = false
    const pusher = createPusher(page, events, { send, patience, isOver: () => isOver })
    await pusher(requestOf(changes(1, 'a')), 'one')
    isOver = true
    expect((await pusher(requestOf(changes(1, 'a')), 'two')).httpRequestInfo.httpStatusCode).toBe(200)
    expect(bodies).toHaveLength(1)
  })

  test.each([
    [401, 'not-signed-in', ['signed out', 'signed out']],
    [429, 'too-many-requests', ['push failed: failing', 'push failed: failing']],
    [500, 'internal', ['push failed: failing', 'push failed: failing']],
    [507, 'disk-full', ['push failed: disk-full', 'push failed: disk-full']],
    [503, 'store-failed', ['unreachable', 'push failed: unreachable', 'unreachable', 'push failed: unreachable']],
  ])('goes on trying after %i', async (status, code, expected) => {
    answer = (response) => refuse(response, status, code)
    const pusher = createPusher(page, events, { send, patience })
    const results = [await pusher(requestOf(changes(1, 'a')), 'one'), await pusher(requestOf(changes(1, 'a')), 'two')]
    expect(results.map(({ httpRequestInfo }) => httpRequestInfo.httpStatusCode)).toEqual([status, status])
    expect(bodies).toHaveLength(2)
    expect(told).toEqual(expected)
  })

  test('gives up a server that takes the changes and never answers, and can be asked again', async () => {
    answer = () => undefined
    const pusher = createPusher(page, events, { send, patience })
    expect((await pusher(requestOf(changes(1, 'a')), 'one')).httpRequestInfo.httpStatusCode).toBe(0)
    expect(told).toEqual(['silent', 'push failed: silent'])
    answer = (response) => void response.end('{}')
    expect((await pusher(requestOf(changes(1, 'a')), 'two')).httpRequestInfo.httpStatusCode).toBe(200)
    expect(told.at(-1)).toBe('pushed')
  })

  test('tells a server that is not there from one that does not answer', async () => {
    answer = (response) => void response.destroy()
    await push(changes(1, 'a'))
    expect(told).toEqual(['unreachable', 'push failed: unreachable'])
  })
})

describe('the puller', () => {
  const pulled = { cookie: cookieOf(1, 6, 'a'), lastMutationIDChanges: {}, patch: [] }

  test('gives up an answer that stops in the middle', async () => {
    answer = (response) => void response.writeHead(200).write('{"cookie":')
    expect((await pull()).httpRequestInfo.httpStatusCode).toBe(0)
    expect(told).toEqual(['silent'])
  })

  test('waits for a long answer as long as it goes on', async () => {
    answer = async (response) => {
      response.writeHead(200)
      const text = JSON.stringify(pulled)
      for (let at = 0; at < text.length; at += 20) {
        response.write(text.slice(at, at + 20))
        await delay(patience.silenceMs / 4)
      }
      response.end()
    }
    expect(await pull()).toEqual({ response: pulled, httpRequestInfo: { httpStatusCode: 200, errorMessage: '' } })
    expect(told).toEqual(['pulled'])
  })

  test.each([
    [400, 'invalid-request'],
    [403, 'forbidden'],
    [413, 'body-too-large'],
  ] as const)('asks no more once the server has refused for good with %i, and says so once', async (status, code) => {
    answer = (response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: new TidemarkError(code).toBody() }))
    }
    const puller = createPuller(page, events, { send, patience })
    expect((await pull(puller)).httpRequestInfo.httpStatusCode).toBe(status)
    // Replicache would repeat a request forever after any status but 200.
    expect(await pull(puller)).toEqual({ httpRequestInfo: { httpStatusCode: 200, errorMessage: '' } })
    expect([bodies.length, told]).toEqual([1, [`refused: ${code}`]])
  })

  test('asks nothing where the answer was prefetched, and asks where that was for somebody else', async () => {
    answer = (response) => void response.end(JSON.stringify(pulled))
    const prefetch = new PullPrefetch()
    const puller = createPuller(page, events, { send, patience, prefetch })
    const told = { ...pulled, cookie: cookieOf(1, 7, 'a') }
    prefetch.offer({ org: 'acme', clientGroupID: 'group', role: 'viewer', base: page.cookie, answer: told })
    expect(await pull(puller)).toMatchObject({ response: told })
    expect(bodies).toHaveLength(0)
    prefetch.offer({ org: 'acme', clientGroupID: 'group', role: 'viewer', base: cookieOf(1, 9, 'a'), answer: told })
    expect(await pull(puller)).toMatchObject({ response: pulled })
    expect(bodies).toHaveLength(1)
  })

  test('takes a page of something in between for no answer', async () => {
    answer = (response) => void response.end('<html>Sign in to this network</html>')
    expect((await pull()).httpRequestInfo.httpStatusCode).toBe(0)
    expect(told).toEqual(['unreachable'])
  })
})

function pull(puller = createPuller(page, events, { send, patience })) {
  const request = {
    pullVersion: 1,
    clientGroupID: 'group',
    profileID: 'p',
    schemaVersion: '1',
    cookie: page.cookie,
  } as const
  // Replicache's type allows cookies of any form; ours is JSON.
  return puller({ ...request, cookie: { ...request.cookie } as never }, 'one')
}

function push(mutations: ReturnType<typeof changes>) {
  return createPusher(page, events, { send, patience })(requestOf(mutations), 'one')
}

function requestOf(mutations: ReturnType<typeof changes>) {
  return { pushVersion: 1, clientGroupID: 'group', profileID: 'p', schemaVersion: '1', mutations } as const
}

function changes(count: number, text: string) {
  const args: ReadonlyJSONValue = { text }
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    clientID: 'client',
    name: 'updateChart',
    args,
    timestamp: 1,
  }))
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { code, message: 'No.' } }))
}
