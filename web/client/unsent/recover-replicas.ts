import { dropDatabase, type PendingMutation, type PushRequestV1 } from 'replicache'
import { ReplicacheImpl } from 'replicache/impl'
import { databaseLock } from '../page/hold-database'
import { indexedDbStore } from './indexed-db-store'
import { logReplicache } from '../observability/log-replicache'
import type { StoredReplica } from './unsent-store'

/** Keeps changes that were found. False: they are not on the disk, so their database must stay. */
type KeepFound = (found: readonly PendingMutation[]) => Promise<boolean>

/**
 * Finds what was never sent and lies in the databases of earlier epochs: made offline, and the store was restored while no
 * tab was open. It is handed to `keep`; then the database goes, unless a tab still has it open.
 */
export async function recoverOldEpochs(old: readonly StoredReplica[], keep: KeepFound): Promise<void> {
  for (const { idbName, name, schemaVersion } of old) {
    await navigator.locks.request(databaseLock(idbName), { ifAvailable: true }, async (lock) => {
      // A tab that has it open recovers its own.
      if (lock === null) return
      if (await recoverDatabase(name, schemaVersion, keep)) await dropDatabase(idbName)
    })
  }
}

/**
 * Opens it as a client that knows no mutators: to Replicache that is another build's tab, and what earlier ones left it
 * recovers by pushing it. Ours pushes it into the recovery. False: something could not be kept.
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
      // "Unknown there": Replicache then leaves that client's changes alone for good. Until they are kept, it must not.
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
    // It begins by itself when opened; asked for while that runs, it answers false at once.
    while (outcome.isAllKept && replicache.online && !(await replicache.recoverMutations())) await nextTask()
    return outcome.isAllKept
  } finally {
    await replicache.close()
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
