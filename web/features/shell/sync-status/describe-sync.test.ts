import { expect, test } from 'vitest'
import { describeSync } from './describe-sync'
import { syncConcernOf, syncLabel } from './sync-concern'

const none = { refusedCount: 0, recoveredCount: 0, storage: 'kept' } as const

test.each([
  [{ kind: 'synced' }, 0, 'good', 'Synced'],
  [{ kind: 'syncing' }, 0, 'accent', 'Syncing'],
  [{ kind: 'offline', pending: 0, reason: 'unreachable' }, 0, 'warn', 'Offline'],
  [{ kind: 'offline', pending: 1, reason: 'unreachable' }, 0, 'warn', 'Offline, 1 change waiting'],
  [{ kind: 'offline', pending: 3, reason: 'unreachable' }, 0, 'warn', 'Offline, 3 changes waiting'],
  [{ kind: 'offline', pending: 2, reason: 'silent' }, 0, 'warn', 'No answer, 2 changes waiting'],
  [{ kind: 'offline', pending: 1, reason: 'failing' }, 0, 'warn', 'Not sent, 1 change waiting'],
  [{ kind: 'offline', pending: 1, reason: 'disk-full' }, 0, 'warn', 'Not sent, 1 change waiting'],
  [{ kind: 'signed-out', pending: 0 }, 1, 'bad', 'Signed out'],
  [{ kind: 'removed', pending: 2 }, 1, 'bad', 'Not a member'],
  [{ kind: 'synced' }, 1, 'bad', '1 change refused'],
  [{ kind: 'offline', pending: 2, reason: 'unreachable' }, 2, 'bad', 'Offline, 2 changes refused'],
  [{ kind: 'problem', message: 'Reload the page.', pending: 2 }, 1, 'bad', 'Not syncing'],
] as const)('%j with %i refused reads %s: %s', (status, refusedCount, tone, label) => {
  expect(syncLabel(syncConcernOf(status, { ...none, refusedCount }))).toMatchObject({ tone, label })
})

test.each([
  [{ kind: 'synced' }, 0, 1, 'kept', 'warn', '1 recovered change'],
  [{ kind: 'offline', pending: 1, reason: 'unreachable' }, 0, 3, 'full', 'warn', 'Offline, 3 recovered changes'],
  [{ kind: 'synced' }, 2, 3, 'kept', 'bad', '2 changes refused'],
  [{ kind: 'synced' }, 0, 0, 'full', 'bad', 'Browser storage is full'],
  [{ kind: 'offline', pending: 1, reason: 'unreachable' }, 0, 0, 'memory', 'warn', 'Offline, 1 change waiting'],
] as const)(
  '%j with %i refused, %i recovered and storage %s reads %s: %s',
  (status, refusedCount, recoveredCount, storage, tone, label) => {
    expect(syncLabel(syncConcernOf(status, { refusedCount, recoveredCount, storage }))).toMatchObject({ tone, label })
  },
)

test('what was refused says besides that the server is away', () => {
  expect(describeSync({ kind: 'refused', count: 1, isOffline: true }).text).toContain('cannot be reached')
  expect(describeSync({ kind: 'refused', count: 1, isOffline: false }).text).not.toContain('reached')
})

test('a full disk says whose it is, what to do, and that what waits is kept', () => {
  const { title, text } = describeSync({ kind: 'offline', pending: 1, reason: 'disk-full' })
  expect(title).toBe('The disk of the server is full')
  expect(text).toMatch(/^Free some space where Tidemark keeps its data, .* 1 change is kept on this machine/)
})

test('a problem says that what waits is kept', () => {
  expect(describeSync({ kind: 'problem', message: 'Reload the page.', pending: 1 }).text).toBe(
    'Reload the page. 1 change is kept on this machine.',
  )
})

test.each([
  [1, /^It could not be sent .* apply it again/],
  [2, /^They could not be sent .* apply them again/],
])('%i recovered is spoken of in the right number', (count, text) => {
  expect(describeSync({ kind: 'recovered', count, isOffline: false }).text).toMatch(text)
})
