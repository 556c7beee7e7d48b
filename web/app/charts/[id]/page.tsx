import { notFound } from 'next/navigation'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { loadWorkspace } from '../../_workspace/load-workspace'
import { WorkspaceApp } from '../../_workspace/workspace-app'

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = chartIdSchema.safeParse((await params).id)
  if (!id.success) notFound()
  const chartId = id.data
  const { view, app } = await loadWorkspace({
    chartsOf: (snapshot) => {
      const sql = getChart(snapshot, chartId)?.query.sql ?? ''
      return sql.trim() === '' ? [] : [chartId]
    },
  })
  const chart = getChart(view, chartId)
  if (chart === undefined) notFound()
  return (
    <>
      <title>{`${chart.name} · Tidemark`}</title>
      <WorkspaceApp {...app} />
    </>
  )
}
