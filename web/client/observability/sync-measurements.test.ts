import { readSessionContext } from '@tidemark/shared/observability/session-context'
import { expect, test } from 'vitest'
import { syncMeasurements } from './sync-measurements'

const context = (replicache?: Record<string, number | null>) =>
  readSessionContext(replicache === undefined ? {} : { replicache: () => replicache })
const timeline = (...entries: readonly (readonly [name: string, duration: number])[]) =>
  // Of a page's timeline only the resources are read.
  ({ getEntriesByType: () => entries.map(([name, duration]) => ({ name, duration })) }) as unknown as Performance

test('how a page stands with the server is what waits, how old the last sync is, and how long the last pull took', () => {
  const pulled = timeline(
    ['http://x/api/replicache/pull', 90],
    ['http://x/api/replicache/pull', 40],
    ['http://x/api/replicache/push', 7],
  )
  expect(syncMeasurements(context({ pendingMutationCount: 3, lastSyncAt: 1_000 }), 1_250, pulled)).toEqual({
    'sync.pending': { value: 3, unit: 'none' },
    'sync.last_sync_age': { value: 250, unit: 'millisecond' },
    'sync.pull_duration': { value: 40, unit: 'millisecond' },
  })
})

test('what is not known is left out: before the first sync, without a pull, on a page of no workspace', () => {
  expect(syncMeasurements(context({ pendingMutationCount: 0, lastSyncAt: null }), 1_250, timeline())).toEqual({
    'sync.pending': { value: 0, unit: 'none' },
  })
  expect(syncMeasurements(context(), 1_250, timeline())).toEqual({})
})
