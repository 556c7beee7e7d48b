import type { Actor } from '@tidemark/shared/access/actor'
import { requirePermission } from '@tidemark/shared/access/rules'
import { connectionKey } from '@tidemark/shared/connections/connection'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { dataVersionKey, dataVersionSchema, type DataChange } from '@tidemark/shared/data-versions/data-version'
import { datasetKey } from '@tidemark/shared/datasets/dataset'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import type { SyncService } from './sync-service'

/** Lets outside writers report that the data of a connection or dataset has changed. */
export interface DataChangeService {
  /**
   * Raises the source's data version and with it the workspace's, so that earlier answers become stale and open pages
   * query again. Reports within a second after a raise are merged into one. Fails with `forbidden`,
   * `connection-not-found` or `not-found`.
   */
  tell(actor: Actor, change: DataChange): Promise<void>
  /** Raises the versions that are still waiting at once. */
  close(): Promise<void>
}

interface DataChangesOptions {
  readonly sync: Pick<SyncService, 'transact' | 'readView'>
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** The shortest time between two raises of a source's data version. */
const pauseMs = 1000

/**
 * Returns the sync through which services write that change data: `onChanged` is called with each workspace whose data
 * may have changed.
 */
export function tellingDataChanges<S extends Pick<SyncService, 'transact'>>(
  sync: S,
  onChanged: (orgId: string) => void,
): S {
  const transact: SyncService['transact'] = async (actor, run) => {
    const value = await sync.transact(actor, run)
    onChanged(actor.orgId)
    return value
  }
  return { ...sync, transact }
}

/** Creates the service that raises data versions at most once a second each; see `DataChangeService`. */
export function createDataChanges({ sync, log, clock }: DataChangesOptions): DataChangeService {
  /**
   * The sources that pause, by org and source id. actor: who reported another change during the pause; null if nobody
   * did.
   */
  const pauses = new Map<string, { actor: Actor | null; readonly timer: NodeJS.Timeout }>()
  let isClosed = false

  const raise = async (actor: Actor, sourceId: string): Promise<void> =>
    sync.transact(actor, async (tx) => {
      const key = dataVersionKey(sourceId)
      const before = dataVersionSchema.safeParse(await tx.get(key))
      await tx.set(key, { sourceId, version: before.success ? before.data.version + 1 : 1, at: clock() })
    })

  const raiseLater = async (actor: Actor, sourceId: string): Promise<void> => {
    try {
      await raise(actor, sourceId)
    } catch (thrown) {
      // The caller has been answered already; the next reported change raises the version again.
      logFailure(log, thrown, { sourceId }, 'A change of data could not be told.')
    }
  }

  const pause = (key: string, sourceId: string): void => {
    const timer = setTimeout(() => {
      const actor = pauses.get(key)?.actor ?? null
      pauses.delete(key)
      if (actor === null) return
      pause(key, sourceId)
      void raiseLater(actor, sourceId)
    }, pauseMs)
    timer.unref()
    pauses.set(key, { actor: null, timer })
  }

  return {
    tell: async (actor, change) => {
      // A token's rights are its scope, which the route has checked.
      if (actor.kind !== 'token') requirePermission(actor, { do: 'upload-data' })
      const sourceId = await mustGetSource(sync, actor, change)
      const key = `${actor.orgId}/${sourceId}`
      const current = pauses.get(key)
      if (current !== undefined) {
        current.actor = actor
        return
      }
      if (!isClosed) pause(key, sourceId)
      await raise(actor, sourceId)
    },

    close: async () => {
      isClosed = true
      const waiting = [...pauses]
      pauses.clear()
      for (const [key, { actor, timer }] of waiting) {
        clearTimeout(timer)
        if (actor !== null) await raiseLater(actor, key.slice(actor.orgId.length + 1))
      }
    },
  }
}

/** Returns the id of the source. Fails with `connection-not-found` or `not-found`. */
async function mustGetSource(
  sync: Pick<SyncService, 'readView'>,
  actor: Actor,
  { connectionId, datasetId }: DataChange,
): Promise<string> {
  if (connectionId !== undefined) {
    const { view } = await sync.readView(actor, [connectionKey(connectionId)])
    const connection = getConnection(view, connectionId)
    if (connection === undefined || connection.deletedAt !== null)
      throw new TidemarkError('connection-not-found', { detail: connectionId })
    return connection.id
  }
  if (datasetId === undefined) throw new TidemarkError('invalid-request', { detail: 'neither source was named' })
  const key = datasetKey(datasetId)
  const dataset = getDataset((await sync.readView(actor, [key])).view, datasetId)
  if (dataset === undefined || dataset.deletedAt !== null) throw new TidemarkError('not-found', { detail: key })
  return dataset.id
}
