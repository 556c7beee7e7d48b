'use client'

import { builderDialectOf } from '@tidemark/shared/connections/connection-dialect'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { queryAskedWith } from '@tidemark/shared/charts/query-asked-with'
import { maxChartName } from '@tidemark/shared/charts/chart'
import { wallClockText } from '@tidemark/shared/charts/plot/time/wall-clock-text'
import { cutText } from '@tidemark/shared/base/plain-text'
import { getDatasetOfQuestion } from '@tidemark/shared/datasets/dataset-queries'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { useStartQuestion } from '@/features/content/use-start-question'
import { toast } from '@/ui/popups/toaster'
import type { MarkMenuSource } from './mark-menu-source'
import { rowsAsked, type ChosenMark } from './mark-rows'
import { useWorkspaceTime } from './use-workspace-time'

/** Begins a question that asks what a chart does for the rows of a mark, as far as filters and parameters let them through. */
export function useOpenAsQuestion({
  mark,
  name,
  query,
  visual,
  parameters,
  folderId,
  itemOf,
}: MarkMenuSource & { readonly mark: ChosenMark }): () => void {
  const { views } = useSyncClient()
  const { timeZone: zone, weekStart } = useWorkspaceTime()
  const start = useStartQuestion()
  return () => {
    const { view } = views.getState()
    const { connectionId } = query
    const connection =
      connectionId === localConnectionId ? null : (getConnection(view, connectionIdSchema.parse(connectionId)) ?? null)
    const timeZone = visual.timeZone ?? zone
    const { filters = [], parameters: values = {} } = itemOf()
    const { query: asked, left } = queryAskedWith(query, {
      conditions: [...filters, ...(rowsAsked(query, mark) ?? mark.conditions)],
      parameters,
      values,
      fields: mark.data.fields,
      sourceColumns: getDatasetOfQuestion(view, query)?.columns ?? [],
      weekStart,
      dialect: builderDialectOf(connection, timeZone),
      onTheWall: (text) => wallClockText(text, timeZone),
    })
    const called = mark.label === name ? name : `${name} · ${mark.label}`
    start({ chart: { name: cutText(called, maxChartName), query: asked, visual }, folderId })
    if (left.length > 0)
      toast('Not all of it could be taken over', {
        description: `A question has no condition like that on ${left.map((column) => `“${column}”`).join(', ')}.`,
      })
  }
}
