import type { ChartItem, DashboardNode, TreeNode } from './content-tree'

/** The charts that stand under this dashboard and under no other of its folder: they follow it to another folder. */
export function followersOf(dashboard: DashboardNode, tree: readonly TreeNode[]): readonly ChartItem[] {
  const ofOthers = new Set(
    dashboardsIn(tree).flatMap(({ id, charts }) => (id === dashboard.id ? [] : charts.map((chart) => chart.id))),
  )
  return dashboard.charts.filter(({ id }) => !ofOthers.has(id))
}

function dashboardsIn(tree: readonly TreeNode[]): readonly DashboardNode[] {
  return tree.flatMap((node) =>
    node.kind === 'folder' ? dashboardsIn(node.children) : node.kind === 'dashboard' ? [node] : [],
  )
}
