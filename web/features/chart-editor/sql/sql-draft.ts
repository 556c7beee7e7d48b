import type { Draft } from '@/client/unsent/drafts'

/**
 * The text of a query while somebody writes it.
 *
 * text: as shown in the editor. base: the stored text it started from. theirs: the text that somebody else stored
 * meanwhile; until the person chooses, neither overwrites the other. isTyped: the text is the person's own, stored or
 * not. isOverTheirs: the person chose their own text, so the other one is notified.
 */
export interface SqlDraft {
  readonly text: string
  readonly base: string
  readonly theirs: string | null
  readonly isTyped?: true
  readonly isOverTheirs?: true
}

/** Opens the stored text, or the draft kept when the page closed before the text was certainly stored. */
export function openDraft(stored: string, kept: Draft | undefined): SqlDraft {
  if (kept === undefined || kept.text === stored) return { text: stored, base: stored, theirs: null }
  const isFree = kept.base === stored && kept.isStored === undefined
  return { text: kept.text, base: kept.base, theirs: isFree ? null : stored, isTyped: true }
}

export function typeIntoDraft(draft: SqlDraft, text: string): SqlDraft {
  if (text === draft.theirs) return { text, base: text, theirs: null }
  return { ...draft, text, isTyped: true }
}

/** Returns true if there is text to store and it would overwrite nothing of somebody else's. */
export function isReadyToStore(draft: SqlDraft): boolean {
  return draft.text !== draft.base && draft.theirs === null
}

/** Returns the draft after its text was stored. */
export function storeDraft(draft: SqlDraft): SqlDraft {
  return { text: draft.text, base: draft.text, theirs: null, ...(draft.isTyped && { isTyped: true }) }
}

/**
 * Updates the draft when the store's text becomes `stored`. The echo of its own text changes nothing. Another text
 * replaces it at once if nothing was typed and nobody is in the editor; otherwise it becomes `theirs` until the person
 * chooses.
 */
export function receiveStored(draft: SqlDraft, stored: string, isInEditor: boolean): SqlDraft {
  if (stored === draft.text) return draft.base === stored && draft.theirs === null ? draft : storeDraft(draft)
  if (stored === draft.base) return draft.theirs === null ? draft : { ...draft, theirs: null }
  const isChoiceOpen = draft.theirs !== null && draft.isTyped === true
  if (draft.text === draft.base && !isInEditor && !isChoiceOpen) return { text: stored, base: stored, theirs: null }
  return draft.theirs === stored ? draft : { ...draft, theirs: stored }
}

/** Resolves a conflict with their text, or with the person's own, which is stored next. */
export function resolveDraft(draft: SqlDraft, choice: 'mine' | 'theirs'): SqlDraft {
  if (draft.theirs === null) return draft
  return choice === 'theirs'
    ? { text: draft.theirs, base: draft.theirs, theirs: null }
    : { ...draft, base: draft.theirs, theirs: null, isOverTheirs: true }
}
