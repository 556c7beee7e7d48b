import { useEffect, useMemo, useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { isTaken } from '@/client/workspace/change-outcome'
import { findDraft, findRefusedText, draftName } from '@/client/unsent/drafts'
import { getTabId } from '@/client/page/tab-id'
import { useUiState } from '@/client/workspace/ui-state'
import { useKeepWhenCutOff, useConfirmedText, useDraftKeeper } from '@/client/workspace/use-drafts'
import { typingPauseMs, useStoreWhenLeft } from '@/client/page/use-store-when-left'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { copyText } from '@/features/messages/copy-text'
import { reportProblem } from '@/features/messages/report-problem'
import { useRefusedActions } from '@/features/page/use-refused-actions'

/**
 * Rejects when the change is refused. seen: the text that was there as far as the person knows. actionId: the same as long
 * as they write, so that all of it is one step to undo.
 */
type StoreText = (text: string, seen: string, actionId: string) => Promise<unknown>

export interface TextDraft {
  readonly text: string
  readonly type: (text: string) => void
  /** Stores what was typed, now. */
  readonly store: () => void
}

export interface TextDraftOptions {
  /** As `noteOf` names it. */
  readonly of: string
  /** Asked whenever there is something to store. What may not be stored is kept in the browser. */
  readonly mayStore: () => boolean
  /** True if it is the text that is there now. */
  readonly isShown: (text: string) => boolean
  readonly onStore: StoreText
  /** Returns the cursor's offset in the text; null while the focus is elsewhere. */
  readonly getCursor: () => number | null
}

/**
 * A text while it is written. It is stored after each pause, on leaving and when the page closes; where nothing was typed
 * nothing is, so that what others wrote meanwhile stays. It goes on with what could not be stored before.
 */
export function useTextDraft(opened: string, options: TextDraftOptions): TextDraft {
  const { of, mayStore, isShown, getCursor } = options
  const ui = useUiState()
  const keeper = useDraftKeeper(of)
  const client = useSyncClient()
  const { discard } = useRefusedActions()
  const [refused] = useState(() => findRefusedText(client.views.getState().view, of))
  const [found] = useState(
    () =>
      findDraft(ui.drafts.peek(), of, getTabId()) ??
      (refused === null ? undefined : { name: draftName(of, getTabId()), kept: { text: refused.text, base: opened } }),
  )
  // What was stored may be another text by now.
  const unstored = found?.kept.text === found?.kept.base ? undefined : found?.kept
  const [text, setText] = useState(unstored?.text ?? opened)
  const [actionId] = useState(newId)
  const typed = useRef(text)
  /** The text stored last from here, or found at first. */
  const stored = useRef(unstored?.base ?? opened)
  const getKnown = useConfirmedText(() => stored.current, isShown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasStored = useRef(false)
  const latest = useRef({ ...options, discard })
  useEffect(() => {
    latest.current = { ...options, discard }
  })

  const { type, store } = useMemo(() => {
    /** Forgets the unstored text it went on with. */
    const settle = () => {
      keeper.forget()
      if (found !== undefined) keeper.forget(found.name)
      if (refused !== null) void latest.current.discard(refused.errors).catch(reportProblem)
    }
    const store = () => {
      clearTimeout(timer.current)
      const [text, seen] = [typed.current, stored.current]
      if (text === seen) {
        // Typed back to what is there.
        if (unstored !== undefined && !hasStored.current) settle()
        return
      }
      if (!latest.current.mayStore()) return keeper.keep({ text, base: getKnown() })
      stored.current = text
      hasStored.current = true
      // Until the server has it.
      if (found !== undefined) keeper.keep({ text, base: getKnown() }, found.name)
      latest.current.onStore(text, seen, actionId).then(
        async () => (await isTaken(client, actionId)) && typed.current === text && settle(),
        (thrown: unknown) => {
          // Unless more was stored since.
          if (stored.current === text) stored.current = seen
          // The tile may be gone, and the field with it.
          reportProblem(thrown, {
            label: 'Copy the text',
            onClick: () => copyText(text),
          })
        },
      )
    }
    const type = (text: string) => {
      typed.current = text
      setText(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(store, typingPauseMs)
    }
    return { type, store }
  }, [actionId, client, found, getKnown, keeper, refused, unstored])

  useEffect(() => {
    if (found !== undefined && unstored === undefined) keeper.forget(found.name)
    // What it opened on is dealt with once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useStoreWhenLeft(store)
  useKeepWhenCutOff(of, mayStore, () => {
    const at = getCursor()
    return at === null ? null : { text: typed.current, base: getKnown(), at }
  })
  return { text, type, store }
}
