import type { ChartItem, DashboardNode, TreeNode } from './content-tree'

/** The charts beside this dashboard in its folder that no other dashboard there shows: they follow it to another folder. */
export function followersOf(dashboard: DashboardNode, tree: readonly TreeNode[]): readonly ChartItem[] {
  const ofOthers = new Set(
    dashboardsIn(tree).flatMap(({ id, folderId, charts }) =>
      id === dashboard.id || folderId !== dashboard.folderId ? [] : charts.map((chart) => chart.id),
    ),
  )
  return dashboard.charts.filter(({ id, folderId }) => folderId === dashboard.folderId && !ofOthers.has(id))
}

function dashboardsIn(tree: readonly TreeNode[]): readonly DashboardNode[] {
  return tree.flatMap((node) =>
    node.kind === 'folder' ? dashboardsIn(node.children) : node.kind === 'dashboard' ? [node] : [],
  )
}
