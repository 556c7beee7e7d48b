'use client'

import { useEffect, useRef, useState } from 'react'
import type { SqlChart } from '@tidemark/shared/charts/chart'
import { colorsFor } from '@tidemark/shared/charts/chart-points'
import type { Position } from '@tidemark/shared/errors/tidemark-error'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import {
  gridMaxRows,
  type ResultData,
  type RunItem,
  type RunResult,
  type SqlQuery,
} from '@tidemark/shared/query/run-query'
import { useIsInWorkspace } from '@/client/workspace/change-target'
import {
  awaitsServer,
  isUnderWay,
  useChartResult,
  useSqlRun,
  type QueryState,
  type StoredResult,
} from '@/client/workspace/use-query-result'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import type { ParameterChanges } from '../use-editor-parameters'
import { firstPosition, positionAt } from '../sql/error-sentence'

export interface ChartRun {
  readonly state: QueryState | { readonly kind: 'idle' }
  /** The newest result, also while another is pending or has failed. */
  readonly shown: StoredResult | null
  /** The start of the executed text within the whole SQL. */
  readonly offset: Position
  readonly isRunning: boolean
  readonly isSelection: boolean
  /** The query of the shown result, for running it again in full. */
  readonly item: RunItem
  /** True if the shown result belongs to an earlier query than the last one run, because the server is away. */
  readonly isOutdated: boolean
  /** True if the written query differs from the one that the shown result answers. */
  readonly isNotRun?: boolean
  /** part: the selected range to run alone. changes: values that are being set at the same time. */
  readonly run: (
    text: string,
    part?: { readonly from: number; readonly to: number } | null,
    changes?: ParameterChanges,
  ) => void
  readonly cancel: () => void
  /** Runs the saved chart again. */
  readonly refresh: () => void
}

export interface SqlChartRun extends ChartRun {
  /** The last query, answered or not. */
  readonly asked: RunItem
}

/**
 * Returns the result shown below the SQL: at first the saved chart's, then that of the last run here. onAnswer: called
 * when a run of the whole text succeeded. valuesFor: returns the parameter values for a text. written: the text in the
 * editor; undefined if nobody is writing.
 */
export function useChartRun(
  chart: SqlChart,
  result: RunResult | undefined,
  valuesFor: (sql: string, changes?: ParameterChanges) => ParameterValues,
  onAnswer: (data: ResultData, query: SqlQuery) => void,
  written?: string,
): SqlChartRun {
  // Frozen, because the query is stored at every pause of typing, and a half-written one must not run.
  const [opened] = useState(() => ({
    chart: { id: chart.id, query: chart.query },
    points: colorsFor(chart.visual),
    isBlank: chart.query.sql.trim() === '',
    initial: result !== undefined && Date.parse(result.asOf) >= chart.updatedAt ? result : undefined,
  }))
  const [ran, setRan] = useState<StartedRun | null>(null)
  const isInWorkspace = useIsInWorkspace()
  const savedValues = valuesFor(opened.chart.query.sql)
  // A run here replaces the saved query for good.
  const saved = useChartResult(opened.chart, {
    initial: opened.initial,
    isVisible: !opened.isBlank && ran === null,
    parameters: savedValues,
    points: opened.points,
  })
  const own = useSqlRun(`editor/${chart.id}`)
  /** The last run here that was answered; until there is one, the saved chart's result is shown. */
  const [answered, setAnswered] = useState<StartedRun | null>(null)
  const awaitsAnswer = useRef(false)

  const state = ran !== null ? own.state : opened.isBlank ? ({ kind: 'idle' } as const) : saved.state
  const run: ChartRun['run'] = (text, part = null, changes = {}) => {
    const sql = part === null ? text : text.slice(part.from, part.to)
    if (sql.trim() === '') return
    saved.cancel()
    awaitsAnswer.current = part === null
    const parameters = valuesFor(sql, changes)
    const offset = part === null ? firstPosition : positionAt(text, part.from)
    const query = { ...chart.query, sql }
    setRan({ text, sql, offset, isSelection: part !== null, parameters, query })
    own.run(query, { maxRows: gridMaxRows, parameters, ...colorsFor(chart.visual) })
  }

  // A fresh answer belongs to the last query run; an offline copy may belong to an earlier one.
  const isFresh = own.state.kind === 'ready' && own.state.stale === false
  if (isFresh && ran !== answered) setAnswered(ran)
  const { sql: openedSql, connectionId: openedConnectionId } = opened.chart.query
  const answeredSql = answered?.sql ?? openedSql
  const isOutdated = ran !== null && state.kind === 'ready' && state.stale === 'offline' && ran.sql !== answeredSql
  const isNotRun =
    written !== undefined &&
    !isSameQuery(
      { sql: written, connectionId: chart.query.connectionId },
      { sql: answered?.text ?? openedSql, connectionId: answered?.query.connectionId ?? openedConnectionId },
    )

  const { kind: syncKind } = useSyncStatus()
  const latest = useRef({ onAnswer, query: chart.query, rerun: (): void => undefined })
  useEffect(() => {
    latest.current = {
      onAnswer,
      query: ran?.query ?? chart.query,
      rerun: () =>
        ran === null
          ? undefined
          : own.run(
              { ...chart.query, sql: ran.sql },
              { maxRows: gridMaxRows, parameters: ran.parameters, ...colorsFor(chart.visual) },
            ),
    }
  })
  const isBack = ran !== null && syncKind === 'synced' && own.state.kind !== 'idle' && awaitsServer(own.state)
  useEffect(() => {
    if (isBack) latest.current.rerun()
  }, [isBack])
  useEffect(() => {
    if (own.state.kind === 'failed' || own.state.kind === 'cancelled') awaitsAnswer.current = false
    if (!awaitsAnswer.current || own.state.kind !== 'ready' || own.state.stale !== false) return
    awaitsAnswer.current = false
    latest.current.onAnswer(own.state.result, latest.current.query)
  }, [own.state])

  const savedItem = {
    ...(isInWorkspace ? { chartId: chart.id } : { query: opened.chart.query }),
    parameters: savedValues,
  }
  // After a failed or cancelled run, the answer to the previous one (or the saved chart's) stays on the screen.
  const shownRun = ran === null || shownResult(own.state) === null ? null : (answered ?? ran)
  return {
    state,
    shown: shownResult(state) ?? shownResult(saved.state),
    offset: ran?.offset ?? firstPosition,
    isRunning: isUnderWay(state),
    isSelection: shownRun?.isSelection ?? false,
    item: itemOf(shownRun) ?? savedItem,
    asked: itemOf(ran) ?? savedItem,
    isOutdated,
    isNotRun,
    run,
    cancel: ran !== null ? own.cancel : saved.cancel,
    refresh: saved.refresh,
  }
}

interface StartedRun {
  /** The whole written text; `sql`, which was executed, may be a selection of it. */
  readonly text: string
  readonly sql: string
  readonly offset: Position
  readonly isSelection: boolean
  readonly parameters: ParameterValues
  readonly query: SqlQuery
}

function itemOf(run: StartedRun | null): RunItem | null {
  return run && { query: run.query, parameters: run.parameters }
}

function shownResult(state: ChartRun['state']): StoredResult | null {
  if (state.kind === 'idle') return null
  return state.kind === 'ready' ? { result: state.result, receivedAt: state.receivedAt } : state.previous
}

interface WrittenQuery {
  readonly sql: string
  readonly connectionId: string
}

/** Returns true if two texts ask the same of the same data, ignoring surrounding space. */
export function isSameQuery(a: WrittenQuery, b: WrittenQuery): boolean {
  return a.connectionId === b.connectionId && a.sql.trim() === b.sql.trim()
}
