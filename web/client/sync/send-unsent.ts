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
 * Sends what waits in the workspaces of a person that no page has open; resolves once that was tried. What is no longer theirs, or
 * belongs to an earlier epoch of the store, stays as it is, and so does what was recovered, now or before: that is for its person to look at.
 */
export async function sendUnsent(userId: string): Promise<void> {
  for (const replica of await listReplicas()) {
    if (replica.userId !== userId) continue
    await navigator.locks.request(databaseLock(replica.idbName), { ifAvailable: true }, async (lock) => {
      // A page that has it open sends its own.
      if (lock !== null && (await readReplica(replica.idbName)).length > 0) await sendReplica(replica)
    })
  }
}

/** Opens it as a client that knows no mutators, for which Replicache sends what the tabs before it could not; see `recoverDatabase`. */
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
    // It begins by itself when opened; asked for while that runs, it answers false at once.
    while (!ended.signal.aborted && replicache.online && !(await replicache.recoverMutations())) await nextTask()
  } finally {
    await replicache.close()
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
