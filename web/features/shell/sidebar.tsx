'use client'

import { useSelector } from '@legendapp/state/react'
import {
  ChevronsUpDown,
  Database,
  House,
  Keyboard,
  Moon,
  PanelLeft,
  Search,
  Settings,
  Sun,
  SunMoon,
  Trash2,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { navigate } from '@/client/navigation'
import { useView } from '@/client/use-view'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/icon-button'
import { Kbd } from '@/ui/kbd'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '@/ui/menu'
import { tooltipProps } from '@/ui/tooltip'
import { BrandMark } from './brand-mark'
import { ContentTree } from './content-tree-view'
import { useSidebarOpen, useTheme } from './shell-preferences-context'
import { shellState$ } from './shell-state'
import { SidebarLink } from './sidebar-link'

/** Left of every page; icons only when collapsed, a sheet over the page on a narrow screen. */
export function Sidebar() {
  const isSheetOpen = useSelector(shellState$.isSheetOpen)
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isSheetOpen) return
    const opener = document.activeElement
    aside.current?.querySelector<HTMLElement>('button, a')?.focus()
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') shellState$.isSheetOpen.set(false)
    }
    addEventListener('keydown', close)
    return () => {
      removeEventListener('keydown', close)
      if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus())
    }
  }, [isSheetOpen])
  return (
    <aside
      ref={aside}
      id="sidebar"
      data-sheet={isSheetOpen ? 'open' : 'closed'}
      className={classNames(
        'z-40 flex w-[236px] shrink-0 flex-col border-r border-line bg-bg pt-2.5 group-data-[sidebar=collapsed]/shell:md:w-[52px] print:hidden',
        'max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:w-[min(300px,86vw)] max-md:shadow-pop',
        'max-md:data-[sheet=closed]:not-target:invisible max-md:data-[sheet=closed]:not-target:-translate-x-full max-md:transition-[translate,visibility]',
      )}
    >
      <WorkspaceHeader />
      <div className="px-2.5 pt-1.5 pb-2.5">
        <button
          type="button"
          onClick={() => shellState$.isPaletteOpen.set(true)}
          className={classNames(
            'flex h-8 w-full items-center gap-2 rounded-control border border-line bg-surface px-2 text-muted shadow-tile transition-colors hover:border-line-strong touch:h-11',
            'group-data-[sidebar=collapsed]/shell:md:justify-center group-data-[sidebar=collapsed]/shell:md:px-0',
          )}
          {...tooltipProps('Search or run a command', 'mod+k')}
        >
          <Search aria-hidden />
          <span className="flex-1 text-left group-data-[sidebar=collapsed]/shell:md:sr-only">Search or run…</span>
          <Kbd keys="mod+k" className={classNames('max-md:hidden', hiddenInRail)} />
        </button>
      </div>
      <nav aria-label="Workspace" className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-col gap-0.5 px-2.5">
          <SidebarLink href="/" icon={House}>
            Home
          </SidebarLink>
          <SidebarLink href="/data" icon={Database} nested>
            Data
          </SidebarLink>
        </div>
        <div className={classNames('flex min-h-0 flex-1 flex-col', hiddenInRail)}>
          <ContentTree />
        </div>
        <div className="mt-auto flex flex-col gap-0.5 px-2.5 pt-2 pb-2.5">
          <SidebarLink href="/trash" icon={Trash2}>
            Trash
          </SidebarLink>
          <SidebarLink href="/settings" icon={Settings} nested>
            Settings
          </SidebarLink>
        </div>
      </nav>
    </aside>
  )
}

function WorkspaceHeader() {
  const name = useView((view) => getWorkspace(view)?.name, []) ?? 'Tidemark'
  const [, setSidebarOpen] = useSidebarOpen()
  const [theme, setTheme] = useTheme()
  return (
    <div className="flex h-8 items-center gap-1 px-2.5">
      <Menu
        label="Workspace"
        trigger={
          <button
            type="button"
            aria-label={`${name}, workspace menu`}
            className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-row px-1.5 font-semibold transition-colors hover:bg-hover aria-expanded:bg-hover group-data-[sidebar=collapsed]/shell:md:justify-center touch:h-11"
          >
            <BrandMark />
            <span className={classNames('min-w-0 truncate text-left', hiddenInRail)}>{name}</span>
            <ChevronsUpDown aria-hidden className={classNames('size-3.5! text-muted', hiddenInRail)} />
          </button>
        }
      >
        <MenuItem icon={Settings} onSelect={() => navigate('/settings')}>
          Workspace settings
        </MenuItem>
        <MenuItem icon={Keyboard} shortcut="?" onSelect={() => shellState$.isShortcutsOpen.set(true)}>
          Keyboard shortcuts
        </MenuItem>
        <MenuSeparator />
        <MenuGroup label="Theme">
          <MenuItem icon={SunMoon} checked={theme === 'system'} onSelect={() => setTheme('system')}>
            Follow the system
          </MenuItem>
          <MenuItem icon={Sun} checked={theme === 'light'} onSelect={() => setTheme('light')}>
            Light
          </MenuItem>
          <MenuItem icon={Moon} checked={theme === 'dark'} onSelect={() => setTheme('dark')}>
            Dark
          </MenuItem>
        </MenuGroup>
      </Menu>
      <IconButton
        icon={PanelLeft}
        label="Collapse the sidebar"
        shortcut="["
        size="sm"
        onClick={() => setSidebarOpen(false)}
        className={classNames('max-md:hidden', hiddenInRail)}
      />
    </div>
  )
}

const hiddenInRail = 'group-data-[sidebar=collapsed]/shell:md:hidden'
