import type { JsonValue } from '@tidemark/shared/base/json'
import { invertChange, undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'

/** From what an entry was to what it became by the action alone. */
interface EntryWrite {
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** The writes of one action to an entry. */
interface KeyWrites {
  /** From first to last; one as long as nobody else changed the entry in between. */
  readonly writes: readonly EntryWrite[]
  /** The changes that take them back. */
  readonly changes: readonly EntryChange[]
}

type ActionWrites = Map<string, KeyWrites>

export interface UndoStep {
  readonly actionId: string
  readonly label: string
  /** In the order that they are done in: what goes after what it holds, what comes before it. */
  readonly changes: readonly EntryChange[]
}

export interface UndoState {
  readonly undoLabel: string | null
  readonly redoLabel: string | null
}

const maxSteps = 200

/**
 * The undo and redo steps of this tab. Mutations record what they wrote while they run for the first time; a step is the
 * mutation that puts those fields back, so it goes through sync like any other change.
 */
export class UndoStack {
  readonly #writesByAction = new Map<string, ActionWrites>()
  readonly #listeners = new Set<() => void>()
  #undo: UndoStep[] = []
  #redo: UndoStep[] = []
  /** The keys of entries that a step had made and that are taken back, also if it can no longer be redone. */
  readonly #takenBackKeys = new Set<string>()
  #state: UndoState = { undoLabel: null, redoLabel: null }

  readonly getState = (): UndoState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Notes one write of an action that is being recorded. */
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

  /** Makes what the action has written so far its undo step; more mutations of the same action extend the step. */
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

  /** The step of an action, whatever was done since; undefined once it was taken back. */
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
   * The fate of an entry made here: the step that makes it again, `taken-back` where there is none any more,
   * and undefined where it was not taken back.
   */
  fateOf(key: string): UndoStep | 'taken-back' | undefined {
    const step = this.#redo.findLast(({ changes }) => keysMade(changes).includes(key))
    return step ?? (this.#takenBackKeys.has(key) ? 'taken-back' : undefined)
  }

  removeRedo(step: UndoStep): void {
    this.#redo = this.#redo.filter((other) => other !== step)
    this.#publish()
  }

  /** After an undo went through: what redoes it. */
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
