import type { JsonValue } from '@tidemark/shared/base/json'
import { chartPrefix, chartSchema } from '@tidemark/shared/charts/chart'
import { tileSchema } from '@tidemark/shared/dashboards/dashboard'
import type { EntryDiff } from './view-store'
import type { Written } from './client-mutators'

/** A text this person wrote here, and what another wrote over it as a whole. */
export interface OverwrittenText {
  readonly key: string
  /** The user id of who wrote over it. */
  readonly by: string
  readonly mine: string
}

interface WrittenText {
  readonly text: string
  readonly at: number
}

/** Whoever writes after that long has seen the text, and means to change it. */
const rememberedMs = 10 * 60_000

/**
 * Notices when a text that was written in this tab is replaced by somebody else's. Fields and tiles of their own go together
 * when two people edit; of one text the later write wins, and the earlier stays in the history.
 */
export class OverwrittenTexts {
  readonly #writtenByKey = new Map<string, WrittenText>()
  readonly #listeners = new Set<(overwritten: OverwrittenText) => void>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Returns how to stop. */
  readonly subscribe = (listener: (overwritten: OverwrittenText) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** This person changed an entry here. */
  wrote({ key, before, after }: Pick<Written, 'key' | 'before' | 'after'>): void {
    const text = textOf(key, after)?.text
    if (text === undefined) this.#writtenByKey.delete(key)
    else if (text !== textOf(key, before)?.text) this.#writtenByKey.set(key, { text, at: this.#clock() })
  }

  /** The local data changed, by this person's own edits or by what the server sent. */
  changed(diffs: readonly EntryDiff[], ownUserId: string): void {
    if (this.#writtenByKey.size === 0) return
    for (const diff of diffs) {
      const mine = this.#writtenByKey.get(diff.key)
      const now = mine !== undefined && diff.op !== 'del' ? textOf(diff.key, diff.newValue) : undefined
      if (mine === undefined || now === undefined || now.text === mine.text) continue
      this.#writtenByKey.delete(diff.key)
      if (now.by === ownUserId || this.#clock() - mine.at > rememberedMs || mine.text.trim() === '') continue
      for (const listener of this.#listeners) listener({ key: diff.key, by: now.by, mine: mine.text })
    }
  }
}

/** The text of an entry that has one, and who changed the entry last. */
function textOf(key: string, value: JsonValue | undefined): { readonly text: string; readonly by: string } | undefined {
  if (key.startsWith(chartPrefix)) {
    const chart = chartSchema.safeParse(value)
    // The parts of a question go together like fields.
    if (!chart.success || chart.data.query.kind !== 'sql') return undefined
    return { text: chart.data.query.sql, by: chart.data.updatedBy }
  }
  if (!key.startsWith('tile/')) return undefined
  const tile = tileSchema.safeParse(value)
  return tile.success && tile.data.content.kind === 'text'
    ? { text: tile.data.content.text, by: tile.data.updatedBy }
    : undefined
}
