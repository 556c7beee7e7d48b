import { datasetPrefix, datasetSchema, keptUntil } from '@tidemark/shared/datasets/dataset'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import { scheduleDaily } from '@/server/base/schedule-daily'
import type { PokeHub } from '@/server/sync/poke-hub'
import type { LiveEntry, Store, StoreReadTx } from '@/server/store/store'
import type { VersionCleaner } from './clean-versions'

interface ForgettingParts {
  readonly store: Pick<Store, 'listOrgs' | 'read' | 'write'>
  readonly pokes: Pick<PokeHub, 'publish'>
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** Removes expired earlier files from the datasets of every org; afterwards no dataset uses them. */
export async function forgetEarlierFiles({ store, pokes, log, clock }: ForgettingParts): Promise<void> {
  const now = clock()
  for (const orgId of await store.listOrgs()) {
    // Usually nothing has expired, so nothing is written.
    if ((await store.read(orgId, (tx) => listOverdue(tx, now))).length === 0) continue
    const { value: count, version } = await store.write(orgId, { userId: 'server', at: now }, async (tx) => {
      const overdue = await listOverdue(tx, now)
      for (const { key, value, audience } of overdue) {
        const { earlier: _, ...rest } = value
        await tx.putEntry(key, rest, audience)
      }
      return overdue.length
    })
    if (version !== null) pokes.publish({ org: orgId, version })
    log.info({ orgId, count }, 'Earlier files of data were forgotten.')
  }
}

async function listOverdue(tx: StoreReadTx, now: number): Promise<readonly LiveEntry[]> {
  return (await tx.listEntries(datasetPrefix)).filter(({ value }) => {
    const dataset = datasetSchema.safeParse(value)
    return dataset.success && dataset.data.earlier !== undefined && keptUntil(dataset.data.earlier) <= now
  })
}

const firstAfterMs = 60_000

/**
 * Removes expired earlier files and deletes unused versions, a minute after the start and then once a day. Returns a
 * function that stops it. Several instances may do so at once.
 */
export function scheduleVersionCleaning(
  parts: ForgettingParts & { readonly versions: Pick<VersionCleaner, 'retireUnnamed'> },
): () => void {
  const clean = async () => {
    await forgetEarlierFiles(parts)
    await parts.versions.retireUnnamed()
  }
  return scheduleDaily(() => {
    clean().catch((thrown: unknown) => {
      logFailure(parts.log, thrown, {}, 'Files of data that nobody needs any more stay.')
    })
  }, firstAfterMs)
}
