import type { Actor } from '@tidemark/shared/access/actor'
import { roleSchema, type Role } from '@tidemark/shared/access/roles'
import { newId } from '@tidemark/shared/base/ids'
import type { JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError, toTidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { roleHeader } from '@tidemark/shared/members/role-header'
import { stampSchema, type MutationStamp, type Mutator } from '@tidemark/shared/entries/define-mutator'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import type { EntryChange } from '@tidemark/shared/sync/entry-change'
import { isMutatorName, mutators, type MutationArgs, type MutatorName } from '@tidemark/shared/sync/mutators'
import { currentSchemaVersion, type Cookie, type PageSnapshot } from '@tidemark/shared/sync/protocol'
import { dropDatabase, type MutatorDefs, type PendingMutation } from 'replicache'
import { announceUpdate } from '../page/app-update'
import { titleOf } from '../unsent/change-words'
import { ChangeJournal, isAmong, takeLeftJournals, type JournalledChange } from '../unsent/change-journal'
import type { OpenReplica } from '../unsent/count-unsent'
import { DesktopMirror } from '../unsent/desktop-mirror'
import { createClientMutators, effectNow, mustBeRestorableWhole, type MadeMutation } from './client-mutators'
import { foundBy } from '../unsent/found-entries'
import { apiFetch } from '../page/http'
import { holdDatabase } from '../page/hold-database'
import { indexedDbStore } from '../unsent/indexed-db-store'
import { logReplicache } from '../observability/log-replicache'
import { reportCaught } from '../observability/report-caught'
import { PersistingReplicache } from './persisting-replicache'
import { listenForPokes } from './poke-listener'
import { PresenceStore } from '../page/presence-store'
import { canUseIndexedDb } from './probe-indexed-db'
import { PullPrefetch } from './prefetch'
import { isQuotaError } from '../page/quota-error'
import { readPending } from './read-pending'
import { RescuedChanges } from '../unsent/rescued-changes'
import { restorePartsOf } from '../undo/restore-parts'
import { listReplicas } from '../unsent/stored-names'
import { SyncStatusStore, type LocalStorageState, type SyncState } from './sync-status'
import { createPuller, createPusher, pushDelayMs, type OfflineReason, type TransportEvents } from './sync-transport'
import { UndoStack, type UndoStep } from '../undo/undo-stack'
import { ViewStore, type EntryDiff } from './view-store'

export interface MutateOptions {
  /** What the undo step is called, for example "Rename chart". Default: what such a change is called anywhere. */
  readonly label?: string
  /** Mutations with the same id are one undo step. */
  readonly actionId?: string
}

interface SyncClientOptions {
  readonly actor: Actor
  readonly databaseName: string
  readonly page: PageSnapshot
}

/** A browser may say that its network has gone while requests still get through: an answer from just then is not the last word. */
const askAgainMs = 2_000

/** Replicache with our pusher, puller, poke stream and undo; one per tab, made in an effect and closed in its cleanup. */
export class SyncClient {
  readonly views: ViewStore
  readonly undoStack = new UndoStack()
  readonly rescued: RescuedChanges
  readonly #mirror: DesktopMirror
  readonly #prefetch = new PullPrefetch()
  readonly presence = new PresenceStore()
  readonly getState: () => SyncState
  /** Who acts here, with the role that the server last told. */
  readonly getActor: () => Actor
  readonly subscribe: (listener: () => void) => () => void
  readonly #options: SyncClientOptions
  readonly #status: SyncStatusStore
  readonly #listenersElsewhere = new Set<() => void>()
  #replicache: PersistingReplicache<MutatorDefs> | null = null
  readonly #journal: ChangeJournal
  #stopPokes: () => void = () => undefined
  #markReady: () => void = () => undefined
  readonly #ready = new Promise<void>((resolve) => {
    this.#markReady = resolve
  })
  #isReady = false
  #markHeard: () => void = () => undefined
  /** The local data includes what the server has told since this page began of the mutations that it has. */
  readonly #heard = new Promise<void>((resolve) => {
    this.#markHeard = resolve
  })
  #hasHeard = false
  /** What an earlier page left is made again before what is done early here. */
  #leftMade: Promise<void> = Promise.resolve()
  /** The arguments of what was done before. */
  readonly #early = new Set<MutationStamp>()
  #localCookie: Cookie | null = null
  #hasLocalData = false
  #shouldUseLocal = false
  #isSyncing = false
  /** When the pull was answered that is being applied; Unix milliseconds. */
  #pulledAt: number | null = null
  /** Changes that are about to be shown on what the page brought. */
  #showing = 0
  #count: Promise<void> | undefined
  #nextCount: Promise<void> | undefined
  #mustDropDatabase = false
  #hasAskedToPersist = false
  /** Steps that take back others are redone by their own inverse: they are none to take back. */
  readonly #inverseActionIds = new Set<string>()

  constructor(options: SyncClientOptions) {
    this.#options = options
    this.#status = new SyncStatusStore(options.actor)
    this.getState = this.#status.getState
    this.getActor = this.#status.getActor
    this.subscribe = this.#status.subscribe
    this.views = new ViewStore(options.page)
    this.rescued = new RescuedChanges(options.databaseName)
    this.#mirror = new DesktopMirror(options.databaseName)
    this.#journal = new ChangeJournal(options.databaseName)
  }

  /** Hears when something may be different in another workspace, or with which there are. */
  readonly subscribeElsewhere = (listener: () => void): (() => void) => {
    this.#listenersElsewhere.add(listener)
    return () => this.#listenersElsewhere.delete(listener)
  }

  /** How this tab stands with the server, for reports about errors. */
  readonly describe = () => ({
    clientID: this.#replicache?.clientID ?? null,
    online: !this.#status.facts.isOffline,
    lastSyncAt: this.#status.facts.lastSyncAt,
    pendingMutationCount: this.#status.facts.pending,
    schemaVersion: currentSchemaVersion,
  })

  /** Opens the local database and begins to sync; returns how to stop. */
  start(): () => void {
    const stop = new AbortController()
    const { signal } = stop
    this.#journal.hold(signal)
    window.addEventListener('pagehide', ({ persisted }) => persisted || this.#journal.leave(), { signal })
    void canUseIndexedDb().then((usable) => {
      if (!signal.aborted) this.#open(usable, signal)
    })
    // A write of Replicache's that finds no room may fail where nobody waits for it.
    const onUnhandled = (event: PromiseRejectionEvent) => {
      if (!isQuotaError(event.reason)) return
      event.preventDefault()
      this.#setStorage('full')
    }
    window.addEventListener('unhandledrejection', onUnhandled, { signal })
    // What the browser says of its network may not hold for this server, which may be on this very machine: asking tells.
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
      this.#stopPokes()
      void this.#replicache?.close()
      this.#replicache = null
    }
  }

  /** Runs a mutation here at once and on the server when it can be reached. Rejects with the mutation's own error. */
  readonly mutate = async <Name extends MutatorName>(
    name: Name,
    args: MutationArgs<Name>,
    options: MutateOptions = {},
  ): Promise<void> => {
    const actionId = options.actionId ?? newId()
    try {
      await this.#send(name, { ...args, at: Date.now(), actionId })
    } catch (thrown) {
      this.undoStack.abandon(actionId)
      throw thrown
    }
    this.undoStack.commit(actionId, options.label ?? this.#labelOf(name, args))
  }

  /**
   * Takes the last step back and returns it; null when there is none. Rejects with `changed-since` when others were there since.
   */
  readonly undo = async (): Promise<UndoStep | null> => {
    const step = this.undoStack.takeUndo()
    if (step === undefined) return null
    await this.#restore(step)
    this.undoStack.pushRedo(step)
    return step
  }

  /** Takes back what one action did, and nothing that was done since; nothing once it was taken back. Rejects as `undo` does. */
  readonly undoAction = async (actionId: string): Promise<void> => {
    const step = this.undoStack.findUndo(actionId)
    if (step === undefined) return
    await this.#restore(step)
    this.undoStack.removeUndo(step)
    this.undoStack.pushRedo(step)
  }

  /** Makes again what one step had made, whatever was taken back since; see `UndoStack.fateOf`. Rejects as `undo` does. */
  readonly redoStep = async (step: UndoStep): Promise<void> => {
    await this.#restore(step)
    this.undoStack.removeRedo(step)
    this.undoStack.pushUndo(step)
  }

  readonly redo = async (): Promise<UndoStep | null> => {
    const step = this.undoStack.takeRedo()
    if (step === undefined) return null
    await this.#restore(step)
    this.undoStack.pushUndo(step)
    return step
  }

  /** Puts entries back as one step that can be undone, however many they are: all or nothing. Rejects as `undo` does. */
  readonly restore = async (changes: readonly EntryChange[], options: Required<MutateOptions>): Promise<void> => {
    await this.#restoreWhole(changes, (part) => this.mutate('restoreEntries', { changes: part }, options))
  }

  /** Tries the server now, rather than when the next attempt is due. */
  readonly syncNow = (): void => {
    // What it told before says nothing of whether it can be reached now.
    this.#prefetch.discard()
    askNow(this.#replicache, 'push')
    askNow(this.#replicache, 'pull')
  }

  /** Makes the rescued changes again; those that cannot be made stay, with the reason. Returns how many were made, and in which steps. */
  readonly makeRescuedAgain = async (): Promise<{
    readonly madeCount: number
    readonly actionIds: readonly string[]
  }> => {
    const actionIds: string[] = []
    const madeCount = await this.rescued.makeAgain(async (name, args, actionId = newId()) => {
      await this.#send(name, { ...args, at: Date.now(), actionId })
      this.undoStack.commit(actionId, this.#labelOf(name, args))
      actionIds.push(actionId)
    })
    return { madeCount, actionIds }
  }

  /**
   * Loads the page anew after a problem; what waits is rescued first, and offered again by the new page. Where this browser
   * cannot keep it so long it returns false and does nothing, unless told to give it up.
   */
  readonly reload = async (giveUpPending = false): Promise<boolean> => {
    if (!(await this.keepPending()) && !giveUpPending) return false
    const replicache = this.#replicache
    if (this.#mustDropDatabase && replicache !== null) {
      this.#stopPokes()
      await replicache.close()
      // The server refuses this very client: the new page needs another.
      await dropDatabase(replicache.idbName)
    }
    window.location.reload()
    return true
  }

  /** How many changes the server does not have yet, as last counted. */
  readonly pendingCount = (): number => this.#status.facts.pending

  /** What this page knows now of what the server does not have yet; to be counted with what the disk knows of other tabs. */
  readonly readUnsent = async (): Promise<OpenReplica> => {
    await this.#countPending()
    const making = this.#journal.making()
    return {
      databaseName: this.#options.databaseName,
      clientId: this.#replicache?.clientID ?? '',
      isOnDisk: this.#status.facts.storage !== 'memory',
      pending: (this.#replicache && (await readPending(this.#replicache))) ?? [],
      rescued: this.rescued.getState(),
      journalKey: this.#journal.key,
      making,
    }
  }

  /** Copies what waits to where it outlives this client. False: this browser has no place for it. */
  readonly keepPending = async (): Promise<boolean> => {
    await this.#countPending()
    return this.#status.facts.waiting === 0 || (await this.#rescuePending())
  }

  /** Ends for good, because the page is left: what waits is copied first, where that can be. */
  readonly leave = async (): Promise<void> => {
    await this.keepPending()
    this.#stopPokes()
    await this.#replicache?.close()
    this.#replicache = null
  }

  /** What waits, as text for the clipboard. */
  readonly pendingAsText = async (): Promise<string> => {
    const pending = (await this.#replicache?.experimentalPendingMutations()) ?? []
    return JSON.stringify(
      pending.filter(({ name }) => !isDiscarding(name)).map(({ name, args }) => ({ change: name, args })),
      null,
      2,
    )
  }

  #labelOf(name: MutatorName, args: object): string {
    // What a mutation takes is JSON.
    return titleOf(this.views.getState().view, { name, args: args as JsonValue })
  }

  async #restore({ changes }: UndoStep): Promise<void> {
    const actionId = newId()
    this.#inverseActionIds.add(actionId)
    await this.#restoreWhole(changes, (part) =>
      this.#send('restoreEntries', { changes: part, at: Date.now(), actionId }),
    )
  }

  /** All or nothing, also where it takes several mutations, unless others change the same just then. */
  async #restoreWhole(changes: readonly EntryChange[], restore: (part: EntryChange[]) => Promise<void>): Promise<void> {
    const parts = restorePartsOf(changes)
    if (parts.length > 1)
      await this.#replicache?.query((tx) => mustBeRestorableWhole(this.#status.facts.actor, tx, changes))
    let refusal: unknown
    let restored = 0
    for (const part of parts) {
      try {
        await restore(part)
        restored += 1
      } catch (thrown) {
        // As within one mutation: what others changed since is left to them, and the rest is restored.
        if (toTidemarkError(thrown).code !== 'changed-since') throw thrown
        refusal = thrown
      }
    }
    if (restored === 0) throw refusal
  }

  async #send(name: MutatorName, args: MutationStamp & Record<string, unknown>): Promise<void> {
    // Checked here by the schema, as the server will: a refusal belongs where the person is, not into the queue.
    const parsed = mutators[name].argsSchema.safeParse(args)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      throw new TidemarkError('invalid-mutation', { detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` })
    }
    // What the schema gives was JSON before it was parsed; absent fields are none of it.
    const row = this.#journal.add({ name, args: parsed.data as JournalledChange['args'] })
    // It is seen before it is counted: until then nothing may say that the server has it.
    this.#status.tell({ kind: 'change-began' })
    try {
      if (this.#isReady) await this.#make(name, parsed.data)
      else await this.#makeWhenReady(name, parsed.data)
      row.isMade = true
      this.#askToPersist()
      await this.#countPending()
    } catch (thrown) {
      // What came too late for this client is made by the next one.
      if (this.#replicache !== null) this.#journal.forget([row])
      throw thrown
    } finally {
      this.#status.tell({ kind: 'change-ended' })
      if (this.#status.facts.making === 0) this.#journal.writeNoted()
    }
    if (this.#status.facts.problem !== null) await this.#rescuePending()
  }

  async #make(name: MutatorName, args: MutationStamp): Promise<void> {
    const mutate = this.#replicache?.mutate[name]
    if (mutate === undefined) throw new Error(`the sync client is closed: ${name}`)
    await mutate(args)
  }

  /** The mutation waits for local data; what it does is shown on the page's until it is made. */
  async #makeWhenReady(name: MutatorName, args: MutationStamp): Promise<void> {
    this.#early.add(args)
    this.#showing += 1
    // Each mutator's `run` takes what its own `argsSchema` gives; as a union the compiler cannot pair the two.
    const mutator = mutators[name] as unknown as Mutator
    await this.views
      .showEarly(this.#status.facts.actor, async (tx) => {
        await mutator.run(tx, args)
        this.#journal.note(args, { found: foundBy(tx.writes) })
      })
      // A page need not hold all that the mutation reads. What is wrong with it shows when it is made.
      .catch((thrown: unknown) => console.debug('an early edit is not shown yet', thrown))
    this.#showing -= 1
    // Of many at once all together: each write is of all.
    if (this.#showing === 0) this.#journal.writeNoted()
    await this.#ready
    await this.#leftMade
    try {
      await this.#make(name, args)
    } finally {
      this.#early.delete(args)
      if (this.#early.size === 0) this.#showLocal()
    }
  }

  /** Once there is something to lose: without it the browser may clear the database when its disk fills up. */
  #askToPersist(): void {
    if (this.#hasAskedToPersist) return
    this.#hasAskedToPersist = true
    navigator.storage
      ?.persist?.()
      .catch((thrown: unknown) => console.debug('persistent storage was not granted', thrown))
  }

  async #rescuePending(): Promise<boolean> {
    const replicache = this.#replicache
    if (replicache === null) return false
    const made = this.#journal.made()
    const pending = await readPending(replicache)
    if (pending === null) return false
    const isKept = await this.rescued.rescue(pending)
    if (isKept) this.#journal.forget(made)
    return isKept
  }

  /**
   * Makes what a page that is gone had not written to the disk, unless it did or the server has it. What would be made over
   * something newer is offered.
   */
  readonly #makeLeft = async (changes: readonly JournalledChange[], journalKey: string): Promise<boolean> => {
    const replicache = this.#replicache
    if (replicache === null) return false
    const pending = await replicache.experimentalPendingMutations()
    const had = await replicache.readAcknowledged()
    const lost: PendingMutation[] = []
    for (const [index, { name, args, found, mutation }] of changes.entries()) {
      if (isAmong(pending, { name, args })) continue
      if (mutation !== undefined && (had[mutation.clientId] ?? 0) >= mutation.id) continue
      try {
        if (!isMutatorName(name)) throw new TidemarkError('unknown-mutation', { detail: name })
        const { at, actionId } = stampSchema.parse(args)
        const mutator = mutators[name] as unknown as Mutator // see #makeWhenReady
        const effect = await replicache.query((tx) => effectNow(this.#status.facts.actor, tx, mutator, args, found))
        if (effect === 'nothing') continue
        if (effect === 'over-newer') {
          lost.push({ clientID: journalKey, id: index, name, args })
          continue
        }
        await this.#send(name, { ...args, at, actionId })
        this.undoStack.commit(actionId, this.#labelOf(name, args))
      } catch (thrown) {
        const { code } = toTidemarkError(thrown)
        if (code === 'internal') reportCaught(thrown)
        // The server has it already, which this browser may only have heard just now.
        if (code === 'already-exists') continue
        if (code === 'not-found' && name.startsWith('delete')) continue
        lost.push({ clientID: journalKey, id: index, name, args })
      }
    }
    return lost.length === 0 || (await this.rescued.keepFound(lost))
  }

  readonly #onMade = ({ mutatorName, args, actionId, clientId, mutationId, writes }: MadeMutation): void => {
    this.#journal.note(args, { found: foundBy(writes), mutation: { clientId, id: mutationId } })
    if (isDiscarding(mutatorName) || this.#inverseActionIds.has(actionId)) return
    for (const { key, before, after } of writes) this.undoStack.record(actionId, key, before, after)
  }

  #open(canUseIndexedDb: boolean, signal: AbortSignal): void {
    const { databaseName, page } = this.#options
    if (!canUseIndexedDb) this.#setStorage('memory')
    const events: TransportEvents = {
      onPullStart: (cookie) => this.#onPullStart(cookie),
      onPulled: (from) => this.#onPulled(from),
      onOffline: (reason) => this.#setOffline(reason),
      onPushed: () => this.#status.tell({ kind: 'pushed' }),
      onPushFailed: (reason) => this.#status.tell({ kind: 'push-failed', reason }),
      onSignedOut: () => this.#status.tell({ kind: 'signed-out' }),
      onRefused: (error: ErrorBody) => {
        // Nobody who is a member is refused a pull or a push as a whole.
        if (error.code === 'forbidden') return this.#setRemoved()
        this.#mustDropDatabase = true
        this.#setProblem(problemOf(error))
      },
    }
    // What waits when a problem comes is offered by the next page: sent here as well, it would be made twice.
    const isOver = () => this.#status.facts.isRemoved || this.#status.facts.problem !== null
    const replicache = new PersistingReplicache<MutatorDefs>({
      // A restored or imported store has another epoch and no memory of the clients of the one before.
      name: `${databaseName}:${page.cookie.e}`,
      schemaVersion: currentSchemaVersion,
      mutators: createClientMutators(this.getActor, this.#onMade),
      pusher: createPusher(page, events, {
        send: this.#request,
        isOver,
        onSend: (mutations, isSent) => this.#journal.noteSent(mutations, isSent),
        // What waits here itself is rescued with the problem that this is.
        onUnknown: async (mutations, clientGroupID): Promise<boolean> =>
          clientGroupID === (await replicache.clientGroupID) || (await this.rescued.keepFound(mutations)),
      }),
      puller: createPuller(page, events, { send: this.#request, isOver, prefetch: this.#prefetch }),
      pushDelay: pushDelayMs,
      kvStore: canUseIndexedDb ? indexedDbStore : 'mem',
      clientMaxAgeMs: 30 * 24 * 60 * 60 * 1000,
      logLevel: 'error',
      logSinks: [{ log: (_level, _context, ...messages) => this.#log(messages) }],
    })
    this.#replicache = replicache
    replicache.onPersist = (persist) => this.#persist(persist, canUseIndexedDb)
    this.#leftMade = this.#ready
      .then(() => takeLeftJournals(databaseName, this.#journal, { signal, heard: this.#heard, take: this.#makeLeft }))
      .catch((thrown: unknown) => {
        if (!signal.aborted) reportCaught(thrown)
      })
    replicache.onSync = (isSyncing) => {
      if (!signal.aborted) this.#onSync(isSyncing)
    }
    replicache.onOnlineChange = (isOnline) => {
      if (isOnline) this.#status.tell({ kind: 'came-online' })
      else this.#setOffline(null)
    }
    replicache.onClientStateNotFound = () => this.#setProblem('The server does not know this tab any more.')
    replicache.onUpdateNeeded = ({ type }) => {
      // Another tab has a newer build: this one still syncs, and what it has not sent, the newer one sends.
      if (type === 'NewClientGroup') announceUpdate()
      else this.#setProblem('A newer version of Tidemark is running on the server.')
    }
    const onLocalChange = (diffs: readonly EntryDiff[]) => {
      this.views.applyLocal(diffs)
      this.#hasLocalData = true
      if (this.#shouldUseLocal) this.#useLocal()
    }
    replicache.experimentalWatch((diffs) => onLocalChange(diffs as readonly EntryDiff[]), {
      prefix: '',
      initialValuesInFirstDiff: true,
    })
    void this.#countPending().then(async () => {
      if (this.#status.facts.pending > 0) this.#useLocal()
      const pending = await readPending(replicache)
      if (pending !== null) await this.rescued.refresh(pending)
    })
    this.#mirror.restore((left) => this.rescued.keepFound(left)).catch(reportCaught)
    if (canUseIndexedDb) {
      holdDatabase(replicache.idbName, signal)
      this.#rescueOldEpochs().catch(reportCaught)
    }
    this.#stopPokes = listenForPokes(
      {
        userId: this.#status.facts.actor.kind === 'person' ? this.#status.facts.actor.userId : null,
        databaseName,
        orgId: this.#status.facts.actor.orgId,
        clientGroup: replicache.clientGroupID,
      },
      {
        onPoke: () => {
          if (this.#status.facts.isOffline || this.#status.facts.pending > 0) askNow(replicache, 'push')
          askNow(replicache, 'pull')
        },
        onPrefetched: (prefetched) => {
          this.#hearRole(prefetched.role)
          this.#prefetch.offer(prefetched)
          if (this.#status.facts.isOffline) askNow(replicache, 'push')
          askNow(replicache, 'pull')
        },
        onElsewhere: () => {
          for (const listener of this.#listenersElsewhere) listener()
        },
        onBroken: () => {
          this.presence.forget()
          askNow(replicache, 'pull')
        },
        onPresence: this.presence.hear,
      },
    )
  }

  /** Every answer to a pull tells the role of the moment: an admin may have changed it. */
  readonly #request = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await apiFetch(url, init)
    const role = roleSchema.safeParse(response.headers.get(roleHeader))
    if (role.success) this.#hearRole(role.data)
    return response
  }

  #hearRole(role: Role): void {
    if (role !== this.#status.facts.actor.role) this.#status.tell({ kind: 'role', role })
  }

  async #rescueOldEpochs(): Promise<void> {
    const { databaseName, page } = this.#options
    // The page comes first.
    await this.#ready
    const old = (await listReplicas()).filter(
      (replica) => replica.databaseName === databaseName && replica.epoch !== page.cookie.e,
    )
    if (old.length === 0) return
    const { rescueOldEpochs } = await import('../unsent/rescue-old-epochs')
    await rescueOldEpochs(old, (found) => this.rescued.keepFound(found))
  }

  /** Switch rule: local data at least as new as the page is shown at once; older data waits for the first pull. */
  #onPullStart(cookie: Cookie | null): void {
    this.#localCookie = cookie
    if (cookie !== null && cookie.v >= this.#options.page.cookie.v) this.#useLocal()
  }

  #onPulled(from: 'page' | 'server'): void {
    if (from === 'server') this.#hasHeard = true
    this.#pulledAt = Date.now()
    this.#status.tell({ kind: 'pulled' })
  }

  #onSync(isSyncing: boolean): void {
    this.#isSyncing = isSyncing
    if (!isSyncing && this.#hasHeard) this.#markHeard()
    // The round that has just ended applied its pull, so local data now includes the page's.
    if (!isSyncing && this.#pulledAt !== null) {
      this.#useLocal()
      this.#status.tell({ kind: 'caught-up', at: this.#pulledAt })
    }
    void this.#countPending()
  }

  #useLocal(): void {
    this.#shouldUseLocal = true
    // The local database is read after it is opened: until then it would look empty.
    if (!this.#hasLocalData) return
    this.#isReady = true
    this.#markReady()
    // Without what was done early it would be gone from view for a moment.
    if (this.#early.size === 0) this.#showLocal()
  }

  #showLocal(): void {
    this.views.switchToLocal()
    document.documentElement.dataset.ready = 'true'
  }

  #setOffline(reason: OfflineReason | null): void {
    // What comes late of what the server told before it was gone does not say that it is back: asking does.
    this.#prefetch.discard()
    if (this.#localCookie !== null) this.#useLocal()
    this.#status.tell({ kind: 'went-offline', reason })
  }

  /** What the local database has written needs no journal any more; in memory it is written nowhere. */
  async #persist(persist: () => Promise<void>, isOnDisk: boolean): Promise<void> {
    const made = this.#journal.made()
    await persist()
    if (!isOnDisk || this.#status.facts.problem !== null || this.#replicache === null) return
    this.#journal.forget(made)
    if (this.#status.facts.storage === 'full') this.#setStorage('kept')
  }

  /** After a problem this client sends nothing more: what waits is copied at once, before anybody reloads. */
  #setProblem(message: string): void {
    this.#status.tell({ kind: 'problem', message })
    void this.#countPending().then(() => this.#rescuePending())
  }

  /** This client asks nothing more. What waits stays in its database, from which it is sent when the person comes back. */
  #setRemoved(): void {
    this.#stopPokes()
    this.presence.forget()
    void this.#countPending()
    this.#status.tell({ kind: 'removed' })
  }

  #setStorage(storage: LocalStorageState): void {
    this.#status.tell({ kind: 'storage', storage })
  }

  #log(messages: readonly unknown[]): void {
    if (messages.some(isQuotaError)) this.#setStorage('full')
    // What the status tells the person, and what is rescued or sent again, is no error for a developer.
    else {
      const { isOffline, isRemoved } = this.#status.facts
      logReplicache(messages, isOffline || isRemoved || messages.some(isForgottenClient))
    }
  }

  /** Each count reads all that waits, so many changes made together share one. */
  #countPending(): Promise<void> {
    this.#nextCount ??= (this.#count ?? Promise.resolve()).then(() => {
      this.#count = this.#nextCount
      this.#nextCount = undefined
      return this.#countNow()
    })
    return this.#nextCount
  }

  async #countNow(): Promise<void> {
    const replicache = this.#replicache
    if (replicache === null || replicache.closed) return
    // Asked before the database is open, Replicache has no head to read from.
    await replicache.clientGroupID
    const made = this.#journal.made()
    const mutations = await readPending(replicache)
    if (mutations === null) return
    const pending = mutations.length
    this.#mirror.keep(replicache.clientID, mutations)
    // A push handles as much as fits one transaction; what it left is sent as long as each round gets somewhere.
    const { isOffline, pending: pendingBefore } = this.#status.facts
    if (!this.#isSyncing && !isOffline && pending > 0 && pending < pendingBefore) askNow(replicache, 'push')
    if (pending === 0) this.#journal.forget(made)
    const waiting = mutations.filter(({ name }) => !isDiscarding(name)).length
    this.#status.tell({ kind: 'counted', pending, waiting })
  }
}

/** What the server has not answered when the client is closed fails: nobody waits for it then. */
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
