import { newId } from '@tidemark/shared/base/ids'
import type { JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { isOfComments } from '@tidemark/shared/comments/comment'
import type { MutationStamp } from '@tidemark/shared/entries/define-mutator'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import type { EntryChange } from '@tidemark/shared/sync/entry-change'
import { type MutationArgs, type MutatorName, mutatorOf } from '@tidemark/shared/sync/mutators'
import { restorePartsOf } from '../undo/restore-parts'
import { UndoStack, type UndoStep } from '../undo/undo-stack'
import { foundBy, type ChangeJournal } from '../unsent/change-journal'
import { changeTitle } from '../unsent/change-words'
import { mustBeRestorableWhole, type MadeMutation } from './client-mutators'
import type { SyncConnection } from './sync-connection'
import type { SyncStatusStore } from './sync-status'
import type { ViewStore } from './view-store'

export interface MutateOptions {
  /** The name of the undo step, for example "Rename chart". Default: the usual title of such a change. */
  readonly label?: string
  /** Mutations with the same id are one undo step. */
  readonly actionId?: string
}

/** A mutation's arguments with its stamp. */
export type StampedArgs = MutationStamp & Readonly<Record<string, unknown>>

interface ChangeParts {
  readonly connection: SyncConnection
  readonly status: SyncStatusStore
  readonly views: ViewStore
  readonly journal: ChangeJournal
  /** Resolves once an earlier page's changes are made again; they come before early changes on this page. */
  readonly whenLeftMade: () => Promise<void>
  /** Called when a change was made and counted. */
  readonly onChanged: () => Promise<unknown>
}

/** Makes changes in the local data at once, and undoes them. */
export class UndoableChanges {
  readonly undoStack = new UndoStack()
  readonly #parts: ChangeParts
  /** Actions that undo or redo others. They make no undo steps of their own. */
  readonly #inverseActionIds = new Set<string>()
  /** The number of changes that are about to be shown on the page's entries. */
  #showing = 0
  #hasAskedToPersist = false

  constructor(parts: ChangeParts) {
    this.#parts = parts
  }

  readonly mutate = async <Name extends MutatorName>(
    name: Name,
    args: MutationArgs<Name>,
    { label, actionId = newId() }: MutateOptions = {},
  ): Promise<void> => {
    try {
      await this.#send(name, { ...args, at: Date.now(), actionId })
    } catch (thrown) {
      this.undoStack.abandon(actionId)
      throw thrown
    }
    this.undoStack.commit(actionId, label ?? this.#labelOf(name, args))
  }

  /** Makes a change that an earlier page could not send, as the same undo step. */
  readonly makeAgain = async (name: MutatorName, args: StampedArgs): Promise<void> => {
    await this.#send(name, args)
    this.undoStack.commit(args.actionId, this.#labelOf(name, args))
  }

  readonly undo = async (): Promise<UndoStep | null> => {
    const step = this.undoStack.takeUndo()
    if (step === undefined) return null
    await this.#takeBack(step)
    this.undoStack.pushRedo(step)
    return step
  }

  readonly undoAction = async (actionId: string): Promise<void> => {
    const step = this.undoStack.findUndo(actionId)
    if (step === undefined) return
    await this.#takeBack(step)
    this.undoStack.removeUndo(step)
    this.undoStack.pushRedo(step)
  }

  readonly redo = async (): Promise<UndoStep | null> => {
    const step = this.undoStack.takeRedo()
    if (step === undefined) return null
    await this.#takeBack(step)
    this.undoStack.pushUndo(step)
    return step
  }

  readonly redoStep = async (step: UndoStep): Promise<void> => {
    await this.#takeBack(step)
    this.undoStack.removeRedo(step)
    this.undoStack.pushUndo(step)
  }

  readonly restore = async (changes: readonly EntryChange[], options: Required<MutateOptions>): Promise<void> => {
    await this.#restoreWhole(changes, (part) => this.mutate('restoreEntries', { changes: part }, options))
  }

  /** Records each mutation's first run in the journal and for undo. */
  readonly onMade = ({ mutatorName, args, actionId, clientId, mutationId, writes }: MadeMutation): void => {
    this.#parts.journal.note(args, { found: foundBy(writes), mutation: { clientId, id: mutationId } })
    if (isDiscarding(mutatorName) || this.#inverseActionIds.has(actionId)) return
    // What somebody said stays said until they delete it.
    for (const { key, before, after } of writes)
      if (!isOfComments(key)) this.undoStack.record(actionId, key, before, after)
  }

  #labelOf(name: MutatorName, args: object): string {
    // Arguments of mutations are JSON.
    return changeTitle(this.#parts.views.getState().view, { name, args: args as JsonValue })
  }

  async #takeBack({ changes }: UndoStep): Promise<void> {
    const actionId = newId()
    this.#inverseActionIds.add(actionId)
    await this.#restoreWhole(changes, (part) =>
      this.#send('restoreEntries', { changes: part, at: Date.now(), actionId }),
    )
  }

  /** Restores all or nothing, even if that takes several mutations, unless others change the same entries meanwhile. */
  async #restoreWhole(changes: readonly EntryChange[], restore: (part: EntryChange[]) => Promise<void>): Promise<void> {
    const { connection, status } = this.#parts
    const parts = restorePartsOf(changes)
    if (parts.length > 1)
      await connection.replicache?.query((tx) => mustBeRestorableWhole(status.facts.actor, tx, changes))
    let refusal: unknown
    let restored = 0
    for (const part of parts) {
      try {
        await restore(part)
        restored += 1
      } catch (thrown) {
        // As within one mutation, entries that others changed since are left alone and the rest is restored.
        if (toTidemarkError(thrown).code !== 'changed-since') throw thrown
        refusal = thrown
      }
    }
    if (restored === 0) throw refusal
  }

  async #send(name: MutatorName, args: StampedArgs): Promise<void> {
    const { connection, status, views, journal, onChanged } = this.#parts
    // Validated here as the server will: an error belongs in front of the person, not into the queue.
    const parsed = mutatorOf(name).argsSchema.safeParse(args)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      throw new TidemarkError('invalid-mutation', { detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` })
    }
    const row = journal.add({ name, args: parsed.data })
    // The change is visible before it is counted; until then the status must not claim that the server has it.
    status.tell({ kind: 'change-began' })
    try {
      if (views.isReady) await this.#make(name, parsed.data)
      else await this.#makeWhenReady(name, parsed.data)
      row.isMade = true
      this.#askToPersist()
      await connection.countPending()
    } catch (thrown) {
      // A change that came after this client closed stays in the journal, and the next client makes it.
      if (connection.replicache !== null) journal.forget([row])
      throw thrown
    } finally {
      status.tell({ kind: 'change-ended' })
      if (status.facts.making === 0) journal.writeNoted()
    }
    await onChanged()
  }

  async #make(name: MutatorName, args: MutationStamp): Promise<void> {
    const mutate = this.#parts.connection.replicache?.mutate[name]
    if (mutate === undefined) throw new Error(`the sync client is closed: ${name}`)
    await mutate(args)
  }

  /** Holds the mutation until there is local data, and shows its effect on the page's entries meanwhile. */
  async #makeWhenReady(name: MutatorName, args: MutationStamp): Promise<void> {
    const { status, views, journal, whenLeftMade } = this.#parts
    const stopHolding = views.holdPage()
    this.#showing += 1
    const mutator = mutatorOf(name)
    await views
      .showEarly(status.facts.actor, async (tx) => {
        await mutator.run(tx, args)
        journal.note(args, { found: foundBy(tx.writes) })
      })
      // The page may lack entries that the mutation reads. A real error shows when it is made.
      .catch((thrown: unknown) => console.debug('an early edit is not shown yet', thrown))
    this.#showing -= 1
    // Many changes at once are written together, because each write contains all of them.
    if (this.#showing === 0) journal.writeNoted()
    await views.ready
    await whenLeftMade()
    try {
      await this.#make(name, args)
    } finally {
      stopHolding()
    }
  }

  /**
   * Asks for persistent storage once there is something to lose: otherwise the browser may clear the database when its
   * disk is full.
   */
  #askToPersist(): void {
    if (this.#hasAskedToPersist) return
    this.#hasAskedToPersist = true
    navigator.storage
      ?.persist?.()
      .catch((thrown: unknown) => console.debug('persistent storage was not granted', thrown))
  }
}
