import { localOwner } from '@tidemark/shared/access/actor'
import { maxPushBytes } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApi } from '../http/create-api'
import { createPresenceHub } from '../presence/presence-hub'
import { createPresenceService } from '../presence/presence-service'
import { setServices, type Services } from '../services'
import { createPokeHub } from './poke-hub'
import { createFolderOf, mutationOf, openSyncTestBed, pushOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { syncRoutes } from './sync-routes'

const api = createApi(syncRoutes)
const at = (path: string) => async (request: Request) =>
  await api.fetch(new Request(`http://127.0.0.1/api/replicache/${path}${new URL(request.url).search}`, request), {})
const push = at('push')
const pull = at('pull')
const poke = at('poke')
const pullBody = { pullVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion: '1', cookie: null }

describe('the sync routes', () => {
  let bed: SyncTestBed
  beforeEach(async () => {
    bed = await openSyncTestBed()
    const pokes = createPokeHub({ log: bed.log })
    const presence = createPresenceService({ hub: createPresenceHub({ clock: () => Date.now() }), sync: bed.sync })
    // The routes use no other services.
    setServices({ config: { mode: 'local' }, log: bed.log, sync: bed.sync, pokes, presence } as unknown as Services)
  })
  afterEach(() => bed.dispose())
  const post = (body: unknown) =>
    new Request('http://127.0.0.1/api/replicache', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const version = async () => (await bed.sync.readView(localOwner, [])).snapshot.cookie.v

  test('what is pushed is pulled, and neither answer may be cached', async () => {
    const pushed = await push(post(pushOf([createFolderOf(1, 'a')])))
    expect([pushed.status, pushed.headers.get('cache-control'), await pushed.json()]).toEqual([200, 'no-store', {}])
    const pulled = await pull(post(pullBody))
    expect([pulled.status, pulled.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await pulled.json()).toMatchObject({
      lastMutationIDChanges: { c1: 1 },
      patch: [{ op: 'put', key: 'folder/a' }],
    })
  })

  test('what Replicache must act on has status 200', async () => {
    const unknown = await push(post(pushOf([createFolderOf(9, 'a')])))
    expect([unknown.status, await unknown.json()]).toEqual([200, { error: 'ClientStateNotFound' }])
    const old = await pull(post({ ...pullBody, schemaVersion: '0' }))
    expect([old.status, await old.json()]).toEqual([200, { error: 'VersionNotSupported', versionType: 'schema' }])
  })

  test.each([
    ['broken JSON', '{"pushVersion":', 400, 'malformed-json'],
    ['no mutations', { ...pushOf([]), mutations: undefined }, 400, 'invalid-request'],
    ['an id that is no whole number', pushOf([{ ...createFolderOf(1, 'a'), id: 1.5 }]), 400, 'invalid-request'],
    ['an id of 0', pushOf([createFolderOf(0, 'a')]), 400, 'invalid-request'],
    [
      'a mutation without arguments',
      pushOf([{ ...createFolderOf(1, 'a'), args: undefined as never }]),
      400,
      'invalid-request',
    ],
    [
      'a million nested arrays',
      `{"mutations":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
      413,
      'text-too-large',
    ],
    [
      'more mutations than anybody sends at once',
      pushOf(Array.from({ length: 10_001 }, (_, index) => mutationOf(index + 1, 'x', {}))),
      413,
      'text-too-large',
    ],
    [
      'a client group whose id is cut within a character',
      JSON.stringify(pushOf([createFolderOf(1, 'a')])).replace(/"clientGroupID":"/, String.raw`$&\ud800`),
      400,
      'invalid-request',
    ],
    ['more than 4 MB', ' '.repeat(maxPushBytes + 1), 413, 'body-too-large'],
  ])('a push of %s is refused and writes nothing', async (_, body, status, code) => {
    const response = await push(post(body))
    expect([response.status, await response.json()]).toEqual([status, { error: expect.objectContaining({ code }) }])
    expect(await version()).toBe(0)
  })

  test.each([
    ['a cookie of another kind', { ...pullBody, cookie: 7 }],
    ['a cookie that is not whole', { ...pullBody, cookie: { order: 1 } }],
    ['no client group', { ...pullBody, clientGroupID: '' }],
  ])('a pull with %s is refused', async (_, body) => {
    const response = await pull(post(body))
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'invalid-request' }) },
    ])
  })

  test("another person's group is refused with 403 on push and pull", async () => {
    await bed.sync.push({ ...localOwner, userId: 'bob' }, pushOf([createFolderOf(1, 'a')]))
    for (const response of [await push(post(pushOf([createFolderOf(2, 'b')]))), await pull(post(pullBody))]) {
      expect([response.status, await response.json()]).toEqual([
        403,
        { error: expect.objectContaining({ code: 'foreign-client-group' }) },
      ])
    }
  })

  test('the poke stream begins with the version the workspace is at', async () => {
    await push(post(pushOf([createFolderOf(1, 'a')])))
    const stop = new AbortController()
    const request = new Request('http://127.0.0.1/api/replicache/poke', { signal: stop.signal })
    const response = await poke(request)
    const reading = response.text()
    setTimeout(() => stop.abort(), 50)
    expect(await reading).toBe('retry: 2000\n\nid: 1\ndata: {"org":"local","version":1}\n\n')
    // Undici forwards an abort only while the request itself is still referenced.
    expect(request.signal.aborted).toBe(true)
  })

  test('asking for the headers of the stream alone, however often, takes no stream from anybody', async () => {
    const url = 'http://127.0.0.1/api/replicache/poke'
    for (let count = 0; count < 60; count += 1) {
      const response = await poke(new Request(url, { method: 'HEAD' }))
      expect(response.body).toBeNull()
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    }
    const stop = new AbortController()
    expect((await poke(new Request(url, { signal: stop.signal }))).status).toBe(200)
    stop.abort()
  })
})
