import type { JsonValue } from '@tidemark/shared/base/json'
import { invertChange, undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'

/** An entry's value before and after a write of the action. */
interface EntryWrite {
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** The writes of one action to an entry. */
interface KeyWrites {
  /** In order. There is only one if nobody else changed the entry in between. */
  readonly writes: readonly EntryWrite[]
  /** The changes that undo them. */
  readonly changes: readonly EntryChange[]
}

type ActionWrites = Map<string, KeyWrites>

export interface UndoStep {
  readonly actionId: string
  readonly label: string
  /** In the order in which they are applied: an entry is deleted after what it contains and created before it. */
  readonly changes: readonly EntryChange[]
}

export interface UndoState {
  readonly undoLabel: string | null
  readonly redoLabel: string | null
}

const maxSteps = 200

/**
 * The undo and redo steps of this tab. Mutations record what they wrote at their first run; a step is a mutation that
 * restores those fields, so it syncs like any other change.
 */
export class UndoStack {
  readonly #writesByAction = new Map<string, ActionWrites>()
  readonly #listeners = new Set<() => void>()
  #undo: UndoStep[] = []
  #redo: UndoStep[] = []
  /** The keys of entries whose creation was undone, even if it can no longer be redone. */
  readonly #takenBackKeys = new Set<string>()
  #state: UndoState = { undoLabel: null, redoLabel: null }

  readonly getState = (): UndoState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Records one write of an action. */
  record(actionId: string, key: string, before: JsonValue | undefined, after: JsonValue | undefined): void {
    const writes: ActionWrites = this.#writesByAction.get(actionId) ?? new Map()
    this.#writesByAction.set(actionId, writes)
    const known = writes.get(key)?.writes ?? []
    const last = known.at(-1)
    const isOnTop = last !== undefined && undoOf(key, last.after, before) === null
    const next = isOnTop ? [...known.slice(0, -1), { before: last.before, after }] : [...known, { before, after }]
    const changes = next.toReversed().flatMap((write) => undoOf(key, write.before, write.after) ?? [])
    writes.set(key, { writes: next, changes })
  }

  /** Makes an undo step of what the action has written so far; later mutations of the same action extend the step. */
  commit(actionId: string, label: string): void {
    const writes = [...(this.#writesByAction.get(actionId)?.values() ?? [])]
    const changes = writes.toReversed().flatMap((ofKey) => ofKey.changes)
    if (changes.length === 0) return
    const known = this.#undo.find((step) => step.actionId === actionId)
    const step = { actionId, label: known?.label ?? label, changes }
    this.#undo =
      known === undefined
        ? [...this.#undo, step].slice(-maxSteps)
        : this.#undo.map((old) => (old === known ? step : old))
    this.#redo = []
    this.#forgetOldWrites()
    this.#publish()
  }

  /** Forgets an action whose mutation was refused. */
  abandon(actionId: string): void {
    if (!this.#undo.some((step) => step.actionId === actionId)) this.#writesByAction.delete(actionId)
  }

  takeUndo(): UndoStep | undefined {
    const step = this.#undo.at(-1)
    if (step !== undefined) this.removeUndo(step)
    return step
  }

  /** Returns the step of an action, whatever was done since; undefined once it was undone. */
  findUndo(actionId: string): UndoStep | undefined {
    return this.#undo.find((step) => step.actionId === actionId)
  }

  removeUndo(step: UndoStep): void {
    this.#undo = this.#undo.filter((other) => other.actionId !== step.actionId)
    this.#writesByAction.delete(step.actionId)
    this.#publish()
  }

  takeRedo(): UndoStep | undefined {
    const step = this.#redo.at(-1)
    if (step !== undefined) this.removeRedo(step)
    return step
  }

  /**
   * Returns what became of an entry created here: the step that creates it again, `taken-back` if there is no such step
   * any more, and undefined if its creation was not undone.
   */
  fateOf(key: string): UndoStep | 'taken-back' | undefined {
    const step = this.#redo.findLast(({ changes }) => keysMade(changes).includes(key))
    return step ?? (this.#takenBackKeys.has(key) ? 'taken-back' : undefined)
  }

  removeRedo(step: UndoStep): void {
    this.#redo = this.#redo.filter((other) => other !== step)
    this.#publish()
  }

  /** Adds the redo step after a successful undo. */
  pushRedo(undone: UndoStep): void {
    const redo = inverse(undone)
    for (const key of keysMade(redo.changes)) this.#takenBackKeys.add(key)
    this.#redo.push(redo)
    this.#publish()
  }

  pushUndo(redone: UndoStep): void {
    for (const key of keysMade(redone.changes)) this.#takenBackKeys.delete(key)
    this.#undo.push(inverse(redone))
    this.#publish()
  }

  #forgetOldWrites(): void {
    const live = new Set(this.#undo.map((step) => step.actionId))
    for (const actionId of this.#writesByAction.keys()) if (!live.has(actionId)) this.#writesByAction.delete(actionId)
  }

  #publish(): void {
    this.#state = { undoLabel: this.#undo.at(-1)?.label ?? null, redoLabel: this.#redo.at(-1)?.label ?? null }
    for (const listener of this.#listeners) listener()
  }
}

function inverse(step: UndoStep): UndoStep {
  return { ...step, changes: step.changes.map(invertChange).toReversed() }
}

function keysMade(changes: readonly EntryChange[]): readonly string[] {
  return changes.flatMap(({ key, expected }) => (expected === null ? [key] : []))
}
