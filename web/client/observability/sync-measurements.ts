import type { SessionContext } from '@tidemark/shared/observability/session-context'

type Measurements = Record<string, { readonly value: number; readonly unit: string }>

/** Returns the state of this page's sync as numbers, reported beside its web vitals. */
export function syncMeasurements({ replicache }: SessionContext, now: number, timeline: Performance): Measurements {
  const { pendingMutationCount, lastSyncAt } = replicache
  const pull = timeline.getEntriesByType('resource').findLast(({ name }) => name.endsWith('/api/replicache/pull'))
  return {
    ...(typeof pendingMutationCount === 'number'
      ? { 'sync.pending': { value: pendingMutationCount, unit: 'none' } }
      : {}),
    ...(typeof lastSyncAt === 'number'
      ? { 'sync.last_sync_age': { value: now - lastSyncAt, unit: 'millisecond' } }
      : {}),
    ...(pull === undefined ? {} : { 'sync.pull_duration': { value: pull.duration, unit: 'millisecond' } }),
  }
}
