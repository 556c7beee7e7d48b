'use client'

import { useState } from 'react'
import type { QuestionTable } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import type { Chart, ModelField, SqlChart } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { keepParts } from '@tidemark/shared/charts/sql-model'
import type { Field } from '@tidemark/shared/query/field'
import { usersBrokenBy } from '@tidemark/shared/tables/model-users'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import type { BreakingChange } from './model-breaks'

export interface ModelGuard {
  /** A change that waits for somebody to decide. */
  readonly breaking: BreakingChange | null
  readonly close: () => void
  /** Asks first if charts over a model would break. next: the chart as it would be; null where it can no longer be asked. */
  readonly guard: (next: Chart | null, onChange: () => void) => void
}

/** Shows what a change of a model would break before it is made. tables: those that its data has. */
export function useModelGuard(chart: Chart, tables: readonly BuilderTable[]): ModelGuard {
  const { views } = useSyncClient()
  const [breaking, setBreaking] = useState<BreakingChange | null>(null)
  const guard: ModelGuard['guard'] = (next, onChange) => {
    const columnsOf = (table: QuestionTable) => tables.find((one) => isSameTable(one.table, table))?.columns
    const broken = usersBrokenBy(views.getState().view, chart, next, columnsOf)
    if (broken.users.length + broken.metrics.length === 0) onChange()
    else setBreaking({ broken, onChange })
  }
  return { breaking, close: () => setBreaking(null), guard }
}

/**
 * Stores the SQL of a model once it was run, with the columns that it answered with. Returns what is called with each text that was
 * run, and why the last one cannot be asked. store: stores a text with its columns.
 */
export function useModelSql(
  { guard }: ModelGuard,
  store: (text: string, fields: readonly ModelField[]) => void,
): { readonly problem: string | null; readonly onAnswer: (chart: SqlChart, fields: readonly Field[]) => void } {
  const { views } = useSyncClient()
  const [problem, setProblem] = useState<string | null>(null)
  const judge = async (chart: SqlChart, fields: readonly Field[]) => {
    const { view } = views.getState()
    const { askModelFields } = await import('./model-fields')
    const found = await askModelFields(view, chart, fields)
    setProblem(found.ok ? null : `${found.error} Charts that ask this model keep the SQL that was saved before.`)
    const now = getChart(views.getState().view, chart.id)
    if (!found.ok || now?.isModel !== true) return
    const modelFields = [...keepParts(found.value, now.modelFields)]
    guard({ ...now, query: chart.query, modelFields }, () => store(chart.query.sql, modelFields))
  }
  return { problem, onAnswer: (chart, fields) => void judge(chart, fields).catch(reportProblem) }
}
