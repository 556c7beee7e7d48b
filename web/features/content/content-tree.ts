import type { Chart, ChartId } from '@tidemark/shared/charts/chart'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import type { Dashboard, DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { chartsAtDashboards, type ChartsOfDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { foldText } from '@tidemark/shared/base/fold-text'
import type { Folder, FolderId } from '@tidemark/shared/folders/folder'

export interface DashboardItem {
  readonly kind: 'dashboard'
  readonly id: DashboardId
  readonly name: string
  readonly folderId: FolderId | null
  readonly href: string
}

export interface ChartItem {
  readonly kind: 'chart'
  readonly id: ChartId
  readonly name: string
  readonly folderId: FolderId | null
  readonly href: string
  readonly chartType: ChartType
}

/** A dashboard or chart in the sidebar. */
export type ContentItem = DashboardItem | ChartItem

/** charts: those that it shows, whatever folder they lie in, in reading order. */
export interface DashboardNode extends DashboardItem {
  readonly charts: readonly ChartItem[]
}

export interface FolderNode {
  readonly kind: 'folder'
  readonly id: FolderId
  readonly name: string
  readonly parentId: FolderId | null
  /** It has a list of its own: only those it names see it. */
  readonly isKept: boolean
  readonly children: readonly TreeNode[]
  /** The charts that lie in it and stand under its dashboards. */
  readonly placedCharts: readonly ChartItem[]
}

export type TreeNode = FolderNode | DashboardNode | ChartItem

/**
 * One line of the tree as it is drawn. id: one for each line, as a chart has a line under each dashboard. depth: 0 at the top.
 * isExpanded: null where there is nothing to open. empty: the line an open folder without content shows.
 */
export type TreeRow =
  | {
      readonly kind: 'node'
      readonly id: string
      readonly node: TreeNode
      readonly depth: number
      readonly isExpanded: boolean | null
    }
  | { readonly kind: 'empty'; readonly id: string; readonly depth: number }

/**
 * Folders with what lies in them: dashboards first, as they are what people come for, then folders, then charts, each in
 * its order. A chart stands under each dashboard that shows it, and by itself unless one in its own folder does; a favourite always.
 * What points at a folder that is gone or in the trash, or at a ring of folders, stands at the top, so that nothing is ever out of reach.
 *
 * shown: the charts of each dashboard; null while that is not known: then charts are left out of folders with dashboards, rather than
 * shown where they may not stay.
 */
export function buildContentTree(
  folders: readonly Folder[],
  dashboards: readonly Dashboard[],
  charts: readonly Chart[],
  shown: readonly ChartsOfDashboard[] | null,
  favouriteIds: ReadonlySet<string> = new Set(),
): readonly TreeNode[] {
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]))
  const foldersByParent = new Map<FolderId | null, Folder[]>()
  for (const folder of folders) {
    const parentId = isReachable(folder, foldersById) ? folder.parentId : null
    push(foldersByParent, parentId, folder)
  }
  const placeOfItem = ({ folderId }: ContentItem) => (folderId !== null && foldersById.has(folderId) ? folderId : null)
  const chartItems = charts.map(chartItem)
  const chartsById = new Map(chartItems.map((chart) => [chart.id, chart]))
  const shownById = new Map(shown ?? [])
  const withCharts = (dashboard: DashboardItem): DashboardNode => ({
    ...dashboard,
    charts: (shownById.get(dashboard.id) ?? []).flatMap((id) => chartsById.get(id) ?? []),
  })
  const dashboardsByFolder = new Map<FolderId | null, DashboardNode[]>()
  for (const dashboard of dashboards.map(dashboardItem))
    push(dashboardsByFolder, placeOfItem(dashboard), withCharts(dashboard))
  const chartsByFolder = new Map<FolderId | null, ChartItem[]>()
  const placedByFolder = new Map<FolderId | null, ChartItem[]>()
  const isAtDashboard = chartsAtDashboards(dashboards, shown ?? [])
  const isPlaced = (chart: ChartItem) =>
    shown === null ? dashboardsByFolder.has(placeOfItem(chart)) : isAtDashboard(chart)
  for (const chart of chartItems) {
    if (isPlaced(chart)) push(placedByFolder, placeOfItem(chart), chart)
    if (!isPlaced(chart) || favouriteIds.has(chart.id)) push(chartsByFolder, placeOfItem(chart), chart)
  }
  const childrenOf = (parentId: FolderId | null): readonly TreeNode[] => [
    ...(dashboardsByFolder.get(parentId) ?? []),
    ...(foldersByParent.get(parentId) ?? []).map((folder): FolderNode => ({
      ...folderItem(folder),
      children: childrenOf(folder.id),
      placedCharts: placedByFolder.get(folder.id) ?? [],
    })),
    ...(chartsByFolder.get(parentId) ?? []),
  ]
  return childrenOf(null)
}

/** A folder without what lies in it. */
export function folderItem(folder: Folder): FolderNode {
  const { id, name, parentId } = folder
  return { kind: 'folder', id, name, parentId, isKept: folder.access !== null, children: [], placedCharts: [] }
}

export function dashboardItem(dashboard: Dashboard): DashboardItem {
  return {
    kind: 'dashboard',
    id: dashboard.id,
    name: dashboard.name,
    folderId: dashboard.folderId,
    href: `/dashboards/${dashboard.id}`,
  }
}

export function chartItem(chart: Chart): ChartItem {
  return {
    kind: 'chart',
    id: chart.id,
    name: chart.name,
    folderId: chart.folderId,
    href: `/charts/${chart.id}`,
    chartType: chart.visual.type,
  }
}

/** The lines of the tree that are in sight. toggled: folders that are closed, and dashboards that are open. */
export function visibleRows(tree: readonly TreeNode[], toggled: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const add = (nodes: readonly TreeNode[], depth: number) => {
    for (const node of nodes) {
      const isExpanded = isExpandable(node) ? toggled.has(node.id) === (node.kind === 'dashboard') : null
      rows.push({ kind: 'node', id: node.id, node, depth, isExpanded })
      if (isExpanded !== true) continue
      if (node.kind === 'dashboard') rows.push(...chartRows(node, node.charts, depth + 1))
      if (node.kind !== 'folder') continue
      add(node.children, depth + 1)
      if (node.children.length === 0) rows.push({ kind: 'empty', id: `${node.id}/`, depth: depth + 1 })
    }
  }
  add(tree, 0)
  return rows
}

/** The lines that hold all the words in their names, with those around them, all open. */
export function matchingRows(tree: readonly TreeNode[], query: string): readonly TreeRow[] {
  const matches = (node: TreeNode) => hasWords(node, query)
  const rowsOf = (node: TreeNode, depth: number): readonly TreeRow[] => {
    const inside =
      node.kind === 'folder'
        ? node.children.flatMap((child) => rowsOf(child, depth + 1))
        : node.kind === 'dashboard'
          ? chartRows(node, node.charts.filter(matches), depth + 1)
          : []
    if (inside.length === 0 && !matches(node)) return []
    return [{ kind: 'node', id: node.id, node, depth, isExpanded: inside.length > 0 ? true : null }, ...inside]
  }
  return tree.flatMap((node) => rowsOf(node, 0))
}

/** True if the name has all the words, whatever their case and accents. */
export function hasWords(node: { readonly name: string }, query: string): boolean {
  let folded = foldedNames.get(node)
  if (folded === undefined) foldedNames.set(node, (folded = foldText(node.name)))
  const name = folded
  return foldText(query)
    .split(/\s+/)
    .every((word) => name.includes(word))
}

/** Folding thousands of names takes longer than looking through them. */
const foldedNames = new WeakMap<object, string>()

function chartRows(dashboard: DashboardNode, charts: readonly ChartItem[], depth: number): readonly TreeRow[] {
  return charts.map((node) => ({ kind: 'node', id: `${dashboard.id}/${node.id}`, node, depth, isExpanded: null }))
}

function isExpandable(node: TreeNode): boolean {
  return node.kind === 'folder' || (node.kind === 'dashboard' && node.charts.length > 0)
}

/** The node of an id, wherever it stands in the tree. */
export function findNode(tree: readonly TreeNode[], id: string): TreeNode | undefined {
  for (const node of tree) {
    if (node.id === id) return node
    const inside = node.kind === 'folder' ? node.children : node.kind === 'dashboard' ? node.charts : []
    const found = findNode(inside, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Every folder of the tree with its depth, in order; without `except` and what lies in it. */
export function listFolderNodes(
  tree: readonly TreeNode[],
  except: FolderId | null,
  depth = 0,
): readonly FolderAtDepth[] {
  return tree.flatMap((node) =>
    node.kind === 'folder' && node.id !== except
      ? [{ folder: node, depth }, ...listFolderNodes(node.children, except, depth + 1)]
      : [],
  )
}

export interface FolderAtDepth {
  readonly folder: FolderNode
  readonly depth: number
}

/** The folder whose list says who changes it: a folder is one itself. */
export function placeOf(node: TreeNode): FolderId | null {
  return node.kind === 'folder' ? node.id : node.folderId
}

/** Everything that goes where the node goes when it is moved to the trash, itself first: all in a folder, each once. */
export function descendants(node: TreeNode): readonly TreeNode[] {
  const found = new Map<string, TreeNode>()
  const add = (child: TreeNode) => {
    found.set(child.id, child)
    if (child.kind !== 'folder') return
    child.children.forEach(add)
    // What a dashboard shows stays where it lies.
    for (const chart of child.placedCharts) found.set(chart.id, chart)
  }
  add(node)
  return [...found.values()]
}

function isReachable(folder: Folder, foldersById: ReadonlyMap<FolderId, Folder>): boolean {
  const seen = new Set<FolderId>([folder.id])
  let parentId = folder.parentId
  while (parentId !== null) {
    const parent = foldersById.get(parentId)
    if (parent === undefined) return folder.parentId !== parentId
    if (seen.has(parentId)) return false
    seen.add(parentId)
    parentId = parent.parentId
  }
  return true
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
