'use client'

import { useMemo } from 'react'
import { compileQuestion } from '@tidemark/shared/builder/compile/compile-question'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { compileModels } from '@tidemark/shared/builder/models/compile-models'
import { resolveModels } from '@tidemark/shared/builder/models/resolve-models'
import { modelsAmong, modelsById } from '@tidemark/shared/charts/chart-models'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import type { Chart } from '@tidemark/shared/charts/chart'
import { builderDialectOf } from '@tidemark/shared/connections/connection-dialect'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { useView } from '@/client/workspace/use-view'
import { questionInView } from '@tidemark/shared/metrics/metrics-in-question'
import { dialectInView } from './dialect-in-view'

/** The SQL that a chart's query is or makes; null while a question is not complete. */
export function useQuestionSql({ query, visual }: Pick<Chart, 'query' | 'visual'>): string | null {
  const { connectionId } = query
  const dialectName = useView((view) => dialectInView(view, connectionId), [connectionId])
  const workspaceZone = useView((view) => getWorkspace(view)?.timeZone ?? 'UTC', [])
  const timeZone = visual.timeZone ?? workspaceZone
  const weekStart = useView((view) => getWorkspace(view)?.weekStart ?? 1, [])
  const question = useView(
    (view) => {
      const found = query.kind === 'sql' ? null : questionInView(view, query)
      return found?.ok === true ? found.value : null
    },
    [query],
  )
  const behind = useView((view) => (question === null ? {} : modelsById(view, question)), [question])
  const made = useMemo(() => {
    if (question === null) return null
    const dialect = builderDialectOf(dialectName === 'duckdb' ? null : { kind: dialectName }, timeZone)
    const models = resolveModels({ connectionId, question }, modelsAmong(behind))
    const steps = models.ok ? compileModels(question, models.value, { dialect, weekStart }) : models
    if (!steps.ok) return null
    const compiled = compileQuestion(lastStage(question), { dialect, weekStart, models: steps.value })
    return compiled.ok ? printSql(compiled.value, dialect, 'written').sql : null
  }, [question, connectionId, behind, dialectName, timeZone, weekStart])
  return query.kind === 'sql' ? query.sql : made
}
