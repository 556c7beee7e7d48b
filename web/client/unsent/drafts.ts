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
 * Typed text that outlives its editor: it is not stored yet, or conflicts with somebody else's text. base: the stored
 * text it started from. isStored: it was stored here, but may still be refused or lost; the present stored text may
 * also be newer.
 */
export interface Draft {
  readonly text: string
  readonly base: string
  readonly isStored?: true | undefined
}

/** The key of a chart's SQL text, `sql/<chart>`. */
export const sqlDraftKey = (chartId: string) => `sql/${chartId}`
export const noteDraftKey = (dashboardId: string, tileId: string) => `${notesOf(dashboardId)}${tileId}`
/** Returns the prefix of the keys of a dashboard's notes. */
const notesOf = (dashboardId: string) => `note/${dashboardId}/`

/** Returns the draft key of the chart or tile with this entry key. */
function ofEntry(key: string): string {
  const [concept, id = '', tileId = ''] = key.split('/')
  return concept === 'tile' ? noteDraftKey(id, tileId) : sqlDraftKey(id)
}

/** Returns the name of a tab's draft. */
export function draftName(of: string, tab: string): string {
  return `${of}/${tab}`
}

/** Returns the tab from a draft's name. */
function tabOfDraft(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Serializes a draft. at: Unix milliseconds. */
export function draftToJson({ text, base, isStored }: Draft, at: number): string {
  return JSON.stringify({ text, base, isStored, at } satisfies z.infer<typeof draftSchema>)
}

/**
 * Finds the draft with which a tab opens an editor: its own, or the newest text that a closed tab could not store. A
 * text that waits for a choice in another tab is decided there.
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
 * Returns true if a draft can be dropped without loss: its text was stored, and so long ago that nobody will return to
 * the choice it waited for.
 */
export function isOutlived(json: string, now: number): boolean {
  const kept = parseDraft(json)
  return kept !== undefined && kept.text === kept.base && kept.at < now - keepStoredMs
}

/** How long a draft is kept for a person to return to. */
export const keepStoredMs = 30 * 24 * 60 * 60 * 1000

/** Returns true if any draft is stored, even one that needs no notice. */
export function hasDraft(drafts: Readonly<Record<string, string>>, of: string): boolean {
  return Object.keys(drafts).some((name) => name.startsWith(draftName(of, '')))
}

/** Returns the keys of a dashboard's notes that have drafts. */
export function notesWithDrafts(drafts: Readonly<Record<string, string>>, dashboardId: string): readonly string[] {
  const names = Object.keys(drafts).filter((name) => name.startsWith(notesOf(dashboardId)))
  return [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('/'))))]
}

/** Parses a stored draft; undefined if it is none. at: when it was stored, in Unix milliseconds. */
export function parseDraft(json: string): z.infer<typeof draftSchema> | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(json)).data
  } catch (thrown) {
    // People can edit local storage; anything else under the key is ignored.
    console.debug('a draft was not read', thrown)
    return undefined
  }
}

/** Unsaved texts by the name that `draftName` gives them. */
type Drafts = Readonly<Record<string, string>>

/**
 * Stores the drafts of a person in a workspace for the tabs of a browser. Each text has its own entry in local storage,
 * which only its tab writes: a tab sees another tab's writes late, so tabs that shared an entry would restore each
 * other's old values.
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
      // Blocked storage has no drafts.
      console.debug('drafts were not read', thrown)
      return {}
    }
  }

  /** Stores drafts that the tab has changed and removes those it has finished. */
  write(before: Drafts, after: Drafts): void {
    try {
      // Removes first, to make room.
      for (const [name, text] of Object.entries(before)) if (after[name] === undefined) this.#remove(name, text)
      for (const [name, text] of Object.entries(after))
        if (before[name] !== text) localStorage.setItem(this.#prefix + name, text)
    } catch (thrown) {
      // Storage is full or blocked: the draft still lives in this tab and is saved into its chart within a second.
      console.debug('drafts were not stored', thrown)
    }
  }

  #remove(name: string, text: string): void {
    if (tabOfDraft(name) === this.#tab) localStorage.removeItem(this.#prefix + name)
    else this.#removeLeft(name, text)
  }

  /** Removes another tab's draft once that tab is closed; an open tab removes its own. A text written since is kept. */
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

/** A text that the server refused to store. text: the latest version. errors: all refusals of the text. */
export interface RefusedText {
  readonly text: string
  readonly errors: readonly MutationError[]
}

/**
 * Finds the refused text of a chart or note; null if nothing was refused or the person has decided it. of: a key from
 * `sqlDraftKey` or `noteDraftKey`.
 */
export function findRefusedText(view: EntryView, of: string): RefusedText | null {
  const refused = listRefused(view).filter((one) => one.of === of)
  const [latest] = refused
  return latest === undefined ? null : { text: latest.text, errors: refused.map(({ error }) => error) }
}

/** Returns the keys of a dashboard's notes with refused texts. */
export function refusedNotes(view: EntryView, dashboardId: string): readonly string[] {
  return listRefused(view).flatMap(({ of }) => (of.startsWith(notesOf(dashboardId)) ? [of] : []))
}

/** Lists refused texts, the newest first. */
function listRefused(view: EntryView) {
  return listMutationErrors(view).flatMap((error) => {
    const write = textWrite(error.name, error.args)
    return write === undefined ? [] : [{ error, text: write.text, of: ofEntry(write.key) }]
  })
}
