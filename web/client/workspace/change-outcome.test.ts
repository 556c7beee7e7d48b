import { expect, test } from 'vitest'
import { cookieOf, type MutationError } from '@tidemark/shared/sync/protocol'
import { broughtBack, changeOutcome, movedToTrash } from './change-outcome'
import type { SyncState } from '../sync/sync-status'
import { ViewStore } from '../sync/view-store'

const refused: MutationError = {
  clientId: 'c',
  mutationId: 1,
  name: 'updateDashboard',
  args: { id: 'sales', deletedAt: null, actionId: 'restore' },
  error: { code: 'forbidden', message: 'Your role does not allow this.' },
  at: 1,
}

function outcomeOf(status: SyncState['status'], errors: readonly MutationError[] = []) {
  const state: SyncState = { status, storage: 'kept', lastSyncAt: 1 }
  const entries = errors.map((error) => [`mutation-error/c/${error.mutationId}`, error] as const)
  const views = new ViewStore({ cookie: cookieOf(1, 5, 'a'), complete: true, entries })
  const client = { getState: () => state, subscribe: () => () => undefined, views }
  return changeOutcome(client, broughtBack('“Sales”'), ['another step', 'restore'])
}

test('what the server has taken is back', async () => {
  const ofAnother = { ...refused, args: { actionId: 'another' } }
  expect(await outcomeOf({ kind: 'synced' }, [ofAnother])).toEqual({ kind: 'taken', title: '“Sales” is back' })
})

test('what waits to be sent is back in this browser', async () => {
  expect(await outcomeOf({ kind: 'offline', pending: 1, reason: 'unreachable' })).toEqual({
    kind: 'waits',
    title: '“Sales” is back in this browser',
    description: 'Others see it once it can be sent.',
  })
})

test('what the server refused is not back, and why is said', async () => {
  expect(await outcomeOf({ kind: 'synced' }, [refused])).toEqual({
    kind: 'refused',
    title: '“Sales” was not brought back',
    description: 'Your role does not allow this.',
  })
})

test('each change says so in words of its own', () => {
  expect(movedToTrash('Sales')).toEqual({
    taken: '“Sales” is in the trash',
    waits: '“Sales” is in the trash in this browser',
    refused: '“Sales” was not moved to the trash',
  })
})
