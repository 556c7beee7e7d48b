'use client'

import { Database, House, MessageCircleQuestion, Search, Settings, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useSelector } from '@/client/page/use-selector'
import { classNames } from '@/ui/class-names'
import { Kbd } from '@/ui/buttons/kbd'
import { tooltipProps } from '@/ui/popups/tooltip'
import { ContentTree } from '../tree/content-tree-view'
import { shellState$ } from '@/features/preferences/shell-state'
import { SidebarLink } from './sidebar-link'
import { hiddenInRail } from './sidebar-rail'
import { WorkspaceHeader } from './workspace-header'

/** Left of every page; icons only when collapsed, a sheet over the page on a narrow screen. */
export function Sidebar() {
  const isSheetOpen = useSelector(() => shellState$.isSheetOpen.get())
  const aside = useRef<HTMLElement>(null)
  const mayAsk = useMayAsk()
  const mayEdit = useMayEdit()
  useEffect(() => {
    if (!isSheetOpen) return
    const opener = document.activeElement
    const sheet = aside.current
    sheet?.querySelector<HTMLElement>('button, a')?.focus()
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') shellState$.isSheetOpen.set(false)
    }
    addEventListener('keydown', close)
    return () => {
      removeEventListener('keydown', close)
      if (!(opener instanceof HTMLElement)) return
      requestAnimationFrame(() => {
        // What was chosen in the sheet may have taken the focus already.
        const focused = document.activeElement
        if (focused === document.body || sheet?.contains(focused)) opener.focus()
      })
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
        // Opened, it is visible at once: what is hidden takes no focus.
        'max-md:transition-[translate] max-md:data-[sheet=closed]:transition-[translate,visibility]',
        'max-md:data-[sheet=closed]:not-target:invisible max-md:data-[sheet=closed]:not-target:-translate-x-full',
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
          {/* Who makes charts asks with them. */}
          {mayAsk && !mayEdit && (
            <SidebarLink href="/ask" icon={MessageCircleQuestion}>
              Ask
            </SidebarLink>
          )}
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
