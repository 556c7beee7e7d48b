import { setMaxListeners } from 'node:events'
import { localOwner } from '@tidemark/shared/access/actor'
import { isJsonObject } from '@tidemark/shared/base/json'
import { folderIdSchema } from '@tidemark/shared/folders/folder'
import { pullRequestSchema, pushRequestSchema } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubIndexedDb } from '@testkit/pages/stub-indexed-db'
import { openSyncTestBed, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { Random } from './random'
import './virtual-broadcast-channel'
import { VirtualTime } from './virtual-time'
import { warmUp } from './warm-up'

const startMs = 1_700_000_000_000
const dayMs = 24 * 60 * 60 * 1000
/** Replicache looks for clients to forget every five minutes. */
const someWorkMs = 11 * 60_000

// Replicache adds a listener to one signal for each of its timers and removes it later.
setMaxListeners(0)

let bed: SyncTestBed
let isOffline: boolean
let serial = 0
beforeEach(async () => {
  await warmUp()
  bed = await openSyncTestBed()
  isOffline = false
  vi.spyOn(console, 'debug').mockReturnValue(undefined)
  // Stubs what the client needs of a browser; its databases outlive the tabs.
  stubIndexedDb()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload: () => undefined } }))
  const documentElement = { dataset: {} }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement, visibilityState: 'visible' }))
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, _options: object, held: (lock: null) => Promise<void>) => held(null),
      query: () => Promise.resolve({}),
    },
  })
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    if (isOffline) throw new TypeError('Failed to fetch')
    const json: unknown = JSON.parse(body)
    const answer = url.endsWith('/push')
      ? await bed.sync.push(localOwner, pushRequestSchema.parse(json))
      : await bed.sync.pull(localOwner, pullRequestSchema.parse(json))
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await bed.dispose()
})

/** Opens a tab with its own clock: while another tab's clock runs, this tab is frozen, as browsers freeze tabs. */
async function openTab(now: number) {
  const time = new VirtualTime()
  time.now = now
  const random = new Random((serial += 1))
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const uninstall = time.install(random)
    try {
      return await work()
    } finally {
      uninstall()
    }
  }
  const runFor = (ms: number) => inTime(() => time.runFor(ms))
  const { snapshot: page } = await bed.sync.readView(localOwner)
  // Imported late, because the simulated BroadcastChannel must be installed first.
  const { SyncClient } = await import('../client/sync/sync-client')
  const client = new SyncClient({ actor: localOwner, databaseName: 'tidemark:absence:local', page })
  const stop = await inTime(async () => client.start())
  await runFor(2000)
  return {
    client,
    time,
    runFor,
    makeFolder: (name: string) =>
      inTime(() =>
        time.until(
          client.mutate('createFolder', { id: folderIdSchema.parse(name), parentId: null, name, order: 'a0' }),
        ),
      ),
    makeRecoveredAgain: () => inTime(() => time.until(client.makeRecoveredAgain())),
    shown: () => [...client.views.getState().view.scan('folder/')].map(([key]) => key),
    offered: () => client.recovered.getState().map(({ args }) => (isJsonObject(args) ? args.id : null)),
    close: () => inTime(async () => stop()),
  }
}

const stored = async () =>
  [...(await bed.sync.readView(localOwner, ['folder/'])).view.scan('folder/')].map(([key]) => key)

test.each([29, 31, 400])(
  'edits of a tab that was closed offline are sent by one opened %i days later',
  async (days) => {
    const before = await openTab(startMs)
    await before.makeFolder('sent-before')
    await before.runFor(5000)
    isOffline = true
    await before.makeFolder('made-offline')
    await before.runFor(5000)
    await before.close()
    expect(await stored()).toEqual(['folder/sent-before'])

    // The browser is still offline, for long enough that old clients are forgotten.
    const back = await openTab(before.time.now + days * dayMs)
    expect(back.shown()).toEqual(['folder/made-offline', 'folder/sent-before'])
    await back.runFor(someWorkMs)
    await back.close()
    const after = await openTab(back.time.now)
    isOffline = false
    await after.runFor(60_000)
    expect(await stored()).toEqual(['folder/made-offline', 'folder/sent-before'])
    expect([after.client.getState().status, after.offered()]).toEqual([{ kind: 'synced' }, []])
    await after.close()
  },
)

/** Freezes a tab just after an edit that is not saved yet, while another tab of the browser works. */
async function wakeAfter(days: number) {
  const frozen = await openTab(startMs)
  isOffline = true
  await frozen.makeFolder('on-disk')
  await frozen.runFor(5000)
  await frozen.makeFolder('in-memory')
  isOffline = false
  const other = await openTab(frozen.time.now + days * dayMs)
  await other.runFor(someWorkMs)
  expect(await stored()).toEqual(['folder/on-disk'])
  await other.close()
  isOffline = true
  frozen.time.now = other.time.now
  await frozen.runFor(120_000)
  isOffline = false
  return frozen
}

test('a tab that was frozen for 29 days goes on where it was', async () => {
  const tab = await wakeAfter(29)
  await tab.runFor(180_000)
  expect(await stored()).toEqual(['folder/in-memory', 'folder/on-disk'])
  expect([tab.client.getState().status, tab.offered()]).toEqual([{ kind: 'synced' }, []])
  await tab.close()
})

test('a tab that was frozen for 31 days is forgotten: it says so, and the next one offers what it alone had', async () => {
  const tab = await wakeAfter(31)
  expect(tab.client.getState().status).toMatchObject({ kind: 'problem' })
  // Changes that the next tab offers must not also be sent by this one.
  await tab.makeFolder('made-in-it')
  await tab.runFor(180_000)
  expect(await stored()).toEqual(['folder/on-disk'])
  await tab.close()
  const next = await openTab(tab.time.now)
  await next.runFor(5000)
  expect(await stored()).toEqual(['folder/on-disk'])
  expect(next.offered()).toEqual(expect.arrayContaining(['in-memory', 'made-in-it']))
  await next.makeRecoveredAgain()
  await next.runFor(60_000)
  expect(await stored()).toEqual(['folder/in-memory', 'folder/made-in-it', 'folder/on-disk'])
  expect(next.offered()).toEqual([])
  await next.close()
})
