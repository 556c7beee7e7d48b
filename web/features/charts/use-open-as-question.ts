'use client'

import { builderDialectOf } from '@tidemark/shared/connections/connection-dialect'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { queryAskedWith } from '@tidemark/shared/charts/query-asked-with'
import { maxChartName } from '@tidemark/shared/charts/chart'
import { wallClockText } from '@tidemark/shared/charts/plot/time/wall-clock-text'
import { cutText } from '@tidemark/shared/base/plain-text'
import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import type { Field } from '@tidemark/shared/query/field'
import type { ParameterValues } from '@tidemark/shared/query/parameter'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { localConnectionId } from '@tidemark/shared/query/run-query'
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
}

/** Begins a question that asks what a chart does, as far as conditions and values let its rows through. */
export function useAskNarrowed(): (chart: NarrowedChart) => void {
  const { views } = useSyncClient()
  const { timeZone: zone, weekStart } = useWorkspaceTime()
  const start = useStartQuestion()
  return ({ name, query, visual, folderId, ...asked }) => {
    const { view } = views.getState()
    const { connectionId } = query
    const connection =
      connectionId === localConnectionId ? null : (getConnection(view, connectionIdSchema.parse(connectionId)) ?? null)
    const timeZone = visual.timeZone ?? zone
    const { query: narrowed, left } = queryAskedWith(query, {
      ...asked,
      sourceColumns: getDatasetOfQuestion(view, query)?.columns ?? [],
      weekStart,
      dialect: builderDialectOf(connection, timeZone),
      onTheWall: (text) => wallClockText(text, timeZone),
    })
    start({ chart: { name: cutText(name, maxChartName), query: narrowed, visual }, folderId })
    if (left.length > 0)
      toast('Not all of it could be taken over', {
        description: `A question has no condition like that on ${left.map((column) => `“${column}”`).join(', ')}.`,
      })
  }
}

/** Begins a question that asks what a chart does for the rows of a mark. */
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
    ask({
      ...chart,
      name: mark.label === name ? name : `${name} · ${mark.label}`,
      query,
      conditions: [...filters, ...(rowsAsked(query, mark) ?? mark.conditions)],
      values,
      fields: mark.data.fields,
    })
  }
}
