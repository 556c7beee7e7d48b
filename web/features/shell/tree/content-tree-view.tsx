'use client'

import { Plus, Search, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { navigate, useLocation } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useSelector } from '@/client/page/use-selector'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { IconButton } from '@/ui/buttons/icon-button'
import { Kbd } from '@/ui/buttons/kbd'
import { lazyComponent, lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { findNode, hasWords, placeOf } from '@/features/content/content-tree'
import { reportProblem } from '@/features/messages/report-problem'
import { useToggledRows } from '@/features/preferences/shell-preferences-context'
import { shellState$ } from '@/features/preferences/shell-state'
import { isInTree, sections, sidebarRows, type SidebarRow } from './sidebar-rows'
import { useTreeActions } from './tree-actions'
import { EmptyRow, HeadingRow, TreeRowView } from './tree-row'
import { useRowWindow } from './use-row-window'
import { useSidebarContent } from './use-sidebar-content'

const CreateItems = lazyComponent(() => import('./create-items'))
const MoveDialog = lazyComponent(() => import('../dialogs/move-dialog'))
const accessDialog = lazyPart(() => import('@/features/access/access-dialog'))

/**
 * Favourites, what was opened last, and the dashboards and charts in their folders, with a field that filters them. Arrow keys
 * move, Right and Left open and close, F2 renames, Delete deletes; of a favourite it takes the star.
 */
export function ContentTree() {
  const content = useSidebarContent()
  const { tree } = content
  const [filter, setFilter] = useState('')
  const [toggled, setToggled] = useToggledRows()
  const rows = useMemo(() => sidebarRows(content, toggled, filter), [content, toggled, filter])
  const { pathname } = useLocation()
  const mayEdit = useMayEdit()
  const mutate = useMutate()
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
  const field = useRef<HTMLInputElement>(null)
  const { scroller, from, to, rowHeightPx, showRow } = useRowWindow(rows.length)

  const isCurrent = (row: SidebarRow) => row.kind === 'node' && row.node.kind !== 'folder' && row.node.href === pathname
  const currentId = rows.find((row) => row.kind === 'node' && row.section === 'folders' && isCurrent(row))?.id
  const stops = useMemo(() => rows.filter((row) => row.kind !== 'empty'), [rows])
  const tabStopId = stops.some(({ id }) => id === focusedId)
    ? focusedId
    : (currentId ?? stops.find(({ kind }) => kind === 'node')?.id ?? stops[0]?.id)
  const moving = movingId === null ? undefined : findNode(tree, movingId)

  const asked = accessId === null ? undefined : findNode(tree, accessId)
  const AccessDialog = useLazyPart(accessDialog, asked !== undefined)

  // What is asked for may be filtered out, or in a section that is closed.
  const soughtId = renamingId ?? revealedId
  const isSoughtHidden = soughtId !== null && !rows.some(({ id }) => id === soughtId)
  useEffect(() => {
    if (!isSoughtHidden) return
    setFilter('')
    setToggled(sections.folders, false)
  }, [isSoughtHidden, setToggled])

  // Of a long tree only the rows in sight are drawn.
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

  // What was moved is shown where it went, and the focus stays.
  const [moved, setMoved] = useState<{ readonly id: string; readonly fromIndex: number } | null>(null)
  const movedIndex = moved === null ? -1 : indexOfRow(rows, moved.id)
  useEffect(() => {
    if (moved === null || movedIndex === -1 || movedIndex === moved.fromIndex) return
    setMoved(null)
    showRow(movedIndex)
  }, [moved, movedIndex, showRow])

  const isRevealed = revealedId !== null && soughtIndex !== -1 && !isSoughtUndrawn
  useEffect(() => {
    if (!isRevealed) return
    shellState$.revealedId.set(null)
    // A sheet that opens for it takes the focus first.
    requestAnimationFrame(() => {
      // Who types meanwhile goes on.
      if (document.activeElement !== field.current) rowElement(list, revealedId)?.focus()
    })
  }, [isRevealed, revealedId])

  const isFilterAsked = useSelector(() => shellState$.isFilterAsked.get())
  useLayoutEffect(() => {
    if (!isFilterAsked) return
    shellState$.isFilterAsked.set(false)
    // At once: what is typed next must not be selected too. A sheet that opens for it shows the field a frame later.
    field.current?.select()
    requestAnimationFrame(() => document.activeElement !== field.current && field.current?.select())
  }, [isFilterAsked])

  const focusRow = (id: string) => {
    setFocusedId(id)
    const index = indexOfRow(rows, id)
    if (index < from || index >= to) return shellState$.revealedId.set(id)
    scroller.current?.scrollTo({ top: Math.min(scroller.current.scrollTop, index * rowHeightPx) })
    requestAnimationFrame(() => rowElement(list, id)?.focus())
  }

  const filterBy = (text: string) => {
    setFilter(text)
    scroller.current?.scrollTo({ top: 0 })
  }

  const onFieldKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const first = stops.find(({ kind }) => kind === 'node')
    switch (event.key) {
      case 'Escape':
        if (filter === '') field.current?.blur()
        else filterBy('')
        // The sheet stays open: it closes by the next.
        event.stopPropagation()
        return
      case 'ArrowDown':
        event.preventDefault()
        if (tabStopId !== undefined && tabStopId !== null)
          focusRow(filter === '' ? tabStopId : (first?.id ?? tabStopId))
        return
      case 'Enter': {
        const found =
          filter === ''
            ? undefined
            : rows.find((row) => row.kind === 'node' && row.node.kind !== 'folder' && hasWords(row.node, filter))
        if (found?.kind === 'node' && found.node.kind !== 'folder') navigate(found.node.href)
        return
      }
    }
  }

  const hasPressedMenuKey = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['rowId'] : undefined
    const index = stops.findIndex(({ id }) => id === focused)
    const row = stops[index]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const step = (by: number) => {
      const next = stops[index + by]
      if (next !== undefined) focusRow(next.id)
      else if (by === -1) field.current?.focus()
    }
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (isMenuKey && focused !== undefined) {
      event.preventDefault()
      hasPressedMenuKey.current = true
      return rowElement(list, focused)?.closest('li')?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
    }
    hasPressedMenuKey.current = false
    const handlers: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => step(-index),
      End: () => step(stops.length - 1 - index),
      ArrowRight: () => (row.isExpanded === false ? toggle(row) : step(1)),
      ArrowLeft: () => {
        if (row.isExpanded === true && filter === '') toggle(row)
        else step(stops.slice(0, index).findLastIndex((other) => depthOf(other) < depthOf(row)) - index)
      },
      ...(row.kind === 'node' && keysOf(row, () => step(index + 1 < stops.length ? 1 : -1))),
    }
    const handle = handlers[event.key]
    if (handle === undefined) return
    event.preventDefault()
    handle()
  }

  const toggle = (row: SidebarRow) => {
    if (row.kind === 'heading') setToggled(row.id, row.isExpanded)
    if (row.kind !== 'node') return
    const { node } = row
    if (node.kind === 'folder' && row.section !== 'folders') {
      setToggled(node.id, false)
      shellState$.revealedId.set(node.id)
    } else setToggled(node.id, (node.kind === 'dashboard') !== row.isExpanded)
  }

  /** The keys that change what a row is of. */
  const keysOf = ({ id, node, section }: NodeRow, stepOn: () => void): Readonly<Record<string, () => void>> => {
    const isEditable = isInTree(node) && mayEditIn(actor, placeOf(node), views.getState().view)
    const rename = isEditable && { F2: () => shellState$.renamingId.set(id) }
    if (section === 'favourites') {
      const remove = () => {
        mutate('removeFavourite', { target: { kind: node.kind, id: node.id } }).catch(reportProblem)
        stepOn()
      }
      return { ...rename, Delete: remove }
    }
    const trash = () => {
      if (isInTree(node)) actions.trash(node)
      stepOn()
    }
    return { ...rename, ...(isEditable && section === 'folders' && { Delete: trash }) }
  }

  const isFiltering = filter.trim() !== ''
  return (
    <>
      <div className="flex shrink-0 items-center gap-1 px-2.5 pt-2.5">
        <span className="group/filter relative flex min-w-0 flex-1 items-center">
          <Search aria-hidden className="pointer-events-none absolute left-2 size-3.5! text-muted" />
          <input
            ref={field}
            type="text"
            role="searchbox"
            aria-label="Filter the sidebar"
            aria-keyshortcuts="/"
            placeholder="Filter"
            autoComplete="off"
            spellCheck={false}
            value={filter}
            onChange={(event) => filterBy(event.target.value)}
            onKeyDown={onFieldKeyDown}
            className="h-7 w-full min-w-0 rounded-row border border-transparent bg-transparent pr-7 pl-[34px] transition-colors placeholder:text-muted hover:bg-hover focus:border-line-strong focus:bg-surface max-md:text-[16px] touch:h-11"
          />
          {filter === '' ? (
            <Kbd
              keys="/"
              className="pointer-events-none absolute right-1.5 text-muted group-focus-within/filter:hidden max-md:hidden"
            />
          ) : (
            <IconButton
              icon={X}
              label="Clear the filter"
              size="sm"
              className="absolute right-0.5 touch:right-0"
              onClick={() => {
                filterBy('')
                field.current?.focus()
              }}
            />
          )}
        </span>
        {mayEdit && <CreateMenu />}
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto mask-b-from-[calc(100%-20px)] px-2.5 pt-1 pb-5">
        {/* The keys are an addition for the links and buttons inside, which have roles of their own. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          ref={list}
          onKeyDown={onKeyDown}
          onPointerDown={() => (hasPressedMenuKey.current = false)}
          // The browser's own menu, when the key is let go.
          onContextMenu={(event) => hasPressedMenuKey.current && event.preventDefault()}
          className="flex flex-col gap-0.5"
          style={{ paddingTop: from * rowHeightPx, paddingBottom: (rows.length - to) * rowHeightPx }}
        >
          {rows.slice(from, to).map((row) => {
            if (row.kind === 'empty') return <EmptyRow key={row.id} row={row} />
            const common = {
              isTabStop: row.id === tabStopId,
              onFocus: () => setFocusedId(row.id),
              onToggle: () => toggle(row),
            }
            return row.kind === 'heading' ? (
              <HeadingRow key={row.id} row={row} {...common} />
            ) : (
              <TreeRowView
                key={row.id}
                row={row}
                isCurrent={isCurrent(row)}
                isRenaming={row.id === renamingId}
                actions={actions}
                {...common}
              />
            )
          })}
        </ul>
        {isFiltering && rows.length === 0 && (
          <p role="status" className="px-2 py-1 text-small text-muted">
            Nothing here has “{filter.trim()}” in its name.
          </p>
        )}
        {!isFiltering && content.isHere && tree.length === 0 && (
          <p className="px-2 py-1 text-small text-muted">
            {mayEdit ? 'Dashboards and charts you make appear here.' : 'Dashboards and charts appear here.'}
          </p>
        )}
      </div>
      {moving && (
        <MoveDialog
          node={moving}
          tree={tree}
          onClose={() => shellState$.movingId.set(null)}
          onMove={(target, followers) => {
            setMoved({ id: moving.id, fromIndex: indexOfRow(rows, moving.id) })
            actions.move(moving, target, followers)
          }}
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

type NodeRow = Extract<SidebarRow, { readonly kind: 'node' }>

function depthOf(row: SidebarRow): number {
  return row.kind === 'heading' ? -1 : row.depth
}

function indexOfRow(rows: readonly SidebarRow[], id: string): number {
  return rows.findIndex((row) => row.id === id)
}

function rowElement(list: RefObject<HTMLUListElement | null>, id: string): HTMLElement | null | undefined {
  return list.current?.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
}

function CreateMenu() {
  return (
    <Menu label="Create" align="end" trigger={<IconButton icon={Plus} label="Create" size="sm" />}>
      <CreateItems />
    </Menu>
  )
}
