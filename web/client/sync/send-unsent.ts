import { ReplicacheImpl } from 'replicache/impl'
import { databaseLock } from '../page/hold-database'
import { headersOf } from '../page/http'
import { indexedDbStore } from '../unsent/indexed-db-store'
import { logReplicache } from '../observability/log-replicache'
import { openedAs } from '../page/opened-workspaces'
import { readReplica } from '../unsent/read-replica'
import { RecoveredChanges } from '../unsent/recovered-changes'
import { listReplicas, type StoredReplica } from '../unsent/unsent-store'
import { createPuller, createPusher, type Send, type TransportEvents } from './sync-transport'

/**
 * Sends pending changes of a person's workspaces that no page has open; resolves once that was tried. Workspaces that
 * are no longer theirs, or belong to an earlier epoch, are skipped; recovered changes are left for the person to
 * decide.
 */
export async function sendUnsent(userId: string): Promise<void> {
  for (const replica of await listReplicas()) {
    if (replica.userId !== userId) continue
    await navigator.locks.request(databaseLock(replica.idbName), { ifAvailable: true }, async (lock) => {
      // A page that has it open sends its own changes.
      if (lock !== null && (await readReplica(replica.idbName)).length > 0) await sendReplica(replica)
    })
  }
}

/**
 * Opens the database as a client without mutators: Replicache then sends what earlier tabs could not; see
 * `recoverDatabase`.
 */
async function sendReplica({ databaseName, name, epoch, schemaVersion }: StoredReplica): Promise<void> {
  const opened = openedAs(databaseName)
  if (opened === null || opened.cookie.e !== epoch) return
  const ended = new AbortController()
  const end = () => ended.abort()
  const events: TransportEvents = {
    onPullStart: () => undefined,
    onPulled: () => undefined,
    onPushed: () => undefined,
    onOffline: end,
    onPushFailed: end,
    onSignedOut: end,
    onRefused: end,
  }
  const send: Send = (url, init) => {
    const headers = new Headers(init.headers)
    for (const [header, value] of Object.entries(headersOf(opened.actor))) headers.set(header, value)
    return fetch(url, { ...init, headers })
  }
  const page = { cookie: opened.cookie, complete: false, entries: [] }
  const options = { send, isOver: () => ended.signal.aborted }
  const replicache = new ReplicacheImpl(
    {
      name,
      schemaVersion,
      kvStore: indexedDbStore,
      pullInterval: null,
      pusher: createPusher(page, events, {
        ...options,
        onUnknown: (mutations) => new RecoveredChanges(databaseName).keepFound(mutations),
      }),
      puller: createPuller(page, events, options),
      logLevel: 'error',
      logSinks: [{ log: (_level, _context, ...messages) => logReplicache(messages, true) }],
    },
    { enablePullAndPushInOpen: false },
  )
  replicache.onClientStateNotFound = end
  replicache.onUpdateNeeded = end
  try {
    await replicache.clientGroupID
    // Replicache starts recovering when opened, and `recoverMutations` returns false while that runs.
    while (!ended.signal.aborted && replicache.online && !(await replicache.recoverMutations())) await nextTask()
  } finally {
    await replicache.close()
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
