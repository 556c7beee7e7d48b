import { localOwner } from '@tidemark/shared/access/actor'
import { describe, expect, test, vi } from 'vitest'
import { initialFacts, reduceFacts, statusOf, SyncStatusStore, type SyncEvent, type SyncStatus } from './sync-status'

const factsAfter = (...events: readonly SyncEvent[]) => events.reduce(reduceFacts, initialFacts(localOwner))
const statusAfter = (...events: readonly SyncEvent[]) => statusOf(factsAfter(...events))

const waits = (count: number): SyncEvent => ({ kind: 'counted', pending: count, waiting: count })
const offline = (reason: 'unreachable' | 'silent' | null): SyncEvent => ({ kind: 'went-offline', reason })
const online: SyncEvent = { kind: 'came-online' }
const pulled: SyncEvent = { kind: 'pulled' }
const failed: SyncEvent = { kind: 'push-failed', reason: 'disk-full' }
const began: SyncEvent = { kind: 'change-began' }
const ended: SyncEvent = { kind: 'change-ended' }
const problem: SyncEvent = { kind: 'problem', message: 'Too new.' }

describe('the status', () => {
  test.each<readonly [string, readonly SyncEvent[], SyncStatus]>([
    ['a new tab has nothing to send', [], { kind: 'synced' }],
    ['a change that is being made is on its way', [began], { kind: 'syncing' }],
    ['of several the last one counts', [began, began, ended], { kind: 'syncing' }],
    ['a change that came to nothing leaves nothing', [began, ended], { kind: 'synced' }],
    ['what waits is on its way', [waits(2)], { kind: 'syncing' }],
    ['what the server confirmed waits no more', [waits(2), waits(0)], { kind: 'synced' }],
    ['without a server it waits', [waits(2), offline('silent')], { kind: 'offline', pending: 2, reason: 'silent' }],
    [
      'Replicache alone does not know why',
      [offline('silent'), offline(null)],
      { kind: 'offline', pending: 0, reason: 'silent' },
    ],
    ['back, it is sent', [waits(2), offline('unreachable'), online], { kind: 'syncing' }],
    ['an answered pull says that the server is back', [offline('silent'), pulled], { kind: 'synced' }],
    [
      'and why it was away before says nothing of the next time',
      [offline('silent'), pulled, offline(null)],
      { kind: 'offline', pending: 0, reason: 'unreachable' },
    ],
    ['a push that fails is no concern without anything to send', [failed], { kind: 'synced' }],
    ['else it keeps what waits', [waits(1), failed], { kind: 'offline', pending: 1, reason: 'disk-full' }],
    [
      'pulls that go through do not change that',
      [waits(1), failed, pulled],
      { kind: 'offline', pending: 1, reason: 'disk-full' },
    ],
    ['a push that goes through does', [waits(1), failed, { kind: 'pushed' }], { kind: 'syncing' }],
    ['a session that ended', [waits(1), { kind: 'signed-out' }], { kind: 'signed-out', pending: 1 }],
    ['matters more than the network', [{ kind: 'signed-out' }, offline('silent')], { kind: 'signed-out', pending: 0 }],
    ['and is over with the next answer', [{ kind: 'signed-out' }, pulled], { kind: 'synced' }],
    ['a member who was removed', [waits(1), { kind: 'removed' }], { kind: 'removed', pending: 1 }],
    ['stays so', [{ kind: 'signed-out' }, { kind: 'removed' }, pulled], { kind: 'removed', pending: 0 }],
    [
      'a problem comes before all else',
      [{ kind: 'removed' }, problem],
      { kind: 'problem', message: 'Too new.', pending: 0 },
    ],
    ['and stays', [waits(3), problem, pulled], { kind: 'problem', message: 'Too new.', pending: 3 }],
    [
      'dismissed messages are sent, and nobody waits for them',
      [{ kind: 'counted', pending: 3, waiting: 1 }, offline('silent')],
      { kind: 'offline', pending: 1, reason: 'silent' },
    ],
    ['that the disk is full is no matter of the server', [{ kind: 'storage', storage: 'full' }], { kind: 'synced' }],
    ['nor is a role', [{ kind: 'role', role: 'viewer' }], { kind: 'synced' }],
  ])('%s', (_what, events, status) => {
    expect(statusAfter(...events)).toEqual(status)
  })
})

test('when this tab caught up is known once the answer is in its data, and stays known', () => {
  expect(factsAfter(pulled).lastSyncAt).toBeNull()
  expect(factsAfter(pulled, { kind: 'caught-up', at: 7 }, offline('silent')).lastSyncAt).toBe(7)
})

test('a role that the server tells is that of the same person', () => {
  expect(factsAfter({ kind: 'role', role: 'viewer' }).actor).toEqual({ ...localOwner, role: 'viewer' })
  const attributes = { region: ['North'] }
  expect(factsAfter({ kind: 'attributes', attributes }).actor).toEqual({ ...localOwner, attributes })
})

test('listeners hear of each event, and what views see is another object only when it is different', () => {
  const store = new SyncStatusStore(localOwner)
  const heard = vi.fn()
  const leave = store.subscribe(heard)
  const first = store.getState()
  store.tell(began)
  const second = store.getState()
  store.tell(began)
  expect([second === first, store.getState() === second, heard.mock.calls.length]).toEqual([false, true, 2])
  store.tell({ kind: 'storage', storage: 'memory' })
  expect(store.getState()).toEqual({ status: { kind: 'syncing' }, storage: 'memory', lastSyncAt: null })
  leave()
  store.tell(ended)
  expect(heard).toHaveBeenCalledTimes(3)
})
