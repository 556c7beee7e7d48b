'use client'

import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, useCallback, type RefObject } from 'react'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { useLocation } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useSelector } from '@/client/page/use-selector'
import { useView } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { IconButton } from '@/ui/buttons/icon-button'
import { lazyComponent, lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { buildContentTree, placeOf, visibleRows, type TreeNode, type TreeRow } from '@/features/content/content-tree'
import { useCollapsedFolders } from '@/features/preferences/shell-preferences-context'
import { shellState$ } from '@/features/preferences/shell-state'
import { useTreeActions } from './tree-actions'
import { EmptyRow, TreeRowView } from './tree-row'

const CreateItems = lazyComponent(() => import('./create-items'))
const MoveDialog = lazyComponent(() => import('../dialogs/move-dialog'))
const accessDialog = lazyPart(() => import('@/features/access/access-dialog'))

/** The dashboards and charts in their folders. Arrow keys move, Right and Left open and close, F2 renames, Delete deletes. */
export function ContentTree() {
  const folders = useView(listFolders, [])
  const dashboards = useView((view) => listDashboards(view), [])
  const charts = useView((view) => listCharts(view), [])
  const tree = useMemo(() => buildContentTree(folders, dashboards, charts), [folders, dashboards, charts])
  const [collapsed, setCollapsed] = useCollapsedFolders()
  const rows = useMemo(() => visibleRows(tree, collapsed), [tree, collapsed])
  const { pathname } = useLocation()
  const mayEdit = useMayEdit()
  const actor = useActor()
  const { views } = useSyncClient()
  const renamingId = useSelector(() => shellState$.renamingId.get())
  const movingId = useSelector(() => shellState$.movingId.get())
  const revealedId = useSelector(() => shellState$.revealedId.get())
  const accessId = useSelector(() => shellState$.accessId.get())
  const team = useTeamSession()
  const actions = useTreeActions()
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { scroller, from, to, rowHeightPx, showRow } = useRowWindow(rows.length)

  const nodes = rows.flatMap((row) => (row.kind === 'node' ? [row] : []))
  const currentId = nodes.find(({ node }) => node.kind !== 'folder' && node.href === pathname)?.node.id
  const tabStopId = nodes.some(({ node }) => node.id === focusedId) ? focusedId : (currentId ?? nodes[0]?.node.id)
  const moving = movingId === null ? undefined : findNode(tree, movingId)

  const asked = accessId === null ? undefined : findNode(tree, accessId)
  const AccessDialog = useLazyPart(accessDialog, asked !== undefined)

  // Of a long tree only the rows in sight are drawn.
  const soughtId = renamingId ?? revealedId
  const soughtIndex = soughtId === null ? -1 : indexOfRow(rows, soughtId)
  const isSoughtUndrawn = soughtIndex !== -1 && (soughtIndex < from || soughtIndex >= to)
  useEffect(() => {
    if (isSoughtUndrawn) scroller.current?.scrollTo({ top: soughtIndex * rowHeightPx })
  }, [isSoughtUndrawn, soughtIndex, rowHeightPx, scroller])

  const latestRows = useRef(rows)
  useEffect(() => {
    latestRows.current = rows
  })
  useEffect(() => {
    // Who is in the sidebar has the list where they want it.
    if (currentId === undefined || scroller.current?.closest('aside')?.matches(':hover, :has(:focus-visible)')) return
    showRow(indexOfRow(latestRows.current, currentId))
  }, [currentId, scroller, showRow])

  const isRevealed = revealedId !== null && soughtIndex !== -1 && !isSoughtUndrawn
  useEffect(() => {
    if (!isRevealed) return
    shellState$.revealedId.set(null)
    // A sheet that opens for it takes the focus first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row-id="${revealedId}"]`)?.focus())
  }, [isRevealed, revealedId])

  const focusRow = (id: string) => {
    setFocusedId(id)
    const index = indexOfRow(rows, id)
    scroller.current?.scrollTo({ top: Math.min(scroller.current.scrollTop, index * rowHeightPx) })
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row-id="${id}"]`)?.focus())
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['rowId'] : undefined
    const index = nodes.findIndex(({ node }) => node.id === focused)
    const row = nodes[index]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const { node } = row
    const step = (by: number) => {
      const next = nodes[index + by]
      if (next !== undefined) focusRow(next.node.id)
    }
    const handlers: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => step(-index),
      End: () => step(nodes.length - 1 - index),
      ArrowRight: () => (node.kind === 'folder' && !row.isExpanded ? setCollapsed(node.id, false) : step(1)),
      ArrowLeft: () => {
        if (node.kind === 'folder' && row.isExpanded) setCollapsed(node.id, true)
        else step(nodes.slice(0, index).findLastIndex(({ depth }) => depth < row.depth) - index)
      },
      ...(mayEditIn(actor, placeOf(node), views.getState().view) && {
        F2: () => shellState$.renamingId.set(node.id),
        Delete: () => {
          actions.trash(node)
          step(index + 1 < nodes.length ? 1 : -1)
        },
      }),
    }
    const handle = handlers[event.key]
    if (handle === undefined) return
    event.preventDefault()
    handle()
  }

  return (
    <>
      <div className="flex h-8 shrink-0 items-center justify-between pt-2 pr-2.5 pl-[18px]">
        <h2 className="text-small font-medium text-muted">Folders</h2>
        {mayEdit && <CreateMenu />}
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto mask-b-from-[calc(100%-20px)] px-2.5 pt-1 pb-5">
        {rows.length === 0 && (
          <p className="px-2 py-1 text-small text-muted">
            {mayEdit ? 'Dashboards and charts you make appear here.' : 'Dashboards and charts appear here.'}
          </p>
        )}
        {/* The keys are an addition for the links and buttons inside, which have roles of their own. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          ref={list}
          onKeyDown={onKeyDown}
          className="flex flex-col gap-0.5"
          style={{ paddingTop: from * rowHeightPx, paddingBottom: (rows.length - to) * rowHeightPx }}
        >
          {rows
            .slice(from, to)
            .map((row) =>
              row.kind === 'empty' ? (
                <EmptyRow key={`empty-${row.folderId}`} depth={row.depth} />
              ) : (
                <TreeRowView
                  key={row.node.id}
                  node={row.node}
                  depth={row.depth}
                  isExpanded={row.isExpanded}
                  isCurrent={row.node.id === currentId}
                  isTabStop={row.node.id === tabStopId}
                  isRenaming={row.node.id === renamingId}
                  onFocus={() => setFocusedId(row.node.id)}
                  onToggle={() => setCollapsed(row.node.id, row.isExpanded)}
                  actions={actions}
                />
              ),
            )}
        </ul>
      </div>
      {moving && (
        <MoveDialog
          node={moving}
          tree={tree}
          onClose={() => shellState$.movingId.set(null)}
          onMove={(folderId) => actions.move(moving, folderId)}
        />
      )}
      {AccessDialog && asked && team && (
        <AccessDialog
          key={asked.id}
          node={asked}
          team={team}
          onOpenFolder={(id) => shellState$.accessId.set(id)}
          onClose={() => shellState$.accessId.set(null)}
        />
      )}
    </>
  )
}

function CreateMenu() {
  return (
    <Menu label="Create" align="end" trigger={<IconButton icon={Plus} label="Create" size="sm" />}>
      <CreateItems />
    </Menu>
  )
}

function indexOfRow(rows: readonly TreeRow[], id: string): number {
  return rows.findIndex((row) => row.kind === 'node' && row.node.id === id)
}

function findNode(tree: readonly TreeNode[], id: string): TreeNode | undefined {
  for (const node of tree) {
    if (node.id === id) return node
    const found = node.kind === 'folder' ? findNode(node.children, id) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const overscanRows = 20
/** Lists up to this length are simply drawn, which also is what a page without JavaScript shows. */
const drawnAtOnce = 200
/** The height of the list's end, which fades out. */
const fadePx = 24

/**
 * Which rows of a long list to draw, all of one height; `from` included, `to` excluded.
 * rowHeightPx: with the gap, as measured, since rows are taller for touch.
 */
function useRowWindow(count: number): {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly from: number
  readonly to: number
  readonly rowHeightPx: number
  /** Scrolls as far as a row out of sight needs. */
  readonly showRow: (index: number) => void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const [visible, setVisible] = useState({ from: 0, to: drawnAtOnce, rowHeightPx: 32 })
  const isWindowed = count > drawnAtOnce
  useEffect(() => {
    const element = scroller.current
    if (!isWindowed || element === null) return
    const measure = () => {
      const rowHeightPx = rowHeightIn(element)
      const first = Math.floor(element.scrollTop / rowHeightPx)
      const from = Math.max(0, first - overscanRows)
      const to = first + Math.ceil(element.clientHeight / rowHeightPx) + overscanRows
      setVisible((known) =>
        known.from === from && known.to === to && known.rowHeightPx === rowHeightPx ? known : { from, to, rowHeightPx },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [isWindowed])
  const showRow = useCallback((index: number) => {
    const element = scroller.current
    if (element === null) return
    const rowHeightPx = rowHeightIn(element)
    const top = index * rowHeightPx
    const leastTop = top + rowHeightPx + fadePx - element.clientHeight
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, leastTop))
  }, [])
  return {
    scroller,
    from: isWindowed ? visible.from : 0,
    to: isWindowed ? Math.min(count, visible.to) : count,
    rowHeightPx: visible.rowHeightPx,
    showRow,
  }
}

function rowHeightIn(scroller: HTMLElement): number {
  const row = scroller.querySelector('li')
  return row === null ? 32 : row.getBoundingClientRect().height + 2
}
