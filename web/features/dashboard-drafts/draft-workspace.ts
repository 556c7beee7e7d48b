import type { Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import type { EntryTx, EntryView, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { mutatorOf, type MutationArgs, type MutatorName } from '@tidemark/shared/sync/mutators'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import type { ViewState } from '@/client/sync/view-store'
import type { UndoState } from '@/client/undo/undo-stack'
import type { ChangeTarget } from '@/client/workspace/change-target'
import type { Views } from '@/client/workspace/use-view'

type Entries = ReadonlyMap<string, JsonValue>

/** The entries that undo restores. */
interface Step {
  readonly actionId: string
  readonly label: string
  readonly entries: Entries
}

/**
 * A draft beside the workspace: its entries are shown together with the workspace's and changed by the same mutators,
 * but never leave this page.
 */
export class DraftWorkspace implements ChangeTarget {
  readonly views: Views
  readonly #getActor: () => Actor
  readonly #base: Views
  readonly #listeners = new Set<() => void>()
  #entries: Entries
  #undo: readonly Step[] = []
  #redo: readonly Step[] = []
  #undoState: UndoState = { undoLabel: null, redoLabel: null }
  #shown: { readonly base: ViewState; readonly entries: Entries; readonly state: ViewState } | null = null

  constructor(base: Views, entries: readonly KeyedEntry[], getActor: () => Actor) {
    this.#base = base
    this.#entries = new Map(entries)
    this.#getActor = getActor
    const getState = () => this.#getState()
    this.views = {
      getState,
      getServerState: getState,
      subscribe: (listener) => {
        const stop = base.subscribe(listener)
        this.#listeners.add(listener)
        return () => {
          stop()
          this.#listeners.delete(listener)
        }
      },
    }
  }

  readonly undoStack = {
    getState: (): UndoState => this.#undoState,
    subscribe: (listener: () => void): (() => void) => {
      this.#listeners.add(listener)
      return () => this.#listeners.delete(listener)
    },
  }

  readonly mutate = async <Name extends MutatorName>(
    name: Name,
    args: MutationArgs<Name>,
    { label = 'Change the draft', actionId = newId() }: MutateOptions = {},
  ): Promise<void> => {
    const mutator = mutatorOf(name)
    const before = this.#entries
    const tx = new DraftTx(this.#getActor(), this.#base.getState().view, before)
    const parsed = mutator.argsSchema.safeParse({ ...args, at: Date.now(), actionId })
    if (!parsed.success) throw new TidemarkError('invalid-mutation', { detail: parsed.error.issues[0]?.message })
    await mutator.run(tx, parsed.data)
    if (this.#undo.at(-1)?.actionId !== actionId) this.#undo = [...this.#undo, { actionId, label, entries: before }]
    this.#redo = []
    // Merged into the present entries, which may have been written meanwhile.
    this.#show(new Map([...this.#entries].filter(([key]) => !tx.deleted.has(key)).concat([...tx.written])))
  }

  readonly undo = async (): Promise<null> => {
    const step = this.#undo.at(-1)
    if (step === undefined) return null
    this.#undo = this.#undo.slice(0, -1)
    this.#redo = [...this.#redo, { ...step, entries: this.#entries }]
    this.#show(step.entries)
    return null
  }

  readonly redo = async (): Promise<null> => {
    const step = this.#redo.at(-1)
    if (step === undefined) return null
    this.#redo = this.#redo.slice(0, -1)
    this.#undo = [...this.#undo, { ...step, entries: this.#entries }]
    this.#show(step.entries)
    return null
  }

  /** Undoes the action together with later ones, which build on it and can be redone. */
  readonly undoAction = async (actionId: string): Promise<void> => {
    while (this.#undo.some((step) => step.actionId === actionId)) await this.undo()
  }

  #show(entries: Entries): void {
    this.#entries = entries
    this.#undoState = { undoLabel: this.#undo.at(-1)?.label ?? null, redoLabel: this.#redo.at(-1)?.label ?? null }
    for (const listener of this.#listeners) listener()
  }

  #getState(): ViewState {
    const base = this.#base.getState()
    if (this.#shown?.base !== base || this.#shown.entries !== this.#entries) {
      const state = { view: viewOver(base.view, new EntryMap(this.#entries)), isComplete: base.isComplete }
      this.#shown = { base, entries: this.#entries, state }
    }
    return this.#shown.state
  }
}

/** Returns the draft's entries on top of the workspace's, which have other keys. */
function viewOver(base: EntryView, own: EntryMap): EntryView {
  return {
    get: (key) => own.get(key) ?? base.get(key),
    scan: (prefix) => {
      const added = [...own.scan(prefix)]
      return added.length === 0
        ? base.scan(prefix)
        : [...base.scan(prefix), ...added].sort(([a], [b]) => (a < b ? -1 : 1))
    },
  }
}

/** Reads from both, writes only to the draft. */
class DraftTx implements EntryTx {
  readonly actor: Actor
  readonly written = new Map<string, JsonValue>()
  readonly deleted = new Set<string>()
  readonly #base: EntryView
  readonly #entries: Entries

  constructor(actor: Actor, base: EntryView, entries: Entries) {
    this.actor = actor
    this.#base = base
    this.#entries = entries
  }

  get #view(): EntryView {
    const own = [...this.#entries].filter(([key]) => !this.deleted.has(key))
    return viewOver(this.#base, new EntryMap([...own, ...this.written]))
  }

  async get(key: string): Promise<JsonValue | undefined> {
    return this.#view.get(key)
  }

  async scan(prefix: string): Promise<readonly KeyedEntry[]> {
    return [...this.#view.scan(prefix)]
  }

  async set(key: string, value: JsonObject): Promise<void> {
    this.deleted.delete(key)
    this.written.set(key, value)
  }

  async del(key: string): Promise<void> {
    this.written.delete(key)
    this.deleted.add(key)
  }
}
