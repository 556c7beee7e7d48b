import { expect, test } from 'vitest'
import type { SyncState } from '../sync/sync-status'
import { whenAnswered, whenSynced } from './when-answered'

function openClient(status: SyncState['status']) {
  let state: SyncState = { status, storage: 'kept', lastSyncAt: 1 }
  const listeners = new Set<() => void>()
  return {
    listeners,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    turn: (next: SyncState['status']) => {
      state = { ...state, status: next }
      for (const listener of listeners) listener()
    },
  }
}

test('what is on its way is answered when nothing is any more', async () => {
  const client = openClient({ kind: 'syncing' })
  let isTold = false
  const told = whenAnswered(client).finally(() => (isTold = true))
  client.turn({ kind: 'syncing' })
  await Promise.resolve()
  expect(isTold).toBe(false)
  client.turn({ kind: 'synced' })
  expect(await told).toBe('answered')
  expect(client.listeners.size).toBe(0)
})

test.each<SyncState['status']>([
  { kind: 'offline', pending: 1, reason: 'unreachable' },
  { kind: 'signed-out', pending: 1 },
  { kind: 'removed', pending: 1 },
  { kind: 'problem', pending: 1, message: 'no' },
])('what cannot be sent waits: $kind', async (status) => {
  const client = openClient({ kind: 'syncing' })
  const told = whenAnswered(client)
  client.turn(status)
  expect(await told).toBe('waits')
  expect(await whenAnswered(openClient(status))).toBe('waits')
  expect(client.listeners.size).toBe(0)
})

test('whoever waits until all is answered waits for as long as it cannot be sent', async () => {
  const client = openClient({ kind: 'offline', pending: 1, reason: 'unreachable' })
  let isTold = false
  const told = whenSynced(client).finally(() => (isTold = true))
  client.turn({ kind: 'syncing' })
  await Promise.resolve()
  expect(isTold).toBe(false)
  client.turn({ kind: 'synced' })
  await told
  expect(client.listeners.size).toBe(0)
})
