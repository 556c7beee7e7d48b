import type { Actor } from '@tidemark/shared/access/actor'
import type { EntryChange } from '@tidemark/shared/sync/entry-change'
import type { MutationArgs, MutatorName } from '@tidemark/shared/sync/mutators'
import { currentSchemaVersion, type PageSnapshot } from '@tidemark/shared/sync/protocol'
import { PresenceStore } from '../page/presence-store'
import type { UndoStack, UndoStep } from '../undo/undo-stack'
import { ChangeJournal } from '../unsent/change-journal'
import type { OpenReplica } from '../unsent/count-unsent'
import type { RecoveredChanges } from '../unsent/recovered-changes'
import { Recovery } from './recovery'
import { SyncConnection } from './sync-connection'
import { SyncStatusStore, type SyncState } from './sync-status'
import { UndoableChanges, type MutateOptions } from './undoable-changes'
import { ViewStore } from './view-store'

interface SyncClientOptions {
  readonly actor: Actor
  readonly databaseName: string
  readonly page: PageSnapshot
}

/**
 * One tab's client of its workspace, made in an effect and closed in its cleanup. It composes four parts: the connection
 * (life cycle), the status, the changes (mutate and undo) and the recovery (what waits when a client can no longer send).
 */
export class SyncClient {
  readonly views: ViewStore
  readonly presence = new PresenceStore()
  readonly undoStack: UndoStack
  readonly recovered: RecoveredChanges
  readonly #status: SyncStatusStore
  readonly #connection: SyncConnection
  readonly #recovery: Recovery
  readonly #changes: UndoableChanges
  readonly #listenersElsewhere = new Set<() => void>()

  constructor({ actor, databaseName, page }: SyncClientOptions) {
    const status = new SyncStatusStore(actor)
    const views = new ViewStore(page, () => {
      document.documentElement.dataset.ready = 'true'
    })
    const journal = new ChangeJournal(databaseName)
    const connection = new SyncConnection({ databaseName, page, status, views, journal, presence: this.presence })
    const recovery = new Recovery({ databaseName, epoch: page.cookie.e, connection, status, views, journal })
    // After a problem this client sends nothing more: what is still changed is recovered at once.
    const onChanged = async () => status.facts.problem !== null && (await recovery.recoverPending())
    const { whenLeftMade } = recovery
    this.#changes = new UndoableChanges({ connection, status, views, journal, whenLeftMade, onChanged })
    this.#status = status
    this.#connection = connection
    this.#recovery = recovery
    this.views = views
    this.recovered = recovery.changes
    this.undoStack = this.#changes.undoStack
  }

  readonly getState = (): SyncState => this.#status.getState()

  /** Returns the page's actor, with the role that the server last sent. */
  readonly getActor = (): Actor => this.#status.getActor()

  readonly subscribe = (listener: () => void): (() => void) => this.#status.subscribe(listener)

  /** Hears when something may be different in another workspace, or with which there are. */
  readonly subscribeElsewhere = (listener: () => void): (() => void) => {
    this.#listenersElsewhere.add(listener)
    return () => this.#listenersElsewhere.delete(listener)
  }

  /** How this tab stands with the server, for reports about errors. */
  readonly describe = () => ({
    clientID: this.#connection.replicache?.clientID ?? null,
    online: !this.#status.facts.isOffline,
    lastSyncAt: this.#status.facts.lastSyncAt,
    pendingMutationCount: this.#status.facts.pending,
    schemaVersion: currentSchemaVersion,
  })

  /** Opens the local database and begins to sync; returns how to stop. */
  start(): () => void {
    return this.#connection.start({
      onOpened: (opened) => this.#recovery.findLeft(opened, this.#changes.makeAgain),
      onMade: this.#changes.onMade,
      onCounted: this.#recovery.mirror,
      // Before anybody reloads.
      onProblem: () => void this.#connection.countPending().then(this.#recovery.recoverPending),
      onUnknown: (mutations) => this.recovered.keepFound(mutations),
      onElsewhere: () => {
        for (const listener of this.#listenersElsewhere) listener()
      },
    })
  }

  /** Runs a mutation here at once and on the server when it can be reached. Rejects with the mutation's own error. */
  readonly mutate = <Name extends MutatorName>(
    name: Name,
    args: MutationArgs<Name>,
    options?: MutateOptions,
  ): Promise<void> => this.#changes.mutate(name, args, options)

  /** Takes the last step back and returns it; null when there is none. Rejects with `changed-since` when others were there since. */
  readonly undo = (): Promise<UndoStep | null> => this.#changes.undo()

  /** Takes back what one action did, and nothing that was done since; nothing once it was taken back. Rejects as `undo` does. */
  readonly undoAction = (actionId: string): Promise<void> => this.#changes.undoAction(actionId)

  readonly redo = (): Promise<UndoStep | null> => this.#changes.redo()

  /** Makes again what one step had made, whatever was taken back since; see `UndoStack.fateOf`. Rejects as `undo` does. */
  readonly redoStep = (step: UndoStep): Promise<void> => this.#changes.redoStep(step)

  /** Puts entries back as one step that can be undone, however many they are: all or nothing. Rejects as `undo` does. */
  readonly restore = (changes: readonly EntryChange[], options: Required<MutateOptions>): Promise<void> =>
    this.#changes.restore(changes, options)

  /** Tries the server now, rather than when the next attempt is due. */
  readonly syncNow = (): void => this.#connection.syncNow()

  /** Makes the recovered changes again; those that cannot be made stay, with the reason. Returns how many were made, and in which steps. */
  readonly makeRecoveredAgain = () => this.#recovery.makeRecoveredAgain(this.#changes.makeAgain)

  /**
   * Loads the page anew after a problem; what waits is recovered first, and offered again by the new page. Where this browser
   * cannot keep it so long it returns false and does nothing, unless told to give it up.
   */
  readonly reload = async (giveUpPending = false): Promise<boolean> => {
    if (!(await this.keepPending()) && !giveUpPending) return false
    await this.#connection.dropRefused()
    window.location.reload()
    return true
  }

  /** How many changes the server does not have yet, as last counted. */
  readonly pendingCount = (): number => this.#status.facts.pending

  /** Returns this page's unsent changes, to be added to those that the disk holds of other tabs. */
  readonly readUnsent = (): Promise<OpenReplica> => this.#recovery.readUnsent()

  /** Copies what waits to where it outlives this client. False: this browser has no place for it. */
  readonly keepPending = (): Promise<boolean> => this.#recovery.keepPending()

  /** Ends for good, because the page is left: what waits is copied first, where that can be. */
  readonly leave = async (): Promise<void> => {
    await this.keepPending()
    await this.#connection.close()
  }

  /** Returns the pending changes as text for the clipboard. */
  readonly pendingAsText = (): Promise<string> => this.#recovery.pendingAsText()
}
