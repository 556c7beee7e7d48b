import { roleSchema } from '@tidemark/shared/access/roles'
import { jsonEqual } from '@tidemark/shared/base/json'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { attributesAndGroupsIn, roleHeader, type ChangingRights } from '@tidemark/shared/members/role-header'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import { currentSchemaVersion, type Cookie, type PageSnapshot } from '@tidemark/shared/sync/protocol'
import { dropDatabase, type MutatorDefs, type PendingMutation } from 'replicache'
import { logReplicache } from '../observability/log-replicache'
import { announceUpdate } from '../page/app-update'
import { holdDatabase } from '../page/hold-database'
import { apiFetch } from '../page/http'
import type { PresenceStore } from '../page/presence-store'
import { isQuotaError } from '../page/databases/quota-error'
import type { ChangeJournal } from '../unsent/change-journal'
import { indexedDbStore } from '../unsent/indexed-db-store'
import { createClientMutators, type MadeMutation } from './client-mutators'
import { shareRuns, readPending } from './pending-count'
import { PersistingReplicache } from './persisting-replicache'
import { listenForPokes } from './poke-listener'
import { PullPrefetch } from './pull-prefetch'
import { canUseIndexedDb } from './probe-indexed-db'
import type { SyncStatusStore } from './sync-status'
import { createPuller, createPusher, pushDelayMs, type OfflineReason, type TransportEvents } from './sync-transport'
import type { EntryDiff, ViewStore } from './view-store'

/**
 * A browser may report that its network is gone while requests still get through, so an answer from that moment is
 * checked again.
 */
const askAgainMs = 2_000

export interface OpenedReplica {
  readonly replicache: PersistingReplicache<MutatorDefs>
  readonly isOnDisk: boolean
  /** Aborts when the client stops. */
  readonly signal: AbortSignal
  /** Resolves once the local data includes which mutations the server has. */
  readonly heard: Promise<void>
}

/** The callbacks of a sync client's other parts during the life of its Replicache. */
export interface ConnectionEvents {
  readonly onOpened: (opened: OpenedReplica) => void
  /** Called when a mutation ran here for the first time. */
  readonly onMade: (made: MadeMutation) => void
  /** Called with all pending changes each time they are counted. */
  readonly onCounted: (clientId: string, pending: readonly PendingMutation[]) => void
  /** Called when this client sends nothing more. */
  readonly onProblem: () => void
  /**
   * Called when the server does not know the senders of these changes, which other tabs made. Resolves to false if they
   * were not kept; they are then sent again.
   */
  readonly onUnknown: (mutations: readonly PendingMutation[]) => Promise<boolean>
  /** Called when another workspace or the list of workspaces may have changed. */
  readonly onElsewhere: () => void
}

interface ConnectionParts {
  readonly databaseName: string
  readonly page: PageSnapshot
  readonly status: SyncStatusStore
  readonly views: ViewStore
  readonly journal: ChangeJournal
  readonly presence: PresenceStore
}

/** The life of a tab's Replicache: opens it with the client, receives pokes, counts pending changes and closes it. */
export class SyncConnection {
  readonly #parts: ConnectionParts
  readonly #prefetch = new PullPrefetch()
  #replicache: PersistingReplicache<MutatorDefs> | null = null
  #events: ConnectionEvents | null = null
  #stopPokes: () => void = () => undefined
  #isSyncing = false
  #mustDropDatabase = false

  constructor(parts: ConnectionParts) {
    this.#parts = parts
  }

  /** Null before it is opened and after it is closed. */
  get replicache(): PersistingReplicache<MutatorDefs> | null {
    return this.#replicache
  }

  /** Opens the local database and starts to sync; returns a function that stops it. */
  start(events: ConnectionEvents): () => void {
    const { journal, status } = this.#parts
    const stop = new AbortController()
    const { signal } = stop
    this.#events = events
    journal.hold(signal)
    window.addEventListener('pagehide', ({ persisted }) => persisted || journal.leave(), { signal })
    void canUseIndexedDb().then((usable) => {
      if (!signal.aborted) this.#open(usable, signal, events)
    })
    // A write by Replicache that finds no room may fail as an unhandled rejection.
    const onUnhandled = (event: PromiseRejectionEvent) => {
      if (!isQuotaError(event.reason)) return
      event.preventDefault()
      status.tell({ kind: 'storage', storage: 'full' })
    }
    window.addEventListener('unhandledrejection', onUnhandled, { signal })
    // The browser may report no network although the server is on this machine: only a request shows.
    let again: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      this.syncNow()
      clearTimeout(again)
      again = setTimeout(this.syncNow, askAgainMs)
    }
    for (const event of ['offline', 'online']) window.addEventListener(event, ask, { signal })
    return () => {
      stop.abort()
      clearTimeout(again)
      void this.close()
    }
  }

  async close(): Promise<void> {
    const replicache = this.#replicache
    this.#stopPokes()
    this.#replicache = null
    await replicache?.close()
  }

  /** Deletes the database of a client that the server refuses, because the next page needs another one. */
  async dropRefused(): Promise<void> {
    const replicache = this.#replicache
    if (!this.#mustDropDatabase || replicache === null) return
    this.#stopPokes()
    await replicache.close()
    await dropDatabase(replicache.idbName)
  }

  /** Tries the server now instead of waiting for the next attempt. */
  readonly syncNow = (): void => {
    // An answer prefetched earlier does not show that the server can be reached now.
    this.#prefetch.discard()
    askNow(this.#replicache, 'push')
    askNow(this.#replicache, 'pull')
  }

  /** Counts pending changes. A count reads all of them, so many changes made together share one. */
  readonly countPending = shareRuns(() => this.#countNow())

  #open(isOnDisk: boolean, signal: AbortSignal, events: ConnectionEvents): void {
    const { databaseName, page, status, views } = this.#parts
    if (!isOnDisk) status.tell({ kind: 'storage', storage: 'memory' })
    let localCookie: Cookie | null = null
    let pulledAt: number | null = null
    let hasHeard = false
    let markHeard: () => void = () => undefined
    const heard = new Promise<void>((resolve) => {
      markHeard = resolve
    })
    const goOffline = (reason: OfflineReason | null) => {
      // A late answer from before the server was gone does not show that it is back; a request does.
      this.#prefetch.discard()
      if (localCookie !== null) views.useLocal()
      status.tell({ kind: 'went-offline', reason })
    }
    const transportEvents: TransportEvents = {
      // Local data at least as new as the page is shown at once; older data waits for the first pull.
      onPullStart: (cookie) => {
        localCookie = cookie
        if (cookie !== null && cookie.v >= page.cookie.v) views.useLocal()
      },
      onPulled: (from) => {
        if (from === 'server') hasHeard = true
        pulledAt = Date.now()
        status.tell({ kind: 'pulled' })
      },
      onOffline: goOffline,
      onPushed: () => status.tell({ kind: 'pushed' }),
      onPushFailed: (reason) => status.tell({ kind: 'push-failed', reason }),
      onSignedOut: () => status.tell({ kind: 'signed-out' }),
      onRefused: (error) => {
        // The server shows the page on which it is turned on; what was not sent stays in this browser.
        if (error.code === 'two-factor-required') return window.location.reload()
        // No member's pull or push is ever refused as a whole.
        if (error.code === 'forbidden') return this.#endAsRemoved()
        this.#mustDropDatabase = true
        this.#endWithProblem(problemOf(error))
      },
    }
    // After a problem the next page offers the pending changes: if they were sent here as well, they would be made
    // twice.
    const isOver = () => status.facts.isRemoved || status.facts.problem !== null
    const replicache = new PersistingReplicache<MutatorDefs>({
      // A restored or imported store has another epoch and does not know the clients of the earlier one.
      name: `${databaseName}:${page.cookie.e}`,
      schemaVersion: currentSchemaVersion,
      mutators: createClientMutators(status.getActor, events.onMade),
      pusher: createPusher(page, transportEvents, {
        send: this.#request,
        isOver,
        onSend: (mutations, isSent) => this.#parts.journal.noteSent(mutations, isSent),
        // This tab's own pending changes are recovered with the problem that follows.
        onUnknown: async (mutations, clientGroupID): Promise<boolean> =>
          clientGroupID === (await replicache.clientGroupID) || (await events.onUnknown(mutations)),
      }),
      puller: createPuller(page, transportEvents, { send: this.#request, isOver, prefetch: this.#prefetch }),
      pushDelay: pushDelayMs,
      kvStore: isOnDisk ? indexedDbStore : 'mem',
      clientMaxAgeMs: 30 * 24 * 60 * 60 * 1000,
      logLevel: 'error',
      logSinks: [{ log: (_level, _context, ...messages) => this.#log(messages) }],
    })
    this.#replicache = replicache
    replicache.onPersist = (persist) => this.#persist(persist, replicache, isOnDisk)
    replicache.onSync = (isSyncing) => {
      if (signal.aborted) return
      this.#isSyncing = isSyncing
      if (!isSyncing && hasHeard) markHeard()
      // The sync round that has just ended applied its pull, so local data now includes the page's.
      if (!isSyncing && pulledAt !== null) {
        views.useLocal()
        status.tell({ kind: 'caught-up', at: pulledAt })
      }
      void this.countPending()
    }
    replicache.onOnlineChange = (isOnline) => {
      if (isOnline) status.tell({ kind: 'came-online' })
      else goOffline(null)
    }
    replicache.onClientStateNotFound = () => this.#endWithProblem('The server does not know this tab any more.')
    replicache.onUpdateNeeded = ({ type }) => {
      // Another tab has a newer build: this one still syncs, and the newer one sends what this one has not sent.
      if (type === 'NewClientGroup') announceUpdate()
      else this.#endWithProblem('A newer version of Tidemark is running on the server.')
    }
    replicache.experimentalWatch((diffs) => views.applyLocal(diffs as readonly EntryDiff[]), {
      prefix: '',
      initialValuesInFirstDiff: true,
    })
    if (isOnDisk) holdDatabase(replicache.idbName, signal)
    void this.countPending().then(() => {
      if (status.facts.pending > 0) views.useLocal()
    })
    events.onOpened({ replicache, isOnDisk, signal, heard })
    this.#stopPokes = this.#listenForPokes(replicache, events)
  }

  #listenForPokes(replicache: PersistingReplicache<MutatorDefs>, { onElsewhere }: ConnectionEvents): () => void {
    const { databaseName, presence, status } = this.#parts
    const { actor } = status.facts
    return listenForPokes(
      {
        userId: actor.kind === 'person' ? actor.userId : null,
        databaseName,
        orgId: actor.orgId,
        clientGroup: replicache.clientGroupID,
      },
      {
        onPoke: () => {
          if (status.facts.isOffline || status.facts.pending > 0) askNow(replicache, 'push')
          askNow(replicache, 'pull')
        },
        onPrefetched: (prefetched) => {
          this.#hearActor(prefetched)
          this.#prefetch.offer(prefetched)
          if (status.facts.isOffline) askNow(replicache, 'push')
          askNow(replicache, 'pull')
        },
        onElsewhere,
        onBroken: () => {
          presence.forget()
          askNow(replicache, 'pull')
        },
        onPresence: presence.hear,
      },
    )
  }

  /** Reads the present role, attributes and groups from every answer, since an admin may have changed them. */
  readonly #request = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await apiFetch(url, init)
    const role = roleSchema.safeParse(response.headers.get(roleHeader))
    if (role.success) this.#hearActor({ role: role.data, ...attributesAndGroupsIn(response.headers) })
    return response
  }

  #hearActor({ role, attributes, groups }: ChangingRights): void {
    const { status } = this.#parts
    if (role !== status.facts.actor.role) status.tell({ kind: 'role', role })
    if (attributes !== undefined && !jsonEqual(attributes, status.facts.actor.attributes))
      status.tell({ kind: 'attributes', attributes })
    if (groups !== undefined && !jsonEqual(groups, status.facts.actor.groups)) status.tell({ kind: 'groups', groups })
  }

  async #countNow(): Promise<void> {
    const replicache = this.#replicache
    if (replicache === null || replicache.closed) return
    const { journal, status } = this.#parts
    // Before its database is open, Replicache has no head to read from.
    await replicache.clientGroupID
    const made = journal.made()
    const mutations = await readPending(replicache)
    if (mutations === null) return
    const pending = mutations.length
    this.#events?.onCounted(replicache.clientID, mutations)
    // A push handles only as many changes as fit one transaction; the rest is sent as long as each round makes
    // progress.
    const { isOffline, pending: pendingBefore } = status.facts
    if (!this.#isSyncing && !isOffline && pending > 0 && pending < pendingBefore) askNow(replicache, 'push')
    if (pending === 0) journal.forget(made)
    const waiting = mutations.filter(({ name }) => !isDiscarding(name)).length
    status.tell({ kind: 'counted', pending, waiting })
  }

  /** Removes from the journal what the local database has written to disk. A database in memory is never written. */
  async #persist(persist: () => Promise<void>, replicache: object, isOnDisk: boolean): Promise<void> {
    const { journal, status } = this.#parts
    const made = journal.made()
    await persist()
    if (!isOnDisk || status.facts.problem !== null || this.#replicache !== replicache) return
    journal.forget(made)
    if (status.facts.storage === 'full') status.tell({ kind: 'storage', storage: 'kept' })
  }

  #endWithProblem(message: string): void {
    this.#parts.status.tell({ kind: 'problem', message })
    this.#events?.onProblem()
  }

  /** Ends all requests. Pending changes stay in the database and are sent when the person comes back. */
  #endAsRemoved(): void {
    const { presence, status } = this.#parts
    this.#stopPokes()
    presence.forget()
    void this.countPending()
    status.tell({ kind: 'removed' })
  }

  #log(messages: readonly unknown[]): void {
    const { status } = this.#parts
    if (messages.some(isQuotaError)) return status.tell({ kind: 'storage', storage: 'full' })
    // A problem that the status shows, or whose changes are recovered or sent again, is not an error for developers.
    const { isOffline, isRemoved } = status.facts
    logReplicache(messages, isOffline || isRemoved || messages.some(isForgottenClient))
  }
}

/** Pushes or pulls now. Ignores failures of a closed client, since nobody waits for them. */
function askNow(replicache: PersistingReplicache<MutatorDefs> | null, how: 'push' | 'pull'): void {
  replicache?.[how]({ now: true }).catch((failure: unknown) => {
    if (!replicache.closed) throw failure
  })
}

function problemOf({ message, detail }: ErrorBody): string {
  return detail ? `${message} ${detail}` : message
}

function isForgottenClient(message: unknown): boolean {
  return typeof message === 'string' && message.startsWith('Client state not found')
}
