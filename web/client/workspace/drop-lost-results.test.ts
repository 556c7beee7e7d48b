import type { Actor } from '@tidemark/shared/access/actor'
import { localOwner } from '@tidemark/shared/access/actor'
import { newConnectionAccess, type ConnectionAccess } from '@tidemark/shared/access/connection-access'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { dropLostResults } from './drop-lost-results'
import type { SyncState } from '../sync/sync-status'
import { ViewStore } from '../sync/view-store'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const keys = [
  'chart/a#q',
  'chart/b/rows#q',
  'chart/metric-m#q',
  'editor/b#editor/b',
  'dataset/c/v1#dataset/c/v1',
  'connection/d/1/t#t',
  'x',
]
const synced: SyncState = { status: { kind: 'synced' }, storage: 'kept', lastSyncAt: 1 }

function databaseFor(access: ConnectionAccess) {
  return {
    id: 'd',
    name: 'Shop',
    kind: 'sqlite',
    file: { place: 'upload', id: 'f', fileName: 'shop.db' },
    settingsAt: 1,
    access,
    limits: {},
    deletedAt: null,
    createdAt: 1,
    createdBy: 'ann',
    updatedAt: 1,
    updatedBy: 'ann',
  }
}

function openStore(state: SyncState) {
  const views = new ViewStore({ entries: [], complete: true, cookie: cookieOf(1, 1, 'a') })
  const kept = new Set(keys)
  const keepOnly = async (isKept: (key: string) => boolean) => {
    for (const key of kept) if (!isKept(key)) kept.delete(key)
  }
  const stamps = new Set(['pay.v1.0 c.v1.0', 'c.v1.0', '1.0', ''])
  const removeStamped = async (isLost: (stamp: string) => boolean) => {
    for (const stamp of stamps) if (isLost(stamp)) stamps.delete(stamp)
  }
  const shown: { state: SyncState; actor: Actor; tell: () => void } = {
    state,
    actor: localOwner,
    tell: () => undefined,
  }
  const subscribe = (listener: () => void) => {
    shown.tell = listener
    return () => undefined
  }
  const stop = dropLostResults(
    { views, getState: () => shown.state, getActor: () => shown.actor, subscribe },
    { keepOnly, removeStamped },
  )
  for (const id of ['chart/a', 'chart/b', 'dataset/c', 'metric/m'])
    views.applyLocal([{ op: 'add', key: id, newValue: { id } }])
  views.applyLocal([{ op: 'add', key: 'connection/d', newValue: databaseFor(newConnectionAccess) }])
  return { views, kept, stamps, shown, stop }
}

test('results of what is seen no more are forgotten, and no others', async () => {
  const { views, kept, stop } = openStore(synced)
  views.useLocal()
  await vi.runAllTimersAsync()
  expect([...kept]).toEqual(keys)

  views.applyLocal([{ op: 'del', key: 'chart/b' }])
  views.applyLocal([{ op: 'del', key: 'metric/m' }])
  views.applyLocal([{ op: 'del', key: 'connection/d' }])
  await vi.runAllTimersAsync()
  expect([...kept]).toEqual(['chart/a#q', 'dataset/c/v1#dataset/c/v1', 'x'])
  stop()
})

test('nothing is forgotten before the server was heard', async () => {
  const { views, kept, shown, stop } = openStore({ ...synced, lastSyncAt: null })
  await vi.advanceTimersByTimeAsync(60_000)
  views.useLocal()
  views.applyLocal([{ op: 'del', key: 'chart/a' }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([...kept]).toEqual(keys)

  shown.state = synced
  shown.tell()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([...kept]).toEqual(keys.filter((key) => key !== 'chart/a#q'))
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('with the role goes what only the higher one could ask for, and answers of charts stay', async () => {
  const { views, kept, shown, stop } = openStore(synced)
  views.useLocal()
  shown.actor = { ...localOwner, role: 'viewer' }
  shown.tell()
  await vi.runAllTimersAsync()
  expect([...kept]).toEqual(['chart/a#q', 'chart/b/rows#q', 'x'])
  stop()
})

test('with the right to the results of a database goes what its charts answered', async () => {
  const { views, kept, shown, stop } = openStore(synced)
  views.useLocal()
  shown.actor = { ...localOwner, role: 'editor' }
  views.applyLocal([
    { op: 'change', key: 'chart/a', newValue: { id: 'a', query: { connectionId: 'd' } } },
    { op: 'change', key: 'connection/d', newValue: databaseFor([]) },
  ])
  await vi.runAllTimersAsync()
  expect([...kept]).toEqual(keys.filter((key) => !/^(chart\/a|connection)/.test(key)))
  stop()
})

test('with data, or a column of it, go the answers that came from it', async () => {
  const { views, stamps, stop } = openStore(synced)
  views.useLocal()
  const columns = ['person', 'salary'].map((name) => ({
    ...{ name, type: 'text' as const, databaseType: 'VARCHAR', nullCount: 0, sample: [] },
  }))
  views.applyLocal([{ op: 'change', key: 'dataset/c', newValue: datasetOf('c', { columns }) }])
  views.applyLocal([{ op: 'add', key: 'dataset/pay', newValue: datasetOf('pay') }])
  await vi.runAllTimersAsync()
  expect([...stamps]).toEqual(['pay.v1.0 c.v1.0', 'c.v1.0', '1.0', ''])
  views.applyLocal([{ op: 'del', key: 'dataset/pay' }])
  await vi.runAllTimersAsync()
  expect([...stamps]).toEqual(['c.v1.0', '1.0', ''])
  const part = { ...datasetOf('c', { columns: columns.slice(0, 1) }), isPartial: true as const }
  views.applyLocal([{ op: 'change', key: 'dataset/c', newValue: part }])
  await vi.runAllTimersAsync()
  expect([...stamps]).toEqual(['1.0', ''])
  stop()
})

test('with the workspace goes all that was kept of it', async () => {
  const { kept, shown, stop } = openStore(synced)
  shown.state = { ...synced, status: { kind: 'removed', pending: 0 } }
  shown.tell()
  await vi.runAllTimersAsync()
  expect([...kept]).toEqual([])
  stop()
})
