'use client'

import { ChevronRight, Database, Ellipsis, Folder, ListFilter, Lock, Sigma, type LucideIcon } from 'lucide-react'
import { AppLink } from '@/client/page/navigation'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineField } from '@/ui/fields/inline-edit'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { contentIcon } from '@/features/content/chart-type-icon'
import { placeOf, type TreeRow } from '@/features/content/content-tree'
import { shellState$ } from '@/features/preferences/shell-state'
import { isInTree, type Section, type SidebarNode, type SidebarRow } from './sidebar-rows'
import type { TreeActions } from './tree-actions'

interface RowProps {
  /** The one row that Tab reaches; arrows go on from there. */
  readonly isTabStop: boolean
  readonly onFocus: () => void
  readonly onToggle: () => void
}

const headings: Readonly<Record<Section, string>> = { favourites: 'Favourites', recent: 'Recent', folders: 'Folders' }

/** The heading of a section, which opens and closes it. */
export function HeadingRow({
  row,
  isTabStop,
  onFocus,
  onToggle,
}: RowProps & { readonly row: Extract<SidebarRow, { readonly kind: 'heading' }> }) {
  return (
    <li className="group/row flex h-[30px] shrink-0 items-end touch:h-11">
      <h2 className="min-w-0 flex-1">
        <button
          type="button"
          data-row-id={row.id}
          tabIndex={isTabStop ? 0 : -1}
          aria-expanded={row.isExpanded}
          onFocus={onFocus}
          onClick={onToggle}
          className="flex h-6 w-full items-center gap-1 rounded-row px-2 text-small font-medium text-muted transition-colors hover:text-text touch:h-11"
        >
          {headings[row.section]}
          <ChevronRight
            aria-hidden
            className={classNames(
              'size-3! transition-transform',
              row.isExpanded
                ? 'rotate-90 opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 touch:opacity-100'
                : '',
            )}
          />
        </button>
      </h2>
    </li>
  )
}

export interface TreeRowProps extends RowProps {
  readonly row: Extract<SidebarRow, { readonly kind: 'node' }>
  readonly isCurrent: boolean
  readonly isRenaming: boolean
  readonly actions: TreeActions
}

const indentPx = 16
/** Left of the icon, where the chevron of what can be opened stands. */
const gutterPx = 18
/** The room that the name leaves to the menu's button while that is shown. */
const menuRoom =
  'group-hover/row:pr-8 group-focus-within/row:pr-8 group-has-[[aria-haspopup][aria-expanded=true]]/row:pr-8 touch:pr-12'
const TreeRowMenu = lazyComponent(() => import('./tree-row-menu'))

export function TreeRowView({ row, isCurrent, isTabStop, isRenaming, onFocus, onToggle, actions }: TreeRowProps) {
  const { id, node, depth, section, isExpanded } = row
  const mayEditPlace = useMayEdit(isInTree(node) ? placeOf(node) : null)
  const mayEdit = mayEditPlace && isInTree(node)
  // Above the tree there is nothing to open.
  const leftPx = section === 'folders' ? gutterPx + depth * indentPx : 8
  const Icon = iconOf(node)
  const icon = <Icon aria-hidden className="text-muted group-has-aria-[current=page]/row:text-accent" />
  const common = {
    'data-row-id': id,
    tabIndex: isTabStop ? 0 : -1,
    onFocus,
    style: { paddingLeft: leftPx },
    className: classNames(
      'flex h-full min-w-0 flex-1 items-center gap-2 rounded-row pr-2 text-left font-medium',
      menuRoom,
    ),
  } as const
  const chevron = (
    <ChevronRight
      aria-hidden
      className={classNames('size-3! text-muted transition-transform', isExpanded === true && 'rotate-90')}
    />
  )
  return (
    <li
      className={classNames(
        'group/row relative flex h-[30px] shrink-0 items-center rounded-row transition-colors touch:h-11',
        isCurrent ? 'bg-accent-soft' : 'hover:bg-hover has-[[aria-haspopup][aria-expanded=true]]:bg-hover',
      )}
    >
      {isRenaming && mayEdit ? (
        <span {...common} tabIndex={undefined} onFocus={undefined}>
          {icon}
          <InlineField
            value={node.name}
            label={`New name of ${node.name}`}
            className="flex-1 pr-1"
            onEnd={(name, byKeyboard) => {
              shellState$.renamingId.set(null)
              if (name !== null) actions.rename(node, name)
              if (byKeyboard)
                requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)?.focus())
            }}
          />
        </span>
      ) : node.kind === 'folder' ? (
        <button type="button" aria-expanded={isExpanded ?? undefined} onClick={onToggle} {...common}>
          {isExpanded !== null && (
            <span aria-hidden style={{ left: leftPx - 14 }} className="absolute flex">
              {chevron}
            </span>
          )}
          {icon}
          <span className="truncate">{node.name}</span>
          {node.isKept && <Lock aria-label="Kept to some" className="size-3 shrink-0 text-muted" />}
        </button>
      ) : (
        <>
          <AppLink href={node.href} aria-current={isCurrent ? 'page' : undefined} {...common}>
            {icon}
            <span className="truncate">{node.name}</span>
          </AppLink>
          {isExpanded !== null && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Charts of ${node.name}`}
              aria-expanded={isExpanded}
              onClick={onToggle}
              // A finger has the icon too.
              style={{ left: leftPx - 18 }}
              className="absolute inset-y-0 flex w-[18px] items-center justify-center rounded-row pl-[1px] hover:*:text-text touch:w-11 touch:justify-start touch:pl-[5px]"
            >
              {chevron}
            </button>
          )}
        </>
      )}
      {!(isRenaming && mayEdit) && <RowMenu row={row} isTabStop={isTabStop} actions={actions} />}
    </li>
  )
}

function iconOf(node: SidebarNode): LucideIcon {
  switch (node.kind) {
    case 'folder':
      return Folder
    case 'dataset':
      return Database
    case 'metric':
      return Sigma
    case 'segment':
      return ListFilter
    case 'chart':
    case 'dashboard':
      return contentIcon(node)
  }
}

/** The line in an open folder that is empty. */
export function EmptyRow({ row: { depth } }: { readonly row: Extract<TreeRow, { readonly kind: 'empty' }> }) {
  return (
    <li
      style={{ paddingLeft: gutterPx + depth * indentPx + 24 }}
      className="flex h-[30px] shrink-0 items-center text-small text-muted touch:h-11"
    >
      Empty
    </li>
  )
}

function RowMenu({ row, isTabStop, actions }: Pick<TreeRowProps, 'row' | 'isTabStop' | 'actions'>) {
  const { name } = row.node
  return (
    <Menu
      label={`${name} menu`}
      trigger={
        <IconButton
          icon={Ellipsis}
          label={`Menu of ${name}`}
          size="sm"
          tabIndex={isTabStop ? 0 : -1}
          className="absolute inset-y-0 right-1 my-auto opacity-0 touch:right-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 aria-expanded:opacity-100 touch:opacity-100"
        />
      }
    >
      <TreeRowMenu row={row} actions={actions} />
    </Menu>
  )
}
