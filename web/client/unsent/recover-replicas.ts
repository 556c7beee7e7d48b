import { dropDatabase, type PendingMutation, type PushRequestV1 } from 'replicache'
import { ReplicacheImpl } from 'replicache/impl'
import { databaseLock } from '../page/hold-database'
import { indexedDbStore } from './indexed-db-store'
import { logReplicache } from '../observability/log-replicache'
import type { StoredReplica } from './unsent-store'

/** Stores changes that were found. Resolves to false if they are not on disk, so that their database must stay. */
type KeepFound = (found: readonly PendingMutation[]) => Promise<boolean>

/**
 * Recovers unsent changes from databases of earlier epochs: they were made offline, and the store was restored while no
 * tab was open. Passes them to `keep` and then deletes the database, unless a tab still has it open.
 */
export async function recoverOldEpochs(old: readonly StoredReplica[], keep: KeepFound): Promise<void> {
  for (const { idbName, name, schemaVersion } of old) {
    await navigator.locks.request(databaseLock(idbName), { ifAvailable: true }, async (lock) => {
      // A tab that has it open recovers its own changes.
      if (lock === null) return
      if (await recoverDatabase(name, schemaVersion, keep)) await dropDatabase(idbName)
    })
  }
}

/**
 * Opens a database as a client without mutators. Replicache takes that for a tab of another build and recovers what
 * earlier tabs left by pushing it; our pusher passes it to `keep`. Resolves to false if something could not be kept.
 */
export async function recoverDatabase(name: string, schemaVersion: string, keep: KeepFound): Promise<boolean> {
  const outcome = { isAllKept: true }
  const replicache = new ReplicacheImpl(
    {
      name,
      schemaVersion,
      kvStore: indexedDbStore,
      pullInterval: null,
      pusher: async (request) => {
        // Always version 1; see createPusher.
        if (!(await keep((request as PushRequestV1).mutations))) outcome.isAllKept = false
        return { httpRequestInfo: { httpStatusCode: 200, errorMessage: '' } }
      },
      // After ClientStateNotFound Replicache leaves that client's changes alone for good, so it must be answered only
      // once they are kept.
      puller: async () =>
        outcome.isAllKept
          ? { response: { error: 'ClientStateNotFound' }, httpRequestInfo: { httpStatusCode: 200, errorMessage: '' } }
          : { httpRequestInfo: { httpStatusCode: 503, errorMessage: 'not kept' } },
      logLevel: 'error',
      logSinks: [{ log: (_level, _context, ...messages) => logReplicache(messages, true) }],
    },
    { enablePullAndPushInOpen: false },
  )
  replicache.onClientStateNotFound = () => undefined
  replicache.onUpdateNeeded = () => undefined
  try {
    await replicache.clientGroupID
    // Replicache starts recovering when opened, and `recoverMutations` returns false while that runs.
    while (outcome.isAllKept && replicache.online && !(await replicache.recoverMutations())) await nextTask()
    return outcome.isAllKept
  } finally {
    await replicache.close()
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
