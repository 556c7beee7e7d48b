import type { Actor } from '@tidemark/shared/access/actor'
import { requirePermission } from '@tidemark/shared/access/rules'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import type { EntryKey, EntryTx, EntryView, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError, toTidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { entryTextOf } from '@tidemark/shared/history/entry-text'
import type { HistoryChange } from '@tidemark/shared/history/history-page'
import { isWithheld } from '@tidemark/shared/query/run-query'
import { isMutatorName, mutatorOf } from '@tidemark/shared/sync/mutators'
import { argsOf, copyOf, writtenText, type MadeChange } from './change-words'
import { reportCaught } from '../observability/report-caught'

/**
 * The preview of a change that waits for a decision. effect: the difference to the present entries, entry by entry; may
 * be empty. view: the entries with the change made, for the names in it.
 * text, content: shown for a change that cannot be made: its text beside the present one (empty if the person has
 * none), or its content as it would be copied.
 */
export type PreviewedChange =
  | { readonly kind: 'effect'; readonly changes: readonly HistoryChange[]; readonly view: EntryView }
  | { readonly kind: 'text'; readonly text: string; readonly there: string; readonly error: ErrorBody }
  | { readonly kind: 'content'; readonly content: string; readonly error: ErrorBody }

/**
 * Previews changes by making them in memory, each on top of the earlier ones as when they are made again. Stores
 * nothing.
 */
export async function previewChanges(
  actor: Actor,
  view: EntryView,
  changes: readonly MadeChange[],
): Promise<readonly PreviewedChange[]> {
  const previews: PreviewedChange[] = []
  let now = view
  for (const change of changes) {
    // Each change gets a fresh view, so that a change that fails half way leaves nothing behind.
    const next = new ChangedView(now)
    try {
      await run(next.tx(actor), change)
      previews.push({ kind: 'effect', changes: next.changes(actor), view: next })
      now = next
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.code === 'internal') reportCaught(thrown)
      previews.push(contentOf(change, now, error.toBody()))
    }
  }
  return previews
}

async function run(tx: EntryTx, { name, args }: MadeChange): Promise<void> {
  if (!isMutatorName(name)) throw new TidemarkError('unknown-mutation', { detail: name })
  const mutator = mutatorOf(name)
  requirePermission(tx.actor, mutator.permission)
  const parsed = mutator.argsSchema.safeParse(args)
  if (!parsed.success) throw new TidemarkError('invalid-mutation')
  await mutator.run(tx, parsed.data)
}

/** A view with writes on top of it. */
class ChangedView implements EntryView {
  readonly #below: EntryView
  /** By key; undefined: deleted. */
  readonly #written = new Map<EntryKey, JsonObject | undefined>()

  constructor(below: EntryView) {
    this.#below = below
  }

  get(key: EntryKey): JsonValue | undefined {
    return this.#written.has(key) ? this.#written.get(key) : this.#below.get(key)
  }

  scan(prefix: string): readonly KeyedEntry[] {
    const found = new Map(this.#below.scan(prefix))
    for (const [key, value] of this.#written) {
      if (!key.startsWith(prefix)) continue
      if (value === undefined) found.delete(key)
      else found.set(key, value)
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  tx(actor: Actor): EntryTx {
    return {
      actor,
      get: async (key) => this.get(key),
      scan: async (prefix) => this.scan(prefix),
      set: async (key, value) => void this.#written.set(key, value),
      del: async (key) => void this.#written.set(key, undefined),
    }
  }

  changes({ userId }: Actor): readonly HistoryChange[] {
    return [...this.#written].map(([key, after = null]) => {
      const before = this.#below.get(key)
      return { key, version: 0, at: 0, userId, before: isJsonObject(before) ? before : null, after }
    })
  }
}

function contentOf(change: MadeChange, view: EntryView, error: ErrorBody): PreviewedChange {
  const text = writtenText(change)
  if (text === undefined) return { kind: 'content', content: copyOf([change]), error }
  const { id, dashboardId } = argsOf(change.args)
  const key = [dashboardId === undefined ? 'chart' : 'tile', dashboardId, id].filter((part) => typeof part === 'string')
  const value = view.get(key.join('/'))
  const isHidden = isJsonObject(value) && isWithheld(value['query'])
  return { kind: 'text', text, there: (isHidden ? undefined : entryTextOf(key.join('/'), value)) ?? '', error }
}
