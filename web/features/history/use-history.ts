'use client'

import { useEffect, useRef, useState } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import {
  changesOfPage,
  historyEndpoint,
  historyPaths,
  type HistoryChange,
  type HistoryKind,
  type HistoryPage,
} from '@tidemark/shared/history/history-page'
import { callApi } from '@/client/page/api-request'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useView } from '@/client/workspace/use-view'

/**
 * unsynced: the server does not know the thing, as when it was created offline. more: the state of requesting an
 * earlier page.
 */
export type HistoryState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unsynced' }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
  | {
      readonly kind: 'ready'
      readonly changes: readonly HistoryChange[]
      readonly next: number | null
      readonly more: 'idle' | 'loading' | 'failed'
    }

type Answer =
  | { readonly kind: 'page'; readonly page: HistoryPage }
  | Extract<HistoryState, { readonly kind: 'offline' | 'unsynced' | 'failed' }>

export interface History {
  readonly state: HistoryState
  readonly retry: () => void
  readonly showEarlier: () => void
}

/** Returns the history of a chart or dashboard from the server; reloads it when the thing has changed and is synced. */
export function useHistory(kind: HistoryKind, id: string): History {
  const [state, setState] = useState<HistoryState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const isSynced = useSyncStatus().kind === 'synced'
  const parts = useView(
    (view) => [
      ...historyPaths(kind, id).flatMap((path) => [...view.scan(path)].map(([, value]) => value)),
      ...chartsOnDashboard(view, kind, id),
    ],
    [kind, id],
  )
  const signal = useRef<AbortSignal | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    signal.current = abort.signal
    void ask({ kind, id }, undefined, abort.signal).then((answer) => {
      if (abort.signal.aborted) return
      if (answer.kind === 'page')
        setState({ kind: 'ready', changes: changesOfPage(answer.page), next: answer.page.next, more: 'idle' })
      // A history on the screen stays there.
      else setState((current) => (current.kind === 'ready' ? current : answer))
    })
    return () => abort.abort()
  }, [kind, id, parts, isSynced, attempt])

  const showEarlier = () => {
    const current = signal.current
    if (state.kind !== 'ready' || state.more === 'loading' || state.next === null || current === null) return
    setState({ ...state, more: 'loading' })
    void ask({ kind, id }, state.next, current).then((answer) => {
      if (current.aborted) return
      if (answer.kind !== 'page') return setState({ ...state, more: 'failed' })
      setState({
        kind: 'ready',
        changes: [...state.changes, ...changesOfPage(answer.page)],
        next: answer.page.next,
        more: 'idle',
      })
    })
  }
  const retry = () => {
    setState({ kind: 'loading' })
    setAttempt((count) => count + 1)
  }
  return { state, retry, showEarlier }
}

/** The charts whose changes are in a dashboard's history too. */
function chartsOnDashboard(view: EntryView, kind: HistoryKind, id: string): readonly (Chart | undefined)[] {
  if (kind !== 'dashboard') return []
  return listTiles(view, dashboardIdSchema.parse(id)).flatMap(({ content }) =>
    content.kind === 'chart' ? [getChart(view, content.chartId)] : [],
  )
}

async function ask(
  params: { readonly kind: HistoryKind; readonly id: string },
  before: number | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await callApi(historyEndpoint, { params, query: { before }, signal })
  if (answer.ok) return { kind: 'page', page: answer.value }
  if (answer.error.kind !== 'refused') return { kind: 'offline' }
  const { error } = answer.error
  return error.code === 'not-found' ? { kind: 'unsynced' } : { kind: 'failed', error }
}
