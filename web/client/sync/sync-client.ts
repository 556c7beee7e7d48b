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
 * One tab's client of its workspace, made in an effect and closed in its cleanup. Composes four parts: the connection
 * (life cycle), the status, the changes (mutate and undo) and the recovery (changes that a client can no longer send).
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
    // After a problem this client sends nothing more: later changes are recovered at once.
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

  /** Listens for changes in other workspaces or in the list of workspaces. */
  readonly subscribeElsewhere = (listener: () => void): (() => void) => {
    this.#listenersElsewhere.add(listener)
    return () => this.#listenersElsewhere.delete(listener)
  }

  /** Describes this tab's sync for error reports. */
  readonly describe = () => ({
    clientID: this.#connection.replicache?.clientID ?? null,
    online: !this.#status.facts.isOffline,
    lastSyncAt: this.#status.facts.lastSyncAt,
    pendingMutationCount: this.#status.facts.pending,
    schemaVersion: currentSchemaVersion,
  })

  /** Opens the local database and starts to sync; returns a function that stops it. */
  start(): () => void {
    return this.#connection.start({
      onOpened: (opened) => this.#recovery.findLeft(opened, this.#changes.makeAgain),
      onMade: this.#changes.onMade,
      onCounted: this.#recovery.mirror,
      // Recovers pending changes before the person reloads.
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

  /**
   * Undoes the last step and returns it; null if there is none. Rejects with `changed-since` if others have changed the
   * same since.
   */
  readonly undo = (): Promise<UndoStep | null> => this.#changes.undo()

  /**
   * Undoes one action and nothing that was done since; does nothing if it was already undone. Rejects as `undo` does.
   */
  readonly undoAction = (actionId: string): Promise<void> => this.#changes.undoAction(actionId)

  readonly redo = (): Promise<UndoStep | null> => this.#changes.redo()

  /** Redoes one step, whatever was undone since; see `UndoStack.fateOf`. Rejects as `undo` does. */
  readonly redoStep = (step: UndoStep): Promise<void> => this.#changes.redoStep(step)

  /** Restores any number of entries as one step that can be undone, all or nothing. Rejects as `undo` does. */
  readonly restore = (changes: readonly EntryChange[], options: Required<MutateOptions>): Promise<void> =>
    this.#changes.restore(changes, options)

  /** Tries the server now instead of waiting for the next attempt. */
  readonly syncNow = (): void => this.#connection.syncNow()

  /**
   * Makes the recovered changes again; those that fail stay, with the reason. Returns how many were made, and in which
   * steps.
   */
  readonly makeRecoveredAgain = () => this.#recovery.makeRecoveredAgain(this.#changes.makeAgain)

  /**
   * Reloads the page after a problem; pending changes are recovered first and offered by the new page. If this browser
   * cannot keep them that long, returns false and does nothing, unless told to give them up.
   */
  readonly reload = async (giveUpPending = false): Promise<boolean> => {
    if (!(await this.keepPending()) && !giveUpPending) return false
    await this.#connection.dropRefused()
    window.location.reload()
    return true
  }

  /** Returns how many changes the server does not have yet, as last counted. */
  readonly pendingCount = (): number => this.#status.facts.pending

  /** Returns this page's unsent changes, to be added to other tabs' changes on disk. */
  readonly readUnsent = (): Promise<OpenReplica> => this.#recovery.readUnsent()

  /**
   * Copies pending changes to where they outlive this client. Resolves to false if this browser has no place for them.
   */
  readonly keepPending = (): Promise<boolean> => this.#recovery.keepPending()

  /** Closes the client for good because the page is left; copies pending changes first if possible. */
  readonly leave = async (): Promise<void> => {
    await this.keepPending()
    await this.#connection.close()
  }

  /** Returns the pending changes as text for the clipboard. */
  readonly pendingAsText = (): Promise<string> => this.#recovery.pendingAsText()
}
