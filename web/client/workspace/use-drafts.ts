'use client'

import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { draftToJson, draftName, type Draft } from '../unsent/drafts'
import { getTabId } from '../page/tab-id'
import { useUiState } from './ui-state'
import { useSyncClient } from './workspace-client'

export interface DraftKeeper {
  /** Stores the draft under this tab's name. from: the name of another tab's draft that it continues. */
  readonly keep: (kept: Draft, from?: string) => void
  /** Removes a draft; by default this tab's. */
  readonly forget: (name?: string) => void
}

/**
 * Returns how to store typed text in this browser; stable between renders. of: a key from `sqlDraftKey` or
 * `noteDraftKey`.
 */
export function useDraftKeeper(of: string): DraftKeeper {
  const ui = useUiState()
  return useMemo(() => {
    const ownName = () => draftName(of, getTabId())
    return {
      keep: (kept, from = ownName()) => {
        const { [from]: _, ...others } = ui.drafts.peek()
        ui.drafts.set({ ...others, [ownName()]: draftToJson(kept, Date.now()) })
      },
      forget: (name = ownName()) => {
        const { [name]: known, ...others } = ui.drafts.peek()
        if (known !== undefined) ui.drafts.set(others)
      },
    }
  }, [of, ui])
}

/**
 * Returns a function that reads the last text stored from an editor that the server is known to have: text shown as
 * stored may still be refused. read: returns the text stored last, or present at first. isShown: returns true if this
 * text is what the synced data has.
 */
export function useConfirmedText(read: () => string, isShown: (text: string) => boolean): () => string {
  const { getState, subscribe } = useSyncClient()
  const latest = useRef({ read, isShown })
  useLayoutEffect(() => {
    latest.current = { read, isShown }
  })
  const known = useRef<string>(undefined)
  const getKnown = useMemo(
    () => () => {
      const text = latest.current.read()
      if (getState().status.kind === 'synced' && latest.current.isShown(text)) known.current = text
      return (known.current ??= text)
    },
    [getState],
  )
  useEffect(() => {
    getKnown()
    return subscribe(getKnown)
  }, [getKnown, subscribe])
  return getKnown
}

/**
 * Keeps the draft and cursor of an editor that is removed while its person types, because they may not store the text
 * any more: focus moves to the notice about the draft. read: returns null while nobody is in the text.
 */
export function useKeepWhenCutOff(
  of: string,
  mayStore: () => boolean,
  read: () => (Draft & { readonly at: number }) | null,
): void {
  const ui = useUiState()
  const { keep } = useDraftKeeper(of)
  const latest = useRef({ mayStore, read })
  useLayoutEffect(() => {
    latest.current = { mayStore, read }
  })
  // Runs before the editor leaves the page and takes the focus with it.
  useLayoutEffect(() => {
    if (ui.cutOff.peek()?.of === of) ui.cutOff.set(null)
    return () => {
      const typed = latest.current.read()
      if (typed === null || latest.current.mayStore()) return
      // A draft stored while typing may hold unsaved text, so it is not replaced, whatever is shown.
      if (ui.drafts.peek()[draftName(of, getTabId())] === undefined) keep(typed)
      ui.cutOff.set({ of, at: typed.at })
    }
  }, [keep, of, ui])
}
