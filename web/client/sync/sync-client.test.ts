import * as fakeIndexedDb from 'fake-indexeddb'
import { localOwner } from '@tidemark/shared/access/actor'
import { cookieOf, type PageSnapshot } from '@tidemark/shared/sync/protocol'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { folderIdSchema } from '@tidemark/shared/folders/folder'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { stubIndexedDb } from '@testkit/pages/stub-indexed-db'
import { countUnsent } from '../unsent/count-unsent'
import { SyncClient } from './sync-client'

const page: PageSnapshot = { cookie: cookieOf(1, 5, 'a'), complete: true, entries: [] }

/** The parts of a browser that the client uses; its network is down. */
let streams: (EventTarget & { isClosed: boolean })[]
let persist: ReturnType<typeof vi.fn>
let client: SyncClient
let databaseName: string
let serial = 0
beforeEach(() => {
  streams = []
  persist = vi.fn(async () => true)
  const documentElement = { dataset: {} }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://127.0.0.1/') }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement, visibilityState: 'visible' }))
  const storage: Storage & Record<string, string> = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void (storage[key] = text),
    removeItem: (key: string) => void delete storage[key],
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('navigator', {
    storage: { persist },
    locks: {
      request: (_name: string, _options: object, held: () => Promise<void>) => held(),
      query: () => Promise.resolve({}),
    },
  })
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      isClosed = false
      constructor() {
        super()
        streams.push(this)
      }
      close(): void {
        this.isClosed = true
      }
    },
  )
  databaseName = `tidemark:test:${(serial += 1)}:local`
  client = new SyncClient({ actor: localOwner, databaseName, page })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const makeFolder = (name: string) =>
  client.mutate('createFolder', { id: folderIdSchema.parse(name), parentId: null, name, order: 'a0' })
/** Creates the next page's client, in a browser whose database was not written in time. */
const anew = (entries: PageSnapshot['entries'] = []) =>
  new SyncClient({
    actor: localOwner,
    databaseName,
    page: { ...page, cookie: cookieOf((serial += 1), 5, 'a'), entries },
  })
const folders = () => [...client.views.getState().view.scan('folder/')].map(([key]) => key)

test('started, stopped and started again, as Strict mode mounts it, one client with one stream is left', async () => {
  const stopFirst = client.start()
  stopFirst()
  const stop = client.start()
  await makeFolder('a')
  expect(folders()).toEqual(['folder/a'])
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([false])
  stop()
  await vi.waitFor(() => expect(streams.map(({ isClosed }) => isClosed)).toEqual([true]))
  await expect(makeFolder('b')).rejects.toThrow('closed')
})

test('stopped after it had opened, it closes what it opened, and opens anew', async () => {
  const stopFirst = client.start()
  await makeFolder('a')
  stopFirst()
  const stop = client.start()
  await vi.waitFor(() => expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false]))
  await makeFolder('b')
  expect(folders()).toContain('folder/b')
  stop()
})

test('what has not been answered when the page is left is no error', async () => {
  const asked = vi.fn(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', asked)
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  client.start()
  await makeFolder('a')
  client.syncNow()
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1))
  await client.leave()
  // Node reports unhandled rejections after the microtasks.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})

test('many changes made in one go are written to the journal once, and again as they are sent and made', async () => {
  // Never answered, because each retry would be written too.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const stop = client.start()
  const setItem = vi.fn((key: string, text: string) => void (localStorage[key] = text))
  Object.assign(Object.getPrototypeOf(localStorage) as object, { setItem })
  await Promise.all(Array.from({ length: 30 }, (_, index) => makeFolder(`f${index}`)))
  const lengths = setItem.mock.calls.map(([, text]) => (JSON.parse(text) as unknown[]).length)
  expect(new Set(lengths)).toEqual(new Set([30]))
  expect(lengths.length).toBeLessThanOrEqual(4)
  stop()
})

test('what was done as the page went is made by the next one, and no more after that', async () => {
  const stop = client.start()
  await makeFolder('a')
  stop()
  expect(Object.keys(localStorage)).toHaveLength(1)
  const stopNext = (client = anew()).start()
  await vi.waitFor(() => expect(folders()).toEqual(['folder/a']))
  await vi.waitFor(() => expect(client.pendingCount()).toBe(1))
  expect(client.undoStack.getState().undoLabel).toBe('Add the folder “a”')
  stopNext()
})

test('what the server had heard before the page went is not made again, nor offered', async () => {
  const stop = client.start()
  await makeFolder('a')
  stop()
  client = anew([...client.views.getState().view.scan('folder/a')])
  const stopNext = client.start()
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
  expect(folders()).toEqual(['folder/a'])
  expect(client.pendingCount()).toBe(0)
  expect(client.recovered.getState()).toEqual([])
  stopNext()
})

const folderA = (name: string, updatedBy = 'local'): PageSnapshot['entries'] => [
  [
    'folder/a',
    {
      id: 'a',
      parentId: null,
      name,
      order: 'a0',
      access: null,
      deletedAt: null,
      createdAt: 1,
      createdBy: 'local',
      updatedAt: 1,
      updatedBy,
    },
  ],
]
const renameA = (name: string) => client.mutate('updateFolder', { id: folderIdSchema.parse('a'), name })
const nameOfA = () => client.views.getState().view.get('folder/a')

test('what somebody changed after a page went is not changed back by the next one, which offers it', async () => {
  const stop = (client = anew(folderA('before'))).start()
  await renameA('mine')
  stop()
  const stopNext = (client = anew(folderA('theirs', 'bo'))).start()
  await vi.waitFor(() => expect(client.recovered.getState().map(({ name }) => name)).toEqual(['updateFolder']))
  expect(nameOfA()).toMatchObject({ name: 'theirs' })
  expect(client.pendingCount()).toBe(0)
  stopNext()
})

test('nor is what was changed before the local data were there', async () => {
  // The page lacks entries, and the network is down.
  const part = { ...page, complete: false, entries: folderA('before') }
  const stop = (client = new SyncClient({ actor: localOwner, databaseName, page: part })).start()
  void renameA('mine')
  await vi.waitFor(() => expect(nameOfA()).toMatchObject({ name: 'mine' }))
  stop()
  const stopNext = (client = anew(folderA('theirs', 'bo'))).start()
  await vi.waitFor(() => expect(client.recovered.getState().map(({ name }) => name)).toEqual(['updateFolder']))
  expect(nameOfA()).toMatchObject({ name: 'theirs' })
  stopNext()
})

test('what nobody changed since is changed, whatever else of it was', async () => {
  const stop = (client = anew(folderA('before'))).start()
  await renameA('mine')
  await renameA('mine, further')
  stop()
  const [[key, folder]] = folderA('before', 'bo') as [[string, object]]
  const stopNext = (client = anew([[key, { ...folder, order: 'b0' }]])).start()
  await vi.waitFor(() => expect(nameOfA()).toMatchObject({ name: 'mine, further', order: 'b0' }))
  expect(client.recovered.getState()).toEqual([])
  stopNext()
})

test('what was sent as the page went is made only where the server says that it does not have it', async () => {
  const fetched = vi.fn<typeof fetch>(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', fetched)
  const left = async () => {
    fetched.mockReturnValue(new Promise(() => undefined))
    const stop = (client = anew(folderA('before'))).start()
    await vi.waitFor(() => expect(document.documentElement.dataset).toHaveProperty('ready'))
    await renameA('mine')
    await vi.waitFor(() => expect(fetched.mock.calls.map(([url]) => url)).toContain('/api/replicache/push'))
    const { clientID } = client.describe()
    stop()
    // Somebody has restored the old value.
    const stopNext = (client = anew(folderA('before'))).start()
    await vi.waitFor(() => expect(document.documentElement.dataset).toHaveProperty('ready'))
    expect(nameOfA()).toMatchObject({ name: 'before' })
    return { clientId: clientID ?? '', stopNext }
  }
  const answerWith = (lastMutationIDChanges: Record<string, number>) => {
    const cookie = { ...page.cookie, order: 9e15 }
    fetched.mockImplementation(async () => Response.json({ cookie, lastMutationIDChanges, patch: [] }))
    client.syncNow()
  }
  const heard = await left()
  answerWith({ [heard.clientId]: 1 })
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
  expect(nameOfA()).toMatchObject({ name: 'before' })
  expect(client.recovered.getState()).toEqual([])
  heard.stopNext()

  const unheard = await left()
  answerWith({ [unheard.clientId]: 0 })
  await vi.waitFor(() => expect(nameOfA()).toMatchObject({ name: 'mine' }))
  unheard.stopNext()
})

test('what can no longer be made of it is offered, rather than dropped', async () => {
  const stop = client.start()
  await makeFolder('a')
  await client.mutate('updateFolder', { id: folderIdSchema.parse('a'), name: 'b' })
  const [key = ''] = Object.keys(localStorage)
  const journal = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown[]
  stop()
  localStorage.setItem(key, JSON.stringify(journal.slice(1)))
  const stopNext = (client = anew()).start()
  await vi.waitFor(() => expect(client.recovered.getState().map(({ name }) => name)).toEqual(['updateFolder']))
  stopNext()
})

test('one that cannot be read stays where it is, and what others left is made all the same', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const stop = client.start()
  await makeFolder('a')
  const [key = ''] = Object.keys(localStorage)
  const left = localStorage.getItem(key) ?? ''
  stop()
  localStorage.removeItem(key)
  const damaged = key.replace(/:journal:.*/, ':journal:0')
  localStorage.setItem(damaged, '[{"name":')
  localStorage.setItem(key, left)
  const stopNext = (client = anew()).start()
  await vi.waitFor(() => expect(folders()).toEqual(['folder/a']))
  expect(localStorage.getItem(damaged)).toBe('[{"name":')
  expect(error).toHaveBeenCalled()
  stopNext()
})

test('the browser is asked to keep the data once there is something to lose, and not again', async () => {
  const stop = client.start()
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  expect(persist).not.toHaveBeenCalled()
  await makeFolder('a')
  await makeFolder('b')
  expect(persist).toHaveBeenCalledTimes(1)
  stop()
})

test('a full disk is told until there is room again', async () => {
  stubIndexedDb()
  const stop = (client = anew()).start()
  const storage = (state: string) => vi.waitFor(() => expect(client.getState().storage).toBe(state), { timeout: 5_000 })
  await makeFolder('a')
  const putting = vi.spyOn(fakeIndexedDb.IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await makeFolder('b')
  await storage('full')
  putting.mockRestore()
  await makeFolder('c')
  await storage('kept')
  stop()
})

test('one action is taken back, and not what was done since', async () => {
  const stop = client.start()
  await makeFolder('a')
  const rename = (name: string, actionId: string) =>
    client.mutate('updateFolder', { id: folderIdSchema.parse('a'), name }, { label: name, actionId })
  await rename('b', 'one')
  await makeFolder('c')
  await client.undoAction('one')
  expect(folders()).toEqual(['folder/a', 'folder/c'])
  const nameNow = () => client.views.getState().view.get('folder/a')
  expect(nameNow()).toMatchObject({ name: 'a' })
  expect(client.undoStack.getState()).toEqual({ undoLabel: 'Add the folder “c”', redoLabel: 'b' })
  // It is already undone.
  await client.undoAction('one')
  expect(client.undoStack.getState().undoLabel).toBe('Add the folder “c”')
  await client.redo()
  expect(nameNow()).toMatchObject({ name: 'b' })
  await rename('d', 'two')
  // A later step builds on this one, which therefore cannot be undone yet but stays a step.
  await expect(client.undoAction('one')).rejects.toMatchObject({ code: 'changed-since' })
  await client.undo()
  expect((await client.undo())?.label).toBe('b')
  expect(nameNow()).toMatchObject({ name: 'a' })
  stop()
})

test('a step of more entries than one mutation restores is taken back and made again whole', async () => {
  const stop = client.start()
  const changes = Array.from({ length: 501 }, (_, index) => ({
    key: `folder/f${index}`,
    expected: null,
    restored: {
      id: `f${index}`,
      parentId: null,
      name: 'f',
      order: 'a0',
      createdAt: 1,
      createdBy: 'local',
      deletedAt: null,
    },
  }))
  for (const part of [changes.slice(0, 500), changes.slice(500)])
    await client.mutate('restoreEntries', { changes: part }, { label: 'Many', actionId: 'many' })
  expect(folders()).toHaveLength(501)
  await client.undo()
  expect(folders()).toEqual([])
  await client.redo()
  expect(folders()).toHaveLength(501)
  stop()
})

test('a dashboard of very many tiles is taken back and made again whole, or not at all where it holds more by now', async () => {
  const stop = client.start()
  const id = dashboardIdSchema.parse('d')
  const tabId = tabIdSchema.parse('t')
  const many = { label: 'Duplicate dashboard', actionId: 'many' }
  const firstTab = { id: tabId, name: 'Tab', order: 'a0' }
  await client.mutate(
    'createDashboard',
    { id, folderId: null, name: 'd', description: '', order: 'a0', firstTab },
    many,
  )
  const content = { kind: 'text', text: 'Hello' } as const
  const addTile = (name: string, options?: typeof many) =>
    client.mutate(
      'createTile',
      { id: tileIdSchema.parse(name), dashboardId: id, tabId, content, place: { x: 0, y: 0, w: 4, h: 3 } },
      options,
    )
  await Promise.all(Array.from({ length: 1_100 }, (_, index) => addTile(`p${index}`, many)))
  const counts = () =>
    ['dashboard/', 'tab/', 'tile/'].map((prefix) => [...client.views.getState().view.scan(prefix)].length)
  expect(counts()).toEqual([1, 1, 1_100])
  await client.undo()
  expect(counts()).toEqual([0, 0, 0])
  await client.redo()
  expect(counts()).toEqual([1, 1, 1_100])

  await addTile('other')
  await expect(client.undoAction('many')).rejects.toMatchObject({ code: 'changed-since' })
  expect(counts()).toEqual([1, 1, 1_101])
  stop()
})

test('a notice that was dismissed is nothing to undo', async () => {
  const notice = { userId: 'local', key: 'chart/c', by: 'bo', version: 3, at: 1 }
  const entries: PageSnapshot['entries'] = [['overwritten-text/local/chart/c', notice]]
  const told = new SyncClient({
    actor: localOwner,
    databaseName: 'tidemark:test:told:local',
    page: { ...page, entries },
  })
  const stop = told.start()
  await told.mutate('createFolder', { id: folderIdSchema.parse('a'), parentId: null, name: 'a', order: 'a0' })
  const { undoLabel } = told.undoStack.getState()
  expect(undoLabel).not.toBeNull()
  await told.mutate('dismissOverwrittenText', { key: 'chart/c' }, { label: 'Dismiss a notice' })
  expect([...told.views.getState().view.scan('overwritten-text/')]).toEqual([])
  expect(told.undoStack.getState().undoLabel).toBe(undoLabel)
  stop()
})

test('a notice that was dismissed is no change that waits, neither in the status nor where changes are counted before signing out', async () => {
  const notice = { userId: 'local', key: 'chart/c', by: 'bo', version: 3, at: 1 }
  client = anew([['overwritten-text/local/chart/c', notice]])
  const stop = client.start()
  const waiting = async () => [client.getState().status, await countUnsent('local', await client.readUnsent())]
  const orgId = databaseName.split(':')[2]
  await client.mutate('dismissOverwrittenText', { key: 'chart/c' })
  await vi.waitFor(() => expect(client.getState().status.kind).toBe('offline'))
  expect(client.pendingCount()).toBe(1)
  expect(await waiting()).toMatchObject([{ kind: 'offline', pending: 0 }, []])
  await makeFolder('a')
  expect(await waiting()).toMatchObject([{ kind: 'offline', pending: 1 }, [{ orgId, count: 1 }]])
  stop()
})

test('from a change on, nothing says that the server has everything until it does', async () => {
  // The server accepts requests and never answers.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const stop = client.start()
  await vi.waitFor(() => expect(document.documentElement.dataset).toHaveProperty('ready'))
  expect(client.getState().status.kind).toBe('synced')
  const told: string[] = []
  client.subscribe(() => told.push(client.getState().status.kind))
  const changed = makeFolder('a')
  expect(told).toEqual(['syncing'])
  await changed
  expect(new Set(told)).toEqual(new Set(['syncing']))
  stop()
})

test('what was prefetched and comes late does not say that the server is back', async () => {
  const pulls: { readonly clientGroupID: string; readonly cookie: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { readonly body: string }) => {
    if (url === '/api/replicache/pull') pulls.push(JSON.parse(body) as (typeof pulls)[number])
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const stop = client.start()
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  window.dispatchEvent(new Event('offline'))
  await vi.waitFor(() => expect(client.getState().status.kind).toBe('offline'))

  const statuses: string[] = []
  client.subscribe(() => statuses.push(client.getState().status.kind))
  const answer = { cookie: cookieOf(1, 6, 'a'), lastMutationIDChanges: {}, patch: [] }
  const { clientGroupID, cookie: base } = pulls[0] ?? {}
  const prefetched = { org: localOwner.orgId, clientGroupID, role: localOwner.role, base, answer }
  streams[0]?.dispatchEvent(new MessageEvent('pull', { data: JSON.stringify(prefetched) }))
  const before = pulls.length
  // One pull may already have been due.
  await vi.waitFor(() => expect(pulls.length).toBeGreaterThan(before + 2), { timeout: 5_000 })
  expect(new Set(statuses)).toEqual(new Set(['offline']))
  stop()
})

test('that a network has gone is found out though the server still answered when the browser said so', async () => {
  const answer = { cookie: page.cookie, lastMutationIDChanges: {}, patch: [] }
  const fetched = vi.fn(async () => Response.json(answer))
  vi.stubGlobal('fetch', fetched)
  const stop = client.start()
  await vi.waitFor(() => expect(client.getState().lastSyncAt).not.toBeNull())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.dispatchEvent(new Event('offline'))
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(client.getState().status).toMatchObject({ kind: 'offline', reason: 'unreachable' }))
  stop()
})

test('what another tab changed is counted before it comes to the database of both, and once', async () => {
  const stop = client.start()
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  const one = [{ orgId: databaseName.split(':')[2], count: 1 }]
  const [own, other] = [client, anew()]
  const stopOther = (client = other).start()
  const unsentOf = async (page: SyncClient) => await countUnsent('local', await page.readUnsent())
  expect(await unsentOf(own)).toEqual([])
  await makeFolder('a')
  expect(own.pendingCount()).toBe(0)
  expect(await unsentOf(own)).toEqual(one)
  expect(await unsentOf(other)).toEqual(one)
  stopOther()
  stop()
})
