import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { loadWorkspace } from '../../_workspace/load-workspace'
import { WorkspacePage } from '../../_workspace/workspace-page'

interface DashboardRouteProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<{ readonly tab?: string | readonly string[] }>
}

export default async function Page({ params, searchParams }: DashboardRouteProps) {
  const id = dashboardIdSchema.safeParse((await params).id)
  if (!id.success) return <WorkspacePage name={undefined} app={(await loadWorkspace()).app} />
  const dashboardId = id.data
  const { tab } = await searchParams
  const { view, app } = await loadWorkspace({
    dashboardId,
    chartsOf: (snapshot) => {
      const tabs = listTabs(snapshot, dashboardId)
      const shownTab = tabs.find((candidate) => candidate.id === tab) ?? tabs[0]
      return listTiles(snapshot, dashboardId).flatMap(({ tabId, content }) =>
        tabId === shownTab?.id && content.kind === 'chart' ? [content.chartId] : [],
      )
    },
  })
  return <WorkspacePage name={getDashboard(view, dashboardId)?.name} app={app} />
}
