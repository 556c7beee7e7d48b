'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { textHash } from '@tidemark/shared/base/text-hash'
import { chartKey, isSqlChart, type ModelField, type SqlChart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { getFromView } from '@tidemark/shared/entries/entry-tx'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { isWithheld } from '@tidemark/shared/query/run-query'
import { overwrittenTextKey, overwrittenTextSchema } from '@tidemark/shared/sync/overwritten-text'
import { useIsInWorkspace } from '@/client/workspace/change-target'
import { findDraft, draftName, sqlDraftKey } from '@/client/unsent/drafts'
import { settleText } from '@/client/unsent/recovered-changes'
import { getTabId } from '@/client/page/tab-id'
import { useKeepWhenCutOff, useConfirmedText, useDraftKeeper } from '@/client/workspace/use-drafts'
import { typingPauseMs, useStoreWhenLeft } from '@/client/page/use-store-when-left'
import { useUiState } from '@/client/workspace/ui-state'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { copyText } from '@/features/messages/copy-text'
import { reportProblem } from '@/features/messages/report-problem'
import {
  isReadyToStore,
  openDraft,
  receiveStored,
  resolveDraft,
  storeDraft,
  typeIntoDraft,
  type SqlDraft,
} from './sql-draft'

export interface SqlDraftControl {
  readonly draft: SqlDraft
  /** Returns the text after the last keystroke, even before it is rendered. */
  readonly getText: () => string
  readonly type: (text: string) => void
  /** Stores the typed text now. */
  readonly store: () => void
  /** Stores a text of a model that was run, with the columns of its answer. */
  readonly storeModel: (text: string, fields: readonly ModelField[]) => void
  /** Called when the person left the editor: stores the text and applies changes that waited for that. */
  readonly leave: () => void
  readonly resolve: (choice: 'mine' | 'theirs') => void
}

/** A copy of a stored text is kept for this time, until the local database has certainly written it. */
const forgetMs = 4000

/**
 * Manages the SQL of a chart while it is edited. It is stored into the chart after each pause (one undo step each), on
 * leaving and when the page closes; every keystroke is also stored in the browser at once, so that a crash loses
 * nothing. The text of a model, which other charts ask, stays in this browser until it was run.
 *
 * getCursor: returns the person's place in the text; null while they are elsewhere. onTaken: called when a text from
 * elsewhere is shown.
 */
export function useSqlDraft(
  chart: SqlChart,
  getCursor: () => number | null,
  onTaken: (text: string) => void,
): SqlDraftControl {
  const mutate = useMutate()
  const ui = useUiState()
  const draftKey = sqlDraftKey(chart.id)
  const keeper = useDraftKeeper(draftKey)
  const stored = chart.query.sql
  const [draft, setDraft] = useState(() => openDraft(stored, undefined))
  const current = useRef(draft)
  const key = chartKey(chart.id)
  const { userId } = useActor()
  const client = useSyncClient()
  const isInWorkspace = useIsInWorkspace()
  const isNoticed = useView(
    (view) => getFromView(view, overwrittenTextSchema, overwrittenTextKey({ userId, key })) !== undefined,
    [userId, key],
  )
  const latest = useRef({ chart, getCursor, onTaken, isNoticed })
  useEffect(() => {
    latest.current = { chart, getCursor, onTaken, isNoticed }
  })
  /** The number of pending stores; until they complete, the chart still has an earlier text. */
  const storing = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forgetTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** True while a text of another tab, which is read once, may still be opened. */
  const isOpening = useRef(true)
  const chartId = chart.id
  const getKnown = useConfirmedText(
    () => current.current.base,
    (text) => {
      const now = getChart(client.views.getState().view, chartId)
      return now !== undefined && isSqlChart(now) && now.query.sql === text
    },
  )

  const actions = useMemo(() => {
    const keep = (from?: string) => {
      isOpening.current = false
      clearTimeout(forgetTimer.current)
      keeper.keep(current.current, from)
    }
    const forget = (name?: string) => {
      isOpening.current = false
      keeper.forget(name)
    }
    const mayStore = () => {
      if (!isInWorkspace) return true
      const { view } = client.views.getState()
      const now = getChart(view, chartId)
      return now !== undefined && mayEditIn(client.getActor(), now.folderId, view) && !isWithheld(now.query)
    }
    /** Returns true if the server reverted a stored text because the person lost the right to store it. */
    const isLost = (text: string) => {
      if (mayStore()) return false
      const now = getChart(client.views.getState().view, chartId)
      return now === undefined || (isSqlChart(now) && now.query.sql !== text)
    }
    const forgetLater = () => {
      clearTimeout(forgetTimer.current)
      forgetTimer.current = setTimeout(() => {
        const { text, base, theirs } = current.current
        if (text === base && theirs === null && !isLost(text)) forget()
      }, forgetMs)
    }
    const show = (next: SqlDraft) => {
      if (next === current.current) return
      const before = current.current
      const isTaken = next.base === next.text && next.text !== before.text
      current.current = next
      setDraft(next)
      // A conflict waits for the person's choice, also over a reload.
      if (next.theirs !== null && next.isTyped) keep()
      // The stored text now equals the draft.
      else if (before.theirs !== null && next.text === next.base) forget()
      if (isTaken) latest.current.onTaken(next.text)
    }
    const store = () => {
      clearTimeout(timer.current)
      if (latest.current.chart.isModel !== true) storeText(current.current.text)
    }
    /** modelFields: the columns of the answer of a model, which may be others although the text is the same. */
    const storeText = (text: string, modelFields?: ModelField[]) => {
      const typed = current.current
      const before = { ...typed, text }
      if (!isReadyToStore(before) && (modelFields === undefined || before.theirs !== null)) return
      if (!mayStore()) return
      const { id, name } = latest.current.chart
      keeper.keep({ text: before.text, base: before.base, isStored: true })
      current.current = { ...storeDraft(before), text: typed.text }
      setDraft(current.current)
      storing.current += 1
      mutate(
        'updateSqlQuery',
        // An empty hash matches no text: theirs was seen and is replaced anyway.
        {
          id,
          sql: before.text,
          ...(modelFields && { modelFields }),
          basedOn: before.isOverTheirs ? '' : textHash(before.base),
        },
        { label: `Edit the query of ${name}`, actionId: newId() },
      ).then(
        () => {
          storing.current -= 1
          forgetLater()
        },
        (thrown: unknown) => {
          storing.current -= 1
          // The store was refused: the typed text stays in the editor and in the browser.
          show({ ...current.current, base: before.base })
          keep()
          // The editor may have closed by then.
          reportProblem(thrown, { label: 'Copy the text', onClick: () => copyText(before.text) })
        },
      )
    }
    return {
      getText: () => current.current.text,
      mayStore,
      read: () => {
        const at = latest.current.getCursor()
        const { text, base } = current.current
        return at === null ? null : { text, base: text === base ? getKnown() : base, at }
      },
      store,
      storeModel: (text: string, fields: readonly ModelField[]) => storeText(text, [...fields]),
      show,
      type: (text: string) => {
        show(typeIntoDraft(current.current, text))
        keep()
        clearTimeout(timer.current)
        timer.current = setTimeout(store, typingPauseMs)
      },
      leave: () => {
        store()
        if (storing.current === 0) show(receiveStored(current.current, latest.current.chart.query.sql, false))
      },
      resolve: (choice: 'mine' | 'theirs') => {
        const { text, base } = current.current
        settleText(client.recovered, { key, texts: [text, base], at: Date.now() }, reportProblem)
        show(resolveDraft(current.current, choice))
        if (choice === 'theirs') forget()
        // The choice also settles the notice that their text replaced this one.
        if (latest.current.isNoticed)
          void mutate('dismissOverwrittenText', { key }, { label: 'Dismiss a notice' }).catch(reportProblem)
        store()
      },
      restore: () => {
        const found = findDraft(ui.drafts.peek(), draftKey, getTabId())
        if (found === undefined) return
        const { name, kept } = found
        const isOwn = name === draftName(draftKey, getTabId())
        if (!isOwn && !isOpening.current) return
        if (current.current.text !== current.current.base) return
        if (kept.text === current.current.text) {
          // This page's own draft is deleted a little after it was stored.
          if (isOpening.current) forget(name)
          return
        }
        current.current = openDraft(latest.current.chart.query.sql, kept)
        setDraft(current.current)
        if (!isOwn) keep(name)
        store()
      },
    }
  }, [chartId, client, getKnown, isInWorkspace, keeper, key, mutate, draftKey, ui])

  useEffect(
    () => actions.show(receiveStored(current.current, stored, latest.current.getCursor() !== null)),
    [actions, stored],
  )

  useEffect(() => {
    actions.restore()
    // Stored drafts are read after the page has mounted.
    return ui.drafts.onChange(() => actions.restore())
  }, [actions, ui])
  useStoreWhenLeft(actions.store)
  useKeepWhenCutOff(draftKey, actions.mayStore, actions.read)

  const { getText, type, store, storeModel, leave, resolve } = actions
  return { draft, getText, type, store, storeModel, leave, resolve }
}
