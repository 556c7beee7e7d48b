import { isSqlChart, type Chart } from '@tidemark/shared/charts/chart'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { keepParts } from '@tidemark/shared/charts/sql-model'
import { newId } from '@tidemark/shared/base/ids'
import { usersOfModel } from '@tidemark/shared/tables/model-users'
import type { SyncClient } from '@/client/sync/sync-client'
import { reportProblem } from '@/features/messages/report-problem'
import { toast } from '@/ui/popups/toaster'
import { askModelFields } from './model-fields'

/** Makes a chart a model, or takes that back, and says who asks it. */
export async function changeModel(client: SyncClient, chart: Chart, locale: string): Promise<void> {
  const { id, name, isModel } = chart
  const next = isModel !== true
  const found = next && isSqlChart(chart) ? await askModelFields(client.views.getState().view, chart) : null
  if (found?.ok === false) {
    toast(`“${name}” cannot be a model`, { tone: 'warn', description: found.error })
    return
  }
  const actionId = newId()
  const label = next ? 'Use as a model' : 'No longer use as a model'
  const modelFields = found === null ? undefined : [...keepParts(found.value, chart.modelFields)]
  await client.mutate('updateChart', { id, isModel: next, ...(modelFields && { modelFields }) }, { label, actionId })
  const users = usersOfModel(client.views.getState().view, id).length
  const undo = { label: 'Undo', onClick: () => void client.undoAction(actionId).catch(reportProblem) }
  if (next) toast(`“${name}” is a model now`, { description: 'The builder offers it beside the tables.', action: undo })
  else
    toast(`“${name}” is no longer a model`, {
      ...(users === 0 ? {} : { description: `${plural(locale, users, 'chart')} that asked it cannot be run now.` }),
      action: undo,
    })
}
