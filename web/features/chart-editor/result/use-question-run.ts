'use client'

import { useEffect, useRef, useState } from 'react'
import type { BuilderChart } from '@tidemark/shared/charts/chart'
import { colorsFor } from '@tidemark/shared/charts/chart-points'
import { checkQuestion } from '@tidemark/shared/builder/check-question'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { isUnderWay, useChartResult } from '@/client/workspace/use-query-result'
import type { ChartRun } from './use-chart-run'

const firstPosition = { line: 1, column: 1 }

/**
 * Returns the answer to a question, run again with every change; while the question is incomplete the last answer
 * stays. onAnswer: called when an answer to the present question arrived.
 */
export function useQuestionRun(
  chart: BuilderChart,
  result: RunResult | undefined,
  onAnswer?: (data: ResultData) => void,
): ChartRun {
  const [initial] = useState(() =>
    result !== undefined && Date.parse(result.asOf) >= chart.updatedAt ? result : undefined,
  )
  const isComplete = checkQuestion(chart.query.question).length === 0
  const { state, refresh, cancel } = useChartResult(chart, {
    initial,
    isVisible: isComplete,
    points: colorsFor(chart.visual),
  })
  const latest = useRef(onAnswer)
  useEffect(() => {
    latest.current = onAnswer
  })
  useEffect(() => {
    if (state.kind === 'ready' && state.stale === false && isComplete) latest.current?.(state.result)
  }, [state, isComplete])

  const shown =
    state.kind === 'ready' ? { result: state.result, receivedAt: state.receivedAt } : (state.previous ?? null)
  const isIdle = !isComplete && shown === null
  return {
    state: isIdle ? { kind: 'idle' } : state,
    shown,
    offset: firstPosition,
    isRunning: isComplete && isUnderWay(state),
    isSelection: false,
    item: { query: chart.query },
    isOutdated: false,
    run: refresh,
    cancel,
    refresh,
  }
}
