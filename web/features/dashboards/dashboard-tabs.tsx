import { ChevronDown, Plus } from 'lucide-react'
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { Tab, TabId, Tile } from '@tidemark/shared/dashboards/dashboard'
import { isOnlyForTab, type Filter } from '@tidemark/shared/filters/filter'
import { AppLink, useLocation } from '@/client/page/navigation'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineField } from '@/ui/fields/inline-edit'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { tabClass } from '@/ui/buttons/tabs'
import { tabHref } from './tab-href'
import { showTab, type DashboardActions } from './use-dashboard-actions'

const TabMenu = lazyComponent(() => import('./tab-menu'))

interface DashboardTabsProps {
  readonly tabs: readonly Tab[]
  readonly shownId: TabId
  /** The tab whose name is being edited. */
  readonly renamingId: TabId | null
  readonly onRenaming: (id: TabId | null) => void
  /** The tiles of the whole dashboard. */
  readonly tiles: readonly Tile[]
  readonly filters: readonly Filter[]
  readonly mayEdit: boolean
  readonly actions: DashboardActions
  readonly onAdd: () => void
}

const maxNameLength = 60

/** The tabs of a dashboard: links, so that they work without scripts; with them they are renamed and moved in place. */
export function DashboardTabs(props: DashboardTabsProps) {
  const { tabs, shownId, renamingId, onRenaming, tiles, filters, mayEdit, actions, onAdd } = props
  const { query } = useLocation()
  const renamedByKeyId = useRef<TabId | null>(null)
  const [draggedId, setDraggedId] = useState<TabId | null>(null)
  const [dropIndex, setDropIndex] = useState<number | null>(null)

  const move = (id: TabId, by: -1 | 1) => {
    const index = tabs.findIndex((tab) => tab.id === id) + by
    if (index >= 0 && index < tabs.length) void actions.moveTab(tabs, id, index)
  }
  const remove = (tab: Tab) => {
    const next = tabs.find((other) => other.id !== tab.id)
    if (next === undefined) return
    if (tab.id === shownId) showTab(tab.dashboardId, next.id)
    void actions.deleteTab(tab, {
      tiles: tiles.filter((tile) => tile.tabId === tab.id),
      filters: filters.filter((filter) => isOnlyForTab(filter, tab.id)),
    })
  }
  const onKeyDown = (event: KeyboardEvent, tab: Tab) => {
    if (!mayEdit) return
    if (event.key === 'F2') onRenaming(tab.id)
    else if (event.altKey && event.key === 'ArrowLeft') move(tab.id, -1)
    else if (event.altKey && event.key === 'ArrowRight') move(tab.id, 1)
    else if (event.key === 'Delete') remove(tab)
    else return
    event.preventDefault()
  }
  const onDrop = (event: DragEvent) => {
    if (draggedId === null || dropIndex === null) return
    event.preventDefault()
    const from = tabs.findIndex((tab) => tab.id === draggedId)
    const to = dropIndex > from ? dropIndex - 1 : dropIndex
    if (to !== from) void actions.moveTab(tabs, draggedId, to)
    setDraggedId(null)
    setDropIndex(null)
  }

  return (
    <nav
      aria-label="Tabs of the dashboard"
      // Its edge cuts off what lies outside: room for the ring of a tab that has the focus.
      className={classNames(
        '-m-1 flex min-w-0 shrink-0 items-center gap-1 overflow-x-auto overflow-y-hidden p-1 [scrollbar-width:none]',
        // On paper and presented, one tab leads nowhere.
        tabs.length === 1 && 'print:hidden',
      )}
      onDragOver={(event) => draggedId !== null && event.preventDefault()}
      onDrop={onDrop}
    >
      {tabs.map((tab, index) => {
        const isShown = tab.id === shownId
        if (mayEdit && renamingId === tab.id) {
          return (
            <span key={tab.id} className={classNames(tabClass, 'bg-hover text-text')}>
              <InlineField
                value={tab.name}
                label="Tab name"
                maxLength={maxNameLength}
                onEnd={(name, byKeyboard) => {
                  if (name !== null) void actions.renameTab(tab.id, name)
                  if (byKeyboard) renamedByKeyId.current = tab.id
                  onRenaming(null)
                }}
              />
            </span>
          )
        }
        return (
          <span
            key={tab.id}
            className={classNames(
              'relative inline-flex shrink-0 items-center rounded-row',
              isShown ? 'bg-hover' : 'text-muted hover:text-text',
              draggedId === tab.id && 'opacity-50',
              draggedId !== null &&
                dropIndex === index &&
                'before:absolute before:inset-y-1 before:-left-[3px] before:w-0.5 before:bg-accent before:forced-color-adjust-none',
              draggedId !== null &&
                dropIndex === tabs.length &&
                index === tabs.length - 1 &&
                'after:absolute after:inset-y-1 after:-right-[3px] after:w-0.5 after:bg-accent after:forced-color-adjust-none',
            )}
            onDragOver={(event) => {
              if (draggedId === null) return
              const box = event.currentTarget.getBoundingClientRect()
              setDropIndex(event.clientX < box.left + box.width / 2 ? index : index + 1)
            }}
          >
            <AppLink
              ref={(link) => {
                if (link === null || renamedByKeyId.current !== tab.id) return
                renamedByKeyId.current = null
                // Not yet: the same Enter would follow it.
                requestAnimationFrame(() => link.focus())
              }}
              href={tabHref(tab.dashboardId, tab.id, query)}
              aria-current={isShown ? 'page' : undefined}
              draggable={mayEdit}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDraggedId(tab.id)
              }}
              onDragEnd={() => {
                setDraggedId(null)
                setDropIndex(null)
              }}
              onDoubleClick={() => mayEdit && onRenaming(tab.id)}
              onKeyDown={(event) => onKeyDown(event, tab)}
              className={classNames(tabClass, isShown && 'text-text')}
            >
              {tab.name}
            </AppLink>
            {isShown && mayEdit && (
              <Menu
                label={`Menu of tab ${tab.name}`}
                trigger={
                  <IconButton
                    icon={ChevronDown}
                    size="sm"
                    label={`Menu of tab ${tab.name}`}
                    className="mr-0.5 -ml-1.5 print:hidden [&>svg]:!size-3.5"
                  />
                }
              >
                <TabMenu
                  isFirst={index === 0}
                  isLast={index === tabs.length - 1}
                  rename={() => onRenaming(tab.id)}
                  move={(by) => move(tab.id, by)}
                  remove={() => remove(tab)}
                />
              </Menu>
            )}
          </span>
        )
      })}
      {mayEdit && <IconButton icon={Plus} size="sm" label="Add tab" className="ml-1 print:hidden" onClick={onAdd} />}
    </nav>
  )
}
