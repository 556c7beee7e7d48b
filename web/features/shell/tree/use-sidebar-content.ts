import { useMemo } from 'react'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { listChartsOfDashboards, listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { listFavourites } from '@tidemark/shared/favourites/favourite-queries'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import { useLocation } from '@/client/page/navigation'
import { useIsViewComplete, useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { buildContentTree } from '@/features/content/content-tree'
import { keyOfPage, listOpened } from '@/features/favourites/list-opened'
import { useLastOpened } from '@/features/preferences/shell-preferences-context'
import { nodeOf, type SidebarContent } from './sidebar-rows'

/** Everything that the list in the sidebar may show. */
export function useSidebarContent(): SidebarContent {
  const { userId } = useActor()
  const { pathname } = useLocation()
  const opened = useLastOpened()
  const isComplete = useIsViewComplete()
  const folders = useView(listFolders, [])
  const dashboards = useView((view) => listDashboards(view), [])
  const charts = useView((view) => listCharts(view), [])
  const shown = useView(listChartsOfDashboards, [])
  const favourites = useView((view) => listFavourites(view, userId), [userId])
  const recent = useView((view) => listOpened(view, opened, keyOfPage(pathname)), [opened, pathname])
  const tree = useMemo(() => {
    const favouriteIds = new Set(favourites.map(({ thing }) => thing.id))
    return buildContentTree(folders, dashboards, charts, isComplete ? shown : null, favouriteIds)
  }, [folders, dashboards, charts, shown, isComplete, favourites])
  return useMemo(
    () => ({
      isHere: isComplete || tree.length > 0,
      tree,
      favourites: favourites.map(nodeOf),
      recent: recent.map(nodeOf),
    }),
    [isComplete, tree, favourites, recent],
  )
}
