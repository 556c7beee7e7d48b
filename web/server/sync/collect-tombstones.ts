import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import { scheduleDaily } from '../base/schedule-daily'
import type { Store } from '../store/store'

const dayMs = 24 * 60 * 60 * 1000
/** How long a client may be away and still pull only changes. */
const keptMs = 90 * dayMs
const firstAfterMs = 60_000

interface CollectionParts {
  readonly store: Store
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
}

/**
 * Removes the records of deletions and moves older than 90 days in every org; clients with older cookies are sent
 * everything again.
 */
export async function collectTombstones({ store, log, clock }: CollectionParts): Promise<void> {
  const now = clock()
  for (const orgId of await store.listOrgs()) {
    const stale = await store.read(orgId, async (tx) => {
      const version = await tx.getStaleVersion(now - keptMs)
      return version > (await tx.getOrg()).gcVersion ? version : null
    })
    if (stale === null) continue
    await store.write(orgId, { userId: 'server', at: now }, (tx) => tx.collectTombstones(stale))
    log.info({ orgId, version: stale }, 'Old deletions were forgotten.')
  }
}

/**
 * Collects a minute after the start and then once a day; returns a function that stops it. Several instances may do so
 * at once.
 */
export function scheduleTombstoneCollection(parts: CollectionParts): () => void {
  return scheduleDaily(() => {
    collectTombstones(parts).catch((thrown: unknown) => {
      logFailure(parts.log, thrown, {}, 'Old deletions could not be forgotten.')
    })
  }, firstAfterMs)
}
