'use client'

import { ChevronRight, Ellipsis, Lock } from 'lucide-react'
import { AppLink } from '@/client/page/navigation'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineField } from '@/ui/fields/inline-edit'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { contentIcon } from '@/features/content/chart-type-icon'
import { placeOf, type TreeNode } from '@/features/content/content-tree'
import { shellState$ } from '@/features/preferences/shell-state'
import type { TreeActions } from './tree-actions'

export interface TreeRowProps {
  readonly node: TreeNode
  readonly depth: number
  readonly isExpanded: boolean
  readonly isCurrent: boolean
  /** The one row that Tab reaches; arrows go on from there. */
  readonly isTabStop: boolean
  readonly isRenaming: boolean
  readonly onFocus: () => void
  readonly onToggle: () => void
  readonly actions: TreeActions
}

const indentPx = 18
/** The room that the name leaves to the menu's button while that is shown. */
const menuRoom =
  'group-hover/row:pr-8 group-focus-within/row:pr-8 group-has-[[aria-haspopup][aria-expanded=true]]/row:pr-8 touch:pr-12'
const TreeRowMenu = lazyComponent(() => import('./tree-row-menu'))

export function TreeRowView(props: TreeRowProps) {
  const { node, depth, isCurrent, isTabStop, isRenaming, onFocus, onToggle, isExpanded, actions } = props
  const mayEdit = useMayEdit(placeOf(node))
  const Icon = node.kind === 'folder' ? ChevronRight : contentIcon(node)
  const icon = (
    <Icon
      aria-hidden
      className={classNames(
        'text-muted group-has-aria-[current=page]/row:text-accent',
        isExpanded && 'rotate-90',
        node.kind === 'folder' && 'transition-transform',
      )}
    />
  )
  const common = {
    'data-row-id': node.id,
    tabIndex: isTabStop ? 0 : -1,
    onFocus,
    style: { paddingLeft: 8 + depth * indentPx },
    className: classNames(
      'flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-row pr-2 text-left font-medium',
      menuRoom,
    ),
  } as const
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
                requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row-id="${node.id}"]`)?.focus())
            }}
          />
        </span>
      ) : node.kind === 'folder' ? (
        <button type="button" aria-expanded={isExpanded} onClick={onToggle} {...common}>
          {icon}
          <span className="truncate">{node.name}</span>
          {node.isKept && <Lock aria-label="Kept to some" className="size-3 shrink-0 text-muted" />}
        </button>
      ) : (
        <AppLink href={node.href} aria-current={isCurrent ? 'page' : undefined} {...common}>
          {icon}
          <span className="truncate">{node.name}</span>
        </AppLink>
      )}
      {!(isRenaming && mayEdit) && <RowMenu node={node} isTabStop={isTabStop} actions={actions} />}
    </li>
  )
}

/** The line in an open folder that is empty. */
export function EmptyRow({ depth }: { readonly depth: number }) {
  return (
    <li
      style={{ paddingLeft: 8 + depth * indentPx + 8 }}
      className="flex h-[30px] shrink-0 items-center text-small text-muted touch:h-11"
    >
      Empty
    </li>
  )
}

function RowMenu({ node, isTabStop, actions }: Pick<TreeRowProps, 'node' | 'isTabStop' | 'actions'>) {
  return (
    <Menu
      label={`${node.name} menu`}
      trigger={
        <IconButton
          icon={Ellipsis}
          label={`Menu of ${node.name}`}
          size="sm"
          tabIndex={isTabStop ? 0 : -1}
          className="absolute inset-y-0 right-1 my-auto opacity-0 touch:right-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 aria-expanded:opacity-100 touch:opacity-100"
        />
      }
    >
      <TreeRowMenu node={node} actions={actions} />
    </Menu>
  )
}
