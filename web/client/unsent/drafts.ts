import * as z from 'zod/mini'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import { textWrite } from '@tidemark/shared/sync/overwritten-text'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { onceClosed } from '../page/tab-id'
import { draftPrefixOf } from './unsent-store'

const draftSchema = z.object({
  text: z.string(),
  base: z.string(),
  isStored: z.optional(z.literal(true)),
  at: z.number(),
})

/**
 * Typed text that outlives its editor: it is not stored yet, or somebody else's waits beside it. base: the stored text it grew from.
 * isStored: it was stored here, though that may still be refused or lost; what is there instead may as well have come later.
 */
export interface Draft {
  readonly text: string
  readonly base: string
  readonly isStored?: true | undefined
}

/** The key of a chart's SQL text, `sql/<chart>`. */
export const sqlDraftKey = (chartId: string) => `sql/${chartId}`
export const noteDraftKey = (dashboardId: string, tileId: string) => `${notesOf(dashboardId)}${tileId}`
/** The prefix of the keys of all notes of a dashboard. */
const notesOf = (dashboardId: string) => `note/${dashboardId}/`

/** The same by the key of the chart or tile that holds the text. */
function ofEntry(key: string): string {
  const [concept, id = '', tileId = ''] = key.split('/')
  return concept === 'tile' ? noteDraftKey(id, tileId) : sqlDraftKey(id)
}

/** The name of a tab's draft. */
export function draftName(of: string, tab: string): string {
  return `${of}/${tab}`
}

/** The tab whose draft has this name. */
function tabOfDraft(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** The stored form of a draft; at: Unix milliseconds. */
export function draftToJson({ text, base, isStored }: Draft, at: number): string {
  return JSON.stringify({ text, base, isStored, at } satisfies z.infer<typeof draftSchema>)
}

/**
 * Returns the draft with which a tab opens an editor, among those the browser holds: its own, or the newest text that
 * another tab could not store before it was closed. A text that waits for a choice in another tab is decided there.
 */
export function findDraft(
  drafts: Readonly<Record<string, string>>,
  of: string,
  tab: string,
): { readonly name: string; readonly kept: Draft } | undefined {
  const ownName = draftName(of, tab)
  const found = Object.entries(drafts).flatMap(([name, json]) => {
    const parsed = name.startsWith(draftName(of, '')) ? parseDraft(json) : undefined
    if (parsed === undefined) return []
    const { at, ...kept } = parsed
    return [{ name, kept, at }]
  })
  const newest = () => found.filter(({ kept }) => kept.text !== kept.base).sort((a, b) => b.at - a.at)[0]
  const opened = found.find(({ name }) => name === ownName) ?? newest()
  return opened && { name: opened.name, kept: opened.kept }
}

/**
 * Returns true when a draft can be dropped without loss: its text was stored, so long ago that nobody returns to the
 * choice it waited for.
 */
export function isOutlived(json: string, now: number): boolean {
  const kept = parseDraft(json)
  return kept !== undefined && kept.text === kept.base && kept.at < now - keepStoredMs
}

/** After so long nobody is thought to come back to a draft. */
export const keepStoredMs = 30 * 24 * 60 * 60 * 1000

/** Returns true when any draft is stored, also one that needs no notice. */
export function hasDraft(drafts: Readonly<Record<string, string>>, of: string): boolean {
  return Object.keys(drafts).some((name) => name.startsWith(draftName(of, '')))
}

/** The notes of a dashboard that have drafts. */
export function notesWithDrafts(drafts: Readonly<Record<string, string>>, dashboardId: string): readonly string[] {
  const names = Object.keys(drafts).filter((name) => name.startsWith(notesOf(dashboardId)))
  return [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('/'))))]
}

/** undefined: it is no draft. at: when it was stored, Unix milliseconds. */
export function parseDraft(json: string): z.infer<typeof draftSchema> | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(json)).data
  } catch (thrown) {
    // Local storage is the person's to edit; what is no draft is none.
    console.debug('a draft was not read', thrown)
    return undefined
  }
}

/** Texts not saved yet, by the name that `keptName` gives them. */
type Drafts = Readonly<Record<string, string>>

/**
 * The drafts that the tabs of a browser hold for a person in a workspace. Each text has an entry of its own in local
 * storage, which its tab alone writes: a browser shows a tab a moment late what another wrote, so that tabs sharing an
 * entry would restore each other's old values.
 */
export class StoredDrafts {
  readonly #prefix: string
  readonly #tab: string

  constructor(databaseName: string, tab: string) {
    this.#prefix = draftPrefixOf(databaseName)
    this.#tab = tab
  }

  read(): Drafts {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix))
      const drafts: Drafts = Object.fromEntries(
        keys.map((key) => [key.slice(this.#prefix.length), localStorage.getItem(key) ?? '']),
      )
      this.#clean(drafts)
      return drafts
    } catch (thrown) {
      // Storage that is blocked has no drafts.
      console.debug('drafts were not read', thrown)
      return {}
    }
  }

  /** Keeps what the tab has changed, and takes away what it has dealt with. */
  write(before: Drafts, after: Drafts): void {
    try {
      // First, as it makes room.
      for (const [name, text] of Object.entries(before)) if (after[name] === undefined) this.#remove(name, text)
      for (const [name, text] of Object.entries(after))
        if (before[name] !== text) localStorage.setItem(this.#prefix + name, text)
    } catch (thrown) {
      // Full or blocked storage: the draft still lives in this tab, and is saved into its chart within a second.
      console.debug('drafts were not stored', thrown)
    }
  }

  #remove(name: string, text: string): void {
    if (tabOfDraft(name) === this.#tab) localStorage.removeItem(this.#prefix + name)
    else this.#removeLeft(name, text)
  }

  /**
   * Removes a draft of another tab once that is closed; an open tab removes its own, and a text written since stays.
   */
  #removeLeft(name: string, text: string): void {
    const key = this.#prefix + name
    void onceClosed(tabOfDraft(name), () => {
      if (localStorage.getItem(key) === text) localStorage.removeItem(key)
    })
  }

  #clean(drafts: Drafts): void {
    for (const [name, text] of Object.entries(drafts)) {
      const isOwn = tabOfDraft(name) === this.#tab
      if (!isOwn && isOutlived(text, Date.now())) this.#removeLeft(name, text)
    }
  }
}

/** The text that the server refused to store. text: the latest version. errors: all refusals of that text. */
export interface RefusedText {
  readonly text: string
  readonly errors: readonly MutationError[]
}

/** of: as `sqlDraftKey` and `noteDraftKey` name it. Null where nothing was refused, or the person has dealt with it. */
export function findRefusedText(view: EntryView, of: string): RefusedText | null {
  const refused = listRefused(view).filter((one) => one.of === of)
  const [latest] = refused
  return latest === undefined ? null : { text: latest.text, errors: refused.map(({ error }) => error) }
}

/** The notes of a dashboard of which something was refused. */
export function refusedNotes(view: EntryView, dashboardId: string): readonly string[] {
  return listRefused(view).flatMap(({ of }) => (of.startsWith(notesOf(dashboardId)) ? [of] : []))
}

/** The newest first. */
function listRefused(view: EntryView) {
  return listMutationErrors(view).flatMap((error) => {
    const write = textWrite(error.name, error.args)
    return write === undefined ? [] : [{ error, text: write.text, of: ofEntry(write.key) }]
  })
}
