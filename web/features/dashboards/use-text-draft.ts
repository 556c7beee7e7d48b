import { useEffect, useMemo, useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { findKept } from '@/client/kept-texts'
import { getTabId } from '@/client/tab-id'
import { useUiState } from '@/client/ui-state'
import { useKeepWhenCutOff, useKnownText, useTextKeeper } from '@/client/use-kept-texts'
import { typingPauseMs, useStoreWhenLeft } from '@/client/use-store-when-left'
import { copyText } from '@/features/shell/copy-text'
import { reportProblem } from '@/features/shell/report-problem'

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
  /** Whether it is the text that is there now. */
  readonly isShown: (text: string) => boolean
  readonly onStore: StoreText
  /** Where in the text the person is; null while they are elsewhere. */
  readonly getCursor: () => number | null
}

/**
 * A text while it is written. It is stored after each pause, on leaving and when the page closes; where nothing was typed
 * nothing is, so that what others wrote meanwhile stays. It goes on with what could not be stored before.
 */
export function useTextDraft(opened: string, options: TextDraftOptions): TextDraft {
  const { of, mayStore, isShown, getCursor } = options
  const ui = useUiState()
  const keeper = useTextKeeper(of)
  const [found] = useState(() => findKept(ui.drafts.peek(), of, getTabId()))
  // What was stored may be another text by now.
  const unstored = found?.kept.text === found?.kept.base ? undefined : found?.kept
  const [text, setText] = useState(unstored?.text ?? opened)
  const [actionId] = useState(newId)
  const typed = useRef(text)
  /** What was stored last from here, or there at first. */
  const stored = useRef(unstored?.base ?? opened)
  const getKnown = useKnownText(() => stored.current, isShown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const { type, store } = useMemo(() => {
    const store = () => {
      clearTimeout(timer.current)
      const [text, seen] = [typed.current, stored.current]
      if (text === seen) return
      if (!latest.current.mayStore()) return keeper.keep({ text, base: getKnown() })
      stored.current = text
      latest.current.onStore(text, seen, actionId).then(
        () => found && keeper.forget(found.name),
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
  }, [actionId, found, getKnown, keeper])

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
