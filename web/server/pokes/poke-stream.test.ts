import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { pokeSchema, type StreamGroup } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPresenceHub, type PresenceHub } from '../presence/presence-hub'
import { createPresenceService, type PresenceService } from '../presence/presence-service'
import { createPokeHub, type PokeHub } from '../sync/poke-hub'
import { openPokeStream } from './poke-stream'
import {
  createFolderOf,
  openSyncTestBed,
  personOf,
  pullFrom,
  pushOf,
  type SyncTestBed,
} from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')

describe('a poke stream', () => {
  let bed: SyncTestBed
  let pokes: PokeHub
  let presenceHub: PresenceHub
  let presence: PresenceService
  let reader: AbortController
  beforeEach(async () => {
    bed = await openSyncTestBed()
    pokes = createPokeHub({ log: bed.log })
    presenceHub = createPresenceHub({ clock: () => Date.now() })
    presence = createPresenceService({ hub: presenceHub, sync: bed.sync })
    reader = new AbortController()
  })
  afterEach(async () => {
    vi.useRealTimers()
    pokes.close()
    presenceHub.close()
    await bed.dispose()
  })
  const open = (
    actor = ann,
    signal = new AbortController().signal,
    listActors = async () => [actor],
    group?: StreamGroup,
  ) =>
    openPokeStream({
      userId: actor.userId,
      listActors,
      services: { log: bed.log, pokes, presence, sync: bed.sync },
      group,
      signal,
    })

  test('may be neither cached, compressed nor held back on its way', async () => {
    const { headers } = await open()
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
  })

  test('begins with the time to wait before trying again and the version the workspace is at', async () => {
    await bed.sync.push(ann, pushOf([createFolderOf(1, 'a')]))
    const next = reading(await open())
    expect(await next()).toBe('retry: 2000')
    expect(await next()).toBe('id: 1\ndata: {"org":"acme","version":1}')
  })

  test('tells of every change of the org, and of no other', async () => {
    const next = reading(await open())
    await next()
    await next()
    pokes.publish({ org: 'other', version: 3 })
    pokes.publish({ org: 'acme', version: 7 })
    const event = await next()
    expect(event.split('\n')[0]).toBe('id: 7')
    expect(pokeSchema.parse(JSON.parse(event.split('data: ')[1] ?? ''))).toEqual({ org: 'acme', version: 7 })
  })

  test('ends soon after its reader has lost the right to listen, at a change and without one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
    let isMember = true
    let asked = 0
    const listActors = async () => {
      asked += 1
      return isMember ? [ann] : []
    }
    const openChecked = async () => {
      const next = reading(await open(ann, reader.signal, listActors))
      await next()
      await next()
      return next
    }
    const next = await openChecked()
    for (let version = 1; version <= 20; version += 1) {
      pokes.publish({ org: 'acme', version })
      await next()
    }
    // Checked on opening and at the first change.
    expect(asked).toBe(2)
    isMember = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await untilEnd(next)).toBe('ended')
    isMember = true
    const quiet = await openChecked()
    isMember = false
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(await untilEnd(quiet)).toBe('ended')
  })

  test('brings what its client group would be answered, as long as its reader may have it', async () => {
    const bob = personOf('bob')
    const publish = async (id: number, folderId: string) => {
      await bed.sync.push(bob, pushOf([createFolderOf(id, folderId, 'c2')], { clientGroupID: 'g2' }))
      pokes.publish({ org: 'acme', version: id })
    }
    let actors = [ann]
    const { cookie: base } = await pullFrom(bed, ann, null)
    const next = reading(await open(ann, reader.signal, async () => actors, { org: 'acme', clientGroupID: 'g1' }))
    await next()
    // The current position, without news.
    expect(aheadOf(await next())).toMatchObject({ base, answer: { cookie: base, patch: [] } })
    await publish(1, 'a')
    const answer = await pullFrom(bed, ann, base, 'g3')
    expect(answer.patch).toMatchObject([{ op: 'put', key: 'folder/a' }])
    expect(aheadOf(await next())).toEqual({ org: 'acme', clientGroupID: 'g1', role: 'editor', base, answer })
    await publish(2, 'b')
    expect(aheadOf(await next())).toMatchObject({ base: answer.cookie, answer: { patch: [{ key: 'folder/b' }] } })
    actors = [personOf('ann', { role: 'viewer' })]
    await publish(3, 'c')
    expect(await next()).toBe('id: 3\ndata: {"org":"acme","version":3}')
    actors = []
    await publish(4, 'd')
    expect(await next()).toBe('id: 4\ndata: {"org":"acme","version":4}')
  })

  test('brings a mere poke to a group that it knows nothing of, that is of somebody else, or whose answer is long', async () => {
    const publish = async (id: number, name: string) => {
      await bed.sync.push(ann, pushOf([createFolderOf(id, name)]))
      pokes.publish({ org: 'acme', version: id })
    }
    await publish(1, 'a')
    const { cookie } = await pullFrom(bed, ann, null)
    const openFor = async (actor: typeof ann, clientGroupID: string) => {
      const next = reading(await open(actor, reader.signal, async () => [actor], { org: 'acme', clientGroupID }))
      await next()
      await next()
      return next
    }
    const [own, unknown, foreign] = [
      await openFor(ann, 'g1'),
      await openFor(ann, 'g9'),
      await openFor(personOf('bob'), 'g1'),
    ]
    await publish(2, 'b')
    expect(aheadOf(await own())).toMatchObject({ base: cookie })
    expect(await unknown()).toBe('id: 2\ndata: {"org":"acme","version":2}')
    expect(await foreign()).toBe('id: 2\ndata: {"org":"acme","version":2}')
    await bed.sync.push(ann, pushOf(Array.from({ length: 500 }, (_, index) => createFolderOf(3 + index, `f${index}`))))
    pokes.publish({ org: 'acme', version: 3 })
    expect(await own()).toBe('id: 3\ndata: {"org":"acme","version":3}')
  })

  test('follows what its person joins, and names what they leave a last time and then never again', async () => {
    const [acme, club] = [ann, personOf('ann', { orgId: 'club' })]
    let actors = [acme]
    const next = reading(await open(ann, reader.signal, async () => actors))
    await next()
    expect(await next()).toContain('"org":"acme"')
    pokes.publish({ org: 'club', version: 1 })
    actors = [acme, club]
    pokes.publishMembership('bob')
    pokes.publishMembership('ann')
    // The current position; nothing has been written there.
    expect(await next()).toBe('id: 0\ndata: {"org":"club","version":0}')
    pokes.publish({ org: 'club', version: 2 })
    expect(await next()).toContain('{"org":"club","version":2}')
    // The change takes effect at once, however recent the last check was.
    actors = [acme]
    pokes.publishMembership('ann')
    expect(await next()).toContain('{"org":"club","version":2}')
    pokes.publish({ org: 'club', version: 3 })
    pokes.publish({ org: 'acme', version: 4 })
    expect(await next()).toContain('{"org":"acme","version":4}')
    pokes.close()
    expect(await next()).toBe('ended')
  })

  test('tells presence with its workspace, of each as the person may see it there, and of none that they have left', async () => {
    const dashboardId = dashboardIdSchema.parse('sales')
    const firstTab = { id: 'tab', name: 'Tab', order: 'a0' }
    const made = { id: 'sales', folderId: null, name: 'Sales', description: '', order: 'a0', firstTab, at: 1 }
    const inOrg = (userId: string, orgId: string) => personOf(userId, { orgId })
    for (const orgId of ['acme', 'club']) await bed.sync.mutate(inOrg('bob', orgId), 'createDashboard', made)
    let actors = [inOrg('ann', 'acme'), inOrg('ann', 'club')]
    const next = reading(await open(ann, reader.signal, async () => actors))
    const nextPresence = async () => {
      let event = await next()
      while (!event.startsWith('event: presence') && event !== 'ended') event = await next()
      return event
    }
    await presence.beat(inOrg('bob', 'club'), { dashboardId })
    expect(await nextPresence()).toContain('{"org":"club","dashboardId":"sales","userIds":["bob"]}')
    actors = [inOrg('ann', 'acme')]
    pokes.publishMembership('ann')
    await vi.waitFor(async () => expect(await next()).toContain('{"org":"club","version":1}'))
    await presence.beat(inOrg('carol', 'club'), { dashboardId })
    await presence.beat(inOrg('carol', 'acme'), { dashboardId })
    expect(await nextPresence()).toContain('{"org":"acme","dashboardId":"sales","userIds":["carol"]}')
  })

  test('tells who looks at a dashboard, first how it stands and then each change, and nothing once it is closed', async () => {
    const firstTab = { id: 'tab', name: 'Tab', order: 'a0' }
    const made = { id: 'sales', folderId: null, name: 'Sales', description: '', order: 'a0', firstTab, at: 1 }
    await bed.sync.mutate(ann, 'createDashboard', made)
    const dashboardId = dashboardIdSchema.parse('sales')
    await presence.beat(ann, { dashboardId })
    const stop = new AbortController()
    const next = reading(await open(ann, stop.signal))
    await next()
    await next()
    expect(await next()).toBe('event: presence\ndata: {"org":"acme","dashboardId":"sales","userIds":["ann"]}')
    await presence.beat(personOf('bob'), { dashboardId })
    expect(await next()).toBe('event: presence\ndata: {"org":"acme","dashboardId":"sales","userIds":["ann","bob"]}')
    stop.abort()
    await presence.beat(personOf('carol'), { dashboardId })
    expect(await untilEnd(next)).toBe('ended')
  })

  test('shows a heartbeat that a page can hear every 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const next = reading(await open())
    await next()
    await next()
    vi.advanceTimersByTime(15_000)
    expect(await next()).toBe('event: heartbeat\ndata: {}')
  })

  test('gives a slow reader the newest version instead of every one', async () => {
    const response = await open()
    for (let version = 1; version <= 200; version += 1) {
      pokes.publish({ org: 'acme', version })
      await new Promise((resolve) => setImmediate(resolve))
    }
    const next = reading(response)
    const ids: number[] = []
    while (ids.at(-1) !== 200) {
      const id = /^id: (\d+)/.exec(await next())?.[1]
      if (id !== undefined) ids.push(Number(id))
    }
    expect(ids.length).toBeLessThan(10)
  })

  test('ends when its reader is gone, when the request is aborted, and when the hub closes', async () => {
    const subscribe = vi.spyOn(pokes, 'subscribe')
    const aborted = reading(await open(ann, reader.signal))
    reader.abort()
    await expect(untilEnd(aborted)).resolves.toBe('ended')
    const other = new AbortController()
    await (await open(ann, other.signal)).body?.cancel()
    const closed = reading(await open(ann, other.signal))
    pokes.close()
    await expect(untilEnd(closed)).resolves.toBe('ended')
    expect(subscribe).toHaveBeenCalledTimes(3)
  })

  test('is refused to a person who has 50 open, until one is closed', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => open()))
    await expect(open()).rejects.toMatchObject({ code: 'too-many-requests', status: 429 })
    await expect(open(personOf('bob'))).resolves.toBeInstanceOf(Response)
    await streams[0]?.body?.cancel()
    await expect(open()).resolves.toBeInstanceOf(Response)
    await expect(open()).rejects.toMatchObject({ code: 'too-many-requests' })
  })
})

/** Returns a function that reads one event at a time; it returns `ended` after the last. */
function reading(response: Response): () => Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async () => {
    while (!text.includes('\n\n')) {
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return 'ended'
      text += chunk.value
    }
    const [event = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    return event
  }
}

function aheadOf(event: string): unknown {
  const [name, data = ''] = event.split('\ndata: ')
  expect(name).toBe('event: pull')
  return JSON.parse(data)
}

async function untilEnd(next: () => Promise<string>): Promise<string> {
  let event = await next()
  while (event !== 'ended') event = await next()
  return event
}
