'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod'
import { newId } from '@tidemark/shared/base/ids'
import { textHash } from '@tidemark/shared/base/text-hash'
import type { SqlChart } from '@tidemark/shared/charts/chart'
import { useUiState } from '@/client/ui-state'
import { useMutate } from '@/client/use-mutate'
import { reportProblem } from '@/features/shell/report-problem'
import {
  isReadyToStore,
  openDraft,
  receiveStored,
  resolveDraft,
  storeDraft,
  typeIntoDraft,
  type KeptDraft,
  type SqlDraft,
} from './sql-draft'

export interface SqlDraftControl {
  readonly draft: SqlDraft
  /** The text as of the last keystroke, also before it is rendered. */
  readonly getText: () => string
  readonly type: (text: string) => void
  /** Stores what was typed, now. */
  readonly store: () => void
  /** The person left the editor: stores, and takes over what waited for that. */
  readonly leave: () => void
  readonly resolve: (choice: 'mine' | 'theirs') => void
}

const pauseMs = 600
/** Until the local database has certainly written a stored text, a copy of it is kept. */
const forgetMs = 4000
const keptSchema = z.object({ text: z.string(), base: z.string() })

/**
 * The SQL of a chart while it is edited. It is stored into the chart after each pause (one undo step each), on leaving and
 * when the page closes; every keystroke is also kept in the browser at once, so that a crash loses nothing.
 *
 * isInEditor: whether the person is in the text. onTaken: another text came from elsewhere and is now shown.
 */
export function useSqlDraft(
  chart: SqlChart,
  isInEditor: () => boolean,
  onTaken: (text: string) => void,
): SqlDraftControl {
  const mutate = useMutate()
  const ui = useUiState()
  const stored = chart.query.sql
  const [draft, setDraft] = useState(() => openDraft(stored, undefined))
  const current = useRef(draft)
  const latest = useRef({ chart, isInEditor, onTaken })
  useEffect(() => {
    latest.current = { chart, isInEditor, onTaken }
  })
  /** How many stores are under way: until they are through, the chart still has an earlier text. */
  const storing = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forgetTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = `sql/${chart.id}`

  const actions = useMemo(() => {
    const show = (next: SqlDraft) => {
      if (next === current.current) return
      const isTaken = next.base === next.text && next.text !== current.current.text
      current.current = next
      setDraft(next)
      if (isTaken) latest.current.onTaken(next.text)
    }
    const keep = () => {
      clearTimeout(forgetTimer.current)
      const { text, base } = current.current
      ui.drafts.set({ ...ui.drafts.peek(), [key]: JSON.stringify({ text, base } satisfies KeptDraft) })
    }
    const forget = () => {
      const { [key]: _, ...others } = ui.drafts.peek()
      ui.drafts.set(others)
    }
    const store = () => {
      clearTimeout(timer.current)
      const before = current.current
      if (!isReadyToStore(before)) return
      const { id, name } = latest.current.chart
      current.current = storeDraft(before)
      setDraft(current.current)
      storing.current += 1
      mutate(
        'updateSqlQuery',
        // Nobody's hash: their text was seen, and is replaced all the same.
        { id, sql: before.text, basedOn: before.isOverTheirs ? '' : textHash(before.base) },
        { label: `Edit the query of ${name}`, actionId: newId() },
      ).then(
        () => {
          storing.current -= 1
          clearTimeout(forgetTimer.current)
          forgetTimer.current = setTimeout(() => current.current.text === current.current.base && forget(), forgetMs)
        },
        (thrown: unknown) => {
          storing.current -= 1
          // Refused: what was typed stays in the editor and in the browser.
          show({ ...current.current, base: before.base })
          reportProblem(thrown)
        },
      )
    }
    return {
      getText: () => current.current.text,
      store,
      show,
      type: (text: string) => {
        show(typeIntoDraft(current.current, text))
        keep()
        clearTimeout(timer.current)
        timer.current = setTimeout(store, pauseMs)
      },
      leave: () => {
        store()
        if (storing.current === 0) show(receiveStored(current.current, latest.current.chart.query.sql, false))
      },
      resolve: (choice: 'mine' | 'theirs') => {
        show(resolveDraft(current.current, choice))
        if (choice === 'theirs') forget()
        store()
      },
      restore: () => {
        const kept = parseKept(ui.drafts.peek()[key])
        if (kept === undefined || current.current.text !== current.current.base || kept.text === current.current.text)
          return
        const opened = openDraft(latest.current.chart.query.sql, kept)
        current.current = opened
        setDraft(opened)
        store()
      },
    }
  }, [key, mutate, ui])

  useEffect(() => actions.show(receiveStored(current.current, stored, latest.current.isInEditor())), [actions, stored])

  useEffect(() => {
    actions.restore()
    // The kept drafts are read after the page has mounted.
    const stop = ui.drafts.onChange(() => actions.restore())
    const storeIfHidden = () => document.visibilityState === 'hidden' && actions.store()
    addEventListener('pagehide', actions.store)
    document.addEventListener('visibilitychange', storeIfHidden)
    return () => {
      stop()
      removeEventListener('pagehide', actions.store)
      document.removeEventListener('visibilitychange', storeIfHidden)
      actions.store()
    }
  }, [actions, ui])

  const { getText, type, store, leave, resolve } = actions
  return { draft, getText, type, store, leave, resolve }
}

function parseKept(json: string | undefined): KeptDraft | undefined {
  if (json === undefined) return undefined
  try {
    return keptSchema.safeParse(JSON.parse(json)).data
  } catch (thrown) {
    // Local storage is the person's to edit; what is no draft is none.
    console.debug('a kept draft was not read', thrown)
    return undefined
  }
}
