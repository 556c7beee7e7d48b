'use client'

import { builderDialectOf } from '@tidemark/shared/connections/connection-dialect'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { followQuestion } from '@tidemark/shared/charts/follow-question'
import { queryAskedWith } from '@tidemark/shared/charts/query-asked-with'
import { maxChartName } from '@tidemark/shared/charts/chart'
import { wallClockText } from '@tidemark/shared/charts/plot/time/wall-clock-text'
import { cutText } from '@tidemark/shared/base/plain-text'
import { insidePeriod } from '@tidemark/shared/exploration/follow-steps'
import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import type { Field } from '@tidemark/shared/query/field'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { localConnectionId, type Query } from '@tidemark/shared/query/run-query'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { useStartQuestion } from '@/features/content/use-start-question'
import { toast } from '@/ui/popups/toaster'
import type { MarkMenuSource } from './mark-menu-source'
import { rowsAsked, type ChosenMark } from './mark-rows'
import { useWorkspaceTime } from './use-workspace-time'

/** A chart's query with the conditions and values that a question is to keep. */
interface NarrowedChart extends Pick<MarkMenuSource, 'name' | 'query' | 'visual' | 'parameters' | 'folderId'> {
  readonly conditions: readonly ResultFilter[]
  readonly values: ParameterValues
  /** The fields of its answer. */
  readonly fields: readonly Field[]
  /** The conditions of the mark that it is opened for, whose period is shown by a shorter grain. */
  readonly mark?: readonly ResultFilter[]
}

/** Begins a question that asks what a chart does, as far as conditions and values let its rows through. */
export function useAskNarrowed(): (chart: NarrowedChart) => void {
  const { views } = useSyncClient()
  const { timeZone: zone, weekStart } = useWorkspaceTime()
  const start = useStartQuestion()
  return ({ name, query, visual: drawn, folderId, mark = [], ...asked }) => {
    const { view } = views.getState()
    const { connectionId } = query
    const connection =
      connectionId === localConnectionId ? null : (getConnection(view, connectionIdSchema.parse(connectionId)) ?? null)
    const timeZone = drawn.timeZone ?? zone
    const { query: found, left } = queryAskedWith(query, {
      ...asked,
      sourceColumns: getDatasetOfQuestion(view, query)?.columns ?? [],
      weekStart,
      dialect: builderDialectOf(connection, timeZone),
      onTheWall: (text) => wallClockText(text, timeZone),
    })
    const { query: narrowed, visual } = withInside(found, drawn, mark)
    start({ chart: { name: cutText(name, maxChartName), query: narrowed, visual }, folderId })
    if (left.length > 0)
      toast('Not all of it could be taken over', {
        description: `A question has no condition like that on ${left.map((column) => `“${column}”`).join(', ')}.`,
      })
  }
}

function withInside(query: Query, visual: ChartVisual, mark: readonly ResultFilter[]) {
  if (query.kind === 'sql') return { query, visual }
  const question = insidePeriod(query.question, mark)
  return { query: { ...query, question }, visual: followQuestion(visual, query.question, question) }
}

/** Begins a question that asks what a chart does for the rows of a mark, and its period by a shorter grain. */
export function useOpenAsQuestion({
  mark,
  name,
  query,
  itemOf,
  ...chart
}: MarkMenuSource & { readonly mark: ChosenMark }): () => void {
  const ask = useAskNarrowed()
  return () => {
    const { filters = [], parameters: values = {} } = itemOf()
    const conditions = rowsAsked(query, mark) ?? mark.conditions
    ask({
      ...chart,
      mark: conditions,
      name: mark.label === name ? name : `${name} · ${mark.label}`,
      query,
      conditions: [...filters, ...conditions],
      values,
      fields: mark.data.fields,
    })
  }
}
