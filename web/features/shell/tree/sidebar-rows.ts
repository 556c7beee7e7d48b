import type { DatasetId } from '@tidemark/shared/datasets/dataset'
import type { MetricId } from '@tidemark/shared/metrics/metric'
import type { SegmentId } from '@tidemark/shared/segments/segment'
import type { FavouriteThing } from '@tidemark/shared/favourites/favourite-queries'
import {
  chartItem,
  dashboardItem,
  folderItem,
  matchingRows,
  visibleRows,
  type TreeNode,
  type TreeRow,
} from '@/features/content/content-tree'

interface DatasetItem {
  readonly kind: 'dataset'
  readonly id: DatasetId
  readonly name: string
  readonly href: string
}

interface MetricItem {
  readonly kind: 'metric'
  readonly id: MetricId
  readonly name: string
  readonly href: string
}

interface SegmentItem {
  readonly kind: 'segment'
  readonly id: SegmentId
  readonly name: string
  readonly href: string
}

/** A thing that has a row above the tree alone. */
type OutsideTree = DatasetItem | MetricItem | SegmentItem

/** A thing with a row of its own: in the tree, or above it. */
export type SidebarNode = TreeNode | OutsideTree

/** Returns true for what the tree has: it is renamed, moved and deleted there. */
export function isInTree(node: SidebarNode): node is TreeNode {
  return node.kind === 'chart' || node.kind === 'dashboard' || node.kind === 'folder'
}

/** The ids of the headings' rows. */
export const sections = {
  favourites: 'section-favourites',
  recent: 'section-recent',
  folders: 'section-folders',
} as const
export type Section = keyof typeof sections

/** One line of the list in the sidebar. */
export type SidebarRow =
  | { readonly kind: 'heading'; readonly id: string; readonly section: Section; readonly isExpanded: boolean }
  | {
      readonly kind: 'node'
      readonly id: string
      readonly section: Section
      readonly node: SidebarNode
      readonly depth: number
      readonly isExpanded: boolean | null
    }
  | Extract<TreeRow, { readonly kind: 'empty' }>

export interface SidebarContent {
  /** False while nothing of the workspace is here: then nothing is shown that something may come above. */
  readonly isHere: boolean
  readonly tree: readonly TreeNode[]
  readonly favourites: readonly SidebarNode[]
  readonly recent: readonly SidebarNode[]
}

/** Returns the visible rows of the list. toggled: the rows that are not as they begin. filter: empty for everything. */
export function sidebarRows(
  { isHere, tree, favourites, recent }: SidebarContent,
  toggled: ReadonlySet<string>,
  filter: string,
): readonly SidebarRow[] {
  if (filter.trim() !== '') return matchingRows(tree, filter.trim()).map(inFolders)
  const section = (name: Section, rows: () => readonly SidebarRow[]): readonly SidebarRow[] => {
    const id = sections[name]
    const isExpanded = !toggled.has(id)
    return [{ kind: 'heading', id, section: name, isExpanded }, ...(isExpanded ? rows() : [])]
  }
  const listed = (name: Section, nodes: readonly SidebarNode[]) =>
    nodes.length === 0
      ? []
      : section(name, () =>
          nodes.map((node) => ({
            kind: 'node',
            id: `${sections[name]}/${node.id}`,
            section: name,
            node,
            depth: 0,
            isExpanded: null,
          })),
        )
  return [
    ...listed('favourites', favourites),
    ...listed('recent', recent),
    ...(isHere ? section('folders', () => visibleRows(tree, toggled).map(inFolders)) : []),
  ]
}

function inFolders(row: TreeRow): SidebarRow {
  return row.kind === 'node' ? { ...row, section: 'folders' } : row
}

export function nodeOf(found: FavouriteThing): SidebarNode {
  switch (found.kind) {
    case 'chart':
      return chartItem(found.thing)
    case 'dashboard':
      return { ...dashboardItem(found.thing), charts: [] }
    case 'folder':
      return folderItem(found.thing)
    case 'dataset':
      return { kind: 'dataset', ...linkTo(found.thing, '/data') }
    case 'metric':
      return { kind: 'metric', ...linkTo(found.thing, '/metrics') }
    case 'segment':
      return { kind: 'segment', ...linkTo(found.thing, '/segments') }
  }
}

function linkTo<Id extends string>({ id, name }: { readonly id: Id; readonly name: string }, page: string) {
  return { id, name, href: `${page}/${id}` }
}
