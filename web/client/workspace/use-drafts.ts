'use client'

import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { draftToJson, draftName, type Draft } from '../unsent/drafts'
import { getTabId } from '../page/tab-id'
import { useUiState } from './ui-state'
import { useSyncClient } from './workspace-client'

export interface DraftKeeper {
  /** In the name of this tab. from: the name of another's text that it goes on with. */
  readonly keep: (kept: Draft, from?: string) => void
  /** Forgets a text; without a name this tab's. */
  readonly forget: (name?: string) => void
}

/** Keeps typed text in this browser. of: as `sqlDraftKey` and `noteDraftKey` name it. Stable between renders. */
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
 * Gives the last text stored from an editor that the server is known to have: what is shown as stored may still be refused.
 * read: the last one that was stored, or there at first. isShown: whether a text is what everybody's data has here.
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
 * Keeps the text of an editor that goes while its person is typing, because they may not store it any more, and where they were in
 * it: the notice of what is kept takes the next key. read: null while nobody is in the text.
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
  // Before the editor has left the page, and the focus with it.
  useLayoutEffect(() => {
    if (ui.cutOff.peek()?.of === of) ui.cutOff.set(null)
    return () => {
      const typed = latest.current.read()
      if (typed === null || latest.current.mayStore()) return
      // What was kept as it was typed may not have been stored, whatever is shown.
      if (ui.drafts.peek()[draftName(of, getTabId())] === undefined) keep(typed)
      ui.cutOff.set({ of, at: typed.at })
    }
  }, [keep, of, ui])
}
