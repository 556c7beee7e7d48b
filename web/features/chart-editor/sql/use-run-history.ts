'use client'

import { useEffect, useRef } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { usePageEnvironment } from '@/client/page/page-environment'
import { addRun } from './run-history'
import type { SqlChartRun } from '../result/use-chart-run'

/** Stores each run of SQL that was answered or failed in the person's history. */
export function useRunHistory(chart: Chart, { state, asked, isRunning }: SqlChartRun): void {
  const { databaseName } = usePageEnvironment()
  const startedAt = useRef<number>(null)
  useEffect(() => {
    const { query } = asked
    // A question changes with every click, and its chart's history has all changes.
    if (query?.kind !== 'sql') return
    if (isRunning) {
      startedAt.current ??= Date.now()
      return
    }
    const began = startedAt.current
    startedAt.current = null
    if (began === null || (state.kind !== 'failed' && !(state.kind === 'ready' && state.stale === false))) return
    void addRun(databaseName, {
      at: Date.now(),
      chartId: chart.id,
      chartName: chart.name,
      connectionId: query.connectionId,
      sql: query.sql,
      outcome: state.kind === 'failed' ? 'failed' : 'success',
      rowCount: state.kind === 'ready' ? state.result.rowCount : 0,
      elapsedMs: Date.now() - began,
    })
    // A run ends once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isRunning, state])
}
