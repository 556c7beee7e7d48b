import { expect, test } from 'vitest'
import { describeSync } from './describe-sync'

test.each([
  [{ kind: 'synced' }, 0, 'good', 'Synced'],
  [{ kind: 'syncing' }, 0, 'accent', 'Syncing'],
  [{ kind: 'offline', pending: 0 }, 0, 'warn', 'Offline'],
  [{ kind: 'offline', pending: 1 }, 0, 'warn', 'Offline, 1 change waiting'],
  [{ kind: 'offline', pending: 3 }, 0, 'warn', 'Offline, 3 changes waiting'],
  [{ kind: 'synced' }, 1, 'bad', '1 change refused'],
  [{ kind: 'offline', pending: 2 }, 2, 'bad', '2 changes refused'],
  [{ kind: 'problem', message: 'Reload the page.', pending: 2 }, 1, 'bad', 'Not syncing'],
] as const)('%j with %i refused reads %s: %s', (status, refused, tone, label) => {
  expect(describeSync(status, refused)).toMatchObject({ tone, label })
})

test('a problem says that what waits is kept', () => {
  expect(describeSync({ kind: 'problem', message: 'Reload the page.', pending: 1 }, 0).text).toBe(
    'Reload the page. 1 change is kept on this machine.',
  )
})
