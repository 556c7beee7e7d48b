import { useEffect, useMemo, useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { typingPauseMs, useStoreWhenLeft } from '@/client/use-store-when-left'
import { copyText } from '@/features/shell/copy-text'
import { reportProblem } from '@/features/shell/report-problem'

/**
 * Rejects when the change is refused. seen: the text that was there as far as the person knows. actionId: the same as long
 * as they write, so that all of it is one step to undo.
 */
export type StoreText = (text: string, seen: string, actionId: string) => Promise<unknown>

export interface TextDraft {
  readonly text: string
  readonly type: (text: string) => void
  /** Stores what was typed, now. */
  readonly store: () => void
}

/**
 * A text while it is written. It is stored after each pause, on leaving and when the page closes; where nothing was typed
 * nothing is, so that what others wrote meanwhile stays.
 */
export function useTextDraft(opened: string, onStore: StoreText): TextDraft {
  const [text, setText] = useState(opened)
  const [actionId] = useState(newId)
  const typed = useRef(opened)
  /** What was stored last from here, or there at first. */
  const stored = useRef(opened)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onStore)
  useEffect(() => {
    latest.current = onStore
  })

  const { type, store } = useMemo(() => {
    const store = () => {
      clearTimeout(timer.current)
      const [text, seen] = [typed.current, stored.current]
      if (text === seen) return
      stored.current = text
      latest.current(text, seen, actionId).catch((thrown: unknown) => {
        // Unless more was stored since.
        if (stored.current === text) stored.current = seen
        // The tile may be gone, and the field with it.
        reportProblem(thrown, {
          label: 'Copy the text',
          onClick: () => copyText(text),
        })
      })
    }
    const type = (text: string) => {
      typed.current = text
      setText(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(store, typingPauseMs)
    }
    return { type, store }
  }, [actionId])

  useStoreWhenLeft(store)
  return { text, type, store }
}
