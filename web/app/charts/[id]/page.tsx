import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { loadWorkspace } from '../../_workspace/load-workspace'
import { WorkspacePage } from '../../_workspace/workspace-page'

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = chartIdSchema.safeParse((await params).id)
  if (!id.success) return <WorkspacePage name={undefined} app={(await loadWorkspace()).app} />
  const chartId = id.data
  const { view, app } = await loadWorkspace({
    chartsOf: (snapshot) => {
      const sql = getChart(snapshot, chartId)?.query.sql ?? ''
      return sql.trim() === '' ? [] : [chartId]
    },
  })
  return <WorkspacePage name={getChart(view, chartId)?.name} app={app} />
}
