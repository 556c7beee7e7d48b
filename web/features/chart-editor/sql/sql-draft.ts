import type { Draft } from '@/client/unsent/drafts'

/**
 * The text of a query while somebody writes it.
 *
 * text: what the editor shows. base: the stored text it grew from. theirs: what somebody else stored meanwhile; until
 * the person chooses, neither text overwrites the other. isTyped: the text is the person's own, stored or not.
 * isOverTheirs: the person chose their own, so the other is told.
 */
export interface SqlDraft {
  readonly text: string
  readonly base: string
  readonly theirs: string | null
  readonly isTyped?: true
  readonly isOverTheirs?: true
}

/** Opens on the stored text, or on what was kept when the page closed before it was certainly stored. */
export function openDraft(stored: string, kept: Draft | undefined): SqlDraft {
  if (kept === undefined || kept.text === stored) return { text: stored, base: stored, theirs: null }
  const isFree = kept.base === stored && kept.isStored === undefined
  return { text: kept.text, base: kept.base, theirs: isFree ? null : stored, isTyped: true }
}

export function typeIntoDraft(draft: SqlDraft, text: string): SqlDraft {
  if (text === draft.theirs) return { text, base: text, theirs: null }
  return { ...draft, text, isTyped: true }
}

/** True if there is text to store, and nothing of somebody else's would be lost by it. */
export function isReadyToStore(draft: SqlDraft): boolean {
  return draft.text !== draft.base && draft.theirs === null
}

/** The draft after its text was stored. */
export function storeDraft(draft: SqlDraft): SqlDraft {
  return { text: draft.text, base: draft.text, theirs: null, ...(draft.isTyped && { isTyped: true }) }
}

/**
 * The store now holds `stored`. Its own echo changes nothing. Another text is taken over at once when nothing is typed
 * and nobody is in the editor; else it waits as `theirs`: beside the person's own text until they choose.
 */
export function receiveStored(draft: SqlDraft, stored: string, isInEditor: boolean): SqlDraft {
  if (stored === draft.text) return draft.base === stored && draft.theirs === null ? draft : storeDraft(draft)
  if (stored === draft.base) return draft.theirs === null ? draft : { ...draft, theirs: null }
  const isChoiceOpen = draft.theirs !== null && draft.isTyped === true
  if (draft.text === draft.base && !isInEditor && !isChoiceOpen) return { text: stored, base: stored, theirs: null }
  return draft.theirs === stored ? draft : { ...draft, theirs: stored }
}

/** Ends a difference: with their text, or with the person's own, which is stored next. */
export function resolveDraft(draft: SqlDraft, choice: 'mine' | 'theirs'): SqlDraft {
  if (draft.theirs === null) return draft
  return choice === 'theirs'
    ? { text: draft.theirs, base: draft.theirs, theirs: null }
    : { ...draft, base: draft.theirs, theirs: null, isOverTheirs: true }
}
