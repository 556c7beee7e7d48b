import type { Chart, ChartId } from '@tidemark/shared/charts/chart'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import type { Dashboard, DashboardId } from '@tidemark/shared/dashboards/dashboard'
import type { Folder, FolderId } from '@tidemark/shared/folders/folder'

/** A dashboard or chart in the sidebar. */
export type ContentItem =
  | {
      readonly kind: 'dashboard'
      readonly id: DashboardId
      readonly name: string
      readonly folderId: FolderId | null
      readonly href: string
    }
  | {
      readonly kind: 'chart'
      readonly id: ChartId
      readonly name: string
      readonly folderId: FolderId | null
      readonly href: string
      readonly chartType: ChartType
    }

export interface FolderNode {
  readonly kind: 'folder'
  readonly id: FolderId
  readonly name: string
  readonly parentId: FolderId | null
  /** True if it has its own access list, so that only those on it see the folder. */
  readonly isKept: boolean
  readonly children: readonly TreeNode[]
}

export type TreeNode = FolderNode | ContentItem

/** A visible line of the tree. depth: 0 at the top. empty: the placeholder of an open folder without content. */
export type TreeRow =
  | { readonly kind: 'node'; readonly node: TreeNode; readonly depth: number; readonly isExpanded: boolean }
  | { readonly kind: 'empty'; readonly folderId: FolderId; readonly depth: number }

/**
 * Builds the tree of folders and their content: dashboards first, because people mostly look for them, then folders,
 * then charts, each in order. Content of a missing or trashed folder, or of a cycle of folders, is put at the top, so
 * that everything stays reachable.
 */
export function buildContentTree(
  folders: readonly Folder[],
  dashboards: readonly Dashboard[],
  charts: readonly Chart[],
): readonly TreeNode[] {
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]))
  const foldersByParent = new Map<FolderId | null, Folder[]>()
  for (const folder of folders) {
    const parentId = isReachable(folder, foldersById) ? folder.parentId : null
    push(foldersByParent, parentId, folder)
  }
  const byFolder = (items: readonly ContentItem[]) => {
    const itemsByFolder = new Map<FolderId | null, ContentItem[]>()
    for (const item of items)
      push(itemsByFolder, item.folderId !== null && foldersById.has(item.folderId) ? item.folderId : null, item)
    return itemsByFolder
  }
  const dashboardsByFolder = byFolder(dashboards.map(dashboardItem))
  const chartsByFolder = byFolder(charts.map(chartItem))
  const childrenOf = (parentId: FolderId | null): readonly TreeNode[] => [
    ...(dashboardsByFolder.get(parentId) ?? []),
    ...(foldersByParent.get(parentId) ?? []).map((folder): FolderNode => ({
      kind: 'folder',
      id: folder.id,
      name: folder.name,
      parentId: folder.parentId,
      isKept: folder.access !== null,
      children: childrenOf(folder.id),
    })),
    ...(chartsByFolder.get(parentId) ?? []),
  ]
  return childrenOf(null)
}

export function dashboardItem(dashboard: Dashboard): ContentItem {
  return {
    kind: 'dashboard',
    id: dashboard.id,
    name: dashboard.name,
    folderId: dashboard.folderId,
    href: `/dashboards/${dashboard.id}`,
  }
}

export function chartItem(chart: Chart): ContentItem {
  return {
    kind: 'chart',
    id: chart.id,
    name: chart.name,
    folderId: chart.folderId,
    href: `/charts/${chart.id}`,
    chartType: chart.visual.type,
  }
}

/** Returns the visible lines of the tree; folders in `collapsed` are closed. */
export function visibleRows(tree: readonly TreeNode[], collapsed: ReadonlySet<string>, depth = 0): readonly TreeRow[] {
  return tree.flatMap((node): readonly TreeRow[] => {
    if (node.kind !== 'folder') return [{ kind: 'node', node, depth, isExpanded: false }]
    const isExpanded = !collapsed.has(node.id)
    const row: TreeRow = { kind: 'node', node, depth, isExpanded }
    if (!isExpanded) return [row]
    if (node.children.length === 0) return [row, { kind: 'empty', folderId: node.id, depth: depth + 1 }]
    return [row, ...visibleRows(node.children, collapsed, depth + 1)]
  })
}

/** Returns every folder of the tree with its depth, in order, except `except` and its content. */
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

/** Returns the folder whose access list decides who may change the node; a folder decides for itself. */
export function placeOf(node: TreeNode): FolderId | null {
  return node.kind === 'folder' ? node.id : node.folderId
}

/** Returns the node and everything below it, the node first. */
export function descendants(node: TreeNode): readonly TreeNode[] {
  return node.kind === 'folder' ? [node, ...node.children.flatMap(descendants)] : [node]
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
