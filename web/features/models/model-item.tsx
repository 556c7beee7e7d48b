import { Boxes } from 'lucide-react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { MenuItem } from '@/ui/popups/menu'

/** The menu item that makes a chart a model, or takes that back. */
export function ModelItem({ chart }: { readonly chart: Chart }) {
  const client = useSyncClient()
  const { locale } = usePageEnvironment()
  if (chart.deletedAt !== null) return null
  const change = async () => {
    const { changeModel } = await import('./change-model')
    await changeModel(client, chart, locale)
  }
  return (
    <MenuItem icon={Boxes} onSelect={() => void change().catch(reportProblem)}>
      {chart.isModel === true ? 'No longer use as a model' : 'Use as a model'}
    </MenuItem>
  )
}
