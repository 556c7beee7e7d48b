'use client'

import {
  Database,
  House,
  Inbox,
  MessageCircleQuestion,
  Search,
  Settings,
  Sigma,
  Trash2,
  type LucideIcon,
  ChevronsUpDown,
  PanelLeft,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useSelector } from '@/client/page/use-selector'
import { classNames } from '@/ui/class-names'
import { Kbd } from '@/ui/buttons/kbd'
import { tooltipProps } from '@/ui/popups/tooltip'
import { ContentTree } from '../tree/content-tree-view'
import { shellState$ } from '@/features/preferences/shell-state'
import { AppLink, useLocation } from '@/client/page/navigation'
import { useSidebarOpen } from '@/features/preferences/shell-preferences-context'
import { countUnreadInbox } from '@tidemark/shared/comments/comment-queries'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { reportCaught } from '@/client/observability/report-caught'
import { useTeamSession } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { IconButton } from '@/ui/buttons/icon-button'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { askForWorkspaces } from '@/features/accounts/latest-workspaces'
import { BrandMark } from '@/ui/brand-mark'

/** Left of every page; icons only when collapsed, a sheet over the page on a narrow screen. */
export function Sidebar() {
  const isSheetOpen = useSelector(() => shellState$.isSheetOpen.get())
  const aside = useRef<HTMLElement>(null)
  const mayAsk = useMayAsk()
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
          <InboxLink />
          {mayAsk && (
            <SidebarLink href="/ask" icon={MessageCircleQuestion}>
              Ask
            </SidebarLink>
          )}
          <SidebarLink href="/data" icon={Database} nested>
            Data
          </SidebarLink>
          <SidebarLink href="/metrics" icon={Sigma} nested>
            Metrics
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

interface SidebarLinkProps {
  readonly href: string
  readonly icon: LucideIcon
  /** Also current on the pages below it. */
  readonly nested?: boolean | undefined
  /** How many things there are unread. */
  readonly unread?: number
  readonly children: string
}

/** One of the sidebar's fixed places. */
function SidebarLink({ href, icon: Icon, nested = false, unread = 0, children }: SidebarLinkProps) {
  const { pathname } = useLocation()
  const [isSidebarOpen] = useSidebarOpen()
  const isCurrent = pathname === href || (nested && pathname.startsWith(`${href}/`))
  const label = unread === 0 ? children : `${children}, ${unread} unread`
  return (
    <AppLink
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={label}
      className={sidebarRowClass}
      {...(isSidebarOpen ? {} : tooltipProps(label))}
    >
      <Icon aria-hidden className="text-muted group-aria-[current=page]/row:text-accent" />
      <span className="truncate group-data-[sidebar=collapsed]/shell:md:hidden">{children}</span>
      {unread > 0 && (
        <span
          aria-hidden
          className="ml-auto inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1.5 text-caption font-semibold text-on-accent tabular group-data-[sidebar=collapsed]/shell:md:absolute group-data-[sidebar=collapsed]/shell:md:top-0 group-data-[sidebar=collapsed]/shell:md:right-0"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </AppLink>
  )
}

/** The way to the inbox, for those who are not alone in their workspace. */
function InboxLink() {
  const isTeam = useTeamSession() !== null
  const { userId } = useActor()
  const unread = useView((view) => (isTeam ? countUnreadInbox(view, userId) : 0), [isTeam, userId])
  if (!isTeam) return null
  return (
    <SidebarLink href="/inbox" icon={Inbox} unread={unread}>
      Inbox
    </SidebarLink>
  )
}

const sidebarRowClass =
  'group/row relative flex h-[30px] items-center gap-2.5 rounded-row px-2 font-medium text-text transition-colors hover:bg-hover aria-[current=page]:bg-accent-soft group-data-[sidebar=collapsed]/shell:md:justify-center touch:h-11'

const WorkspaceMenu = lazyComponent(() => import('./workspace-menu'))

/** The top of the sidebar: which workspace this is, the way to the others, and what belongs to the person. */
function WorkspaceHeader() {
  const name = useView((view) => getWorkspace(view)?.name, []) ?? 'Tidemark'
  const team = useTeamSession()
  const [, setSidebarOpen] = useSidebarOpen()
  // Before the menu opens, so that its list does not change under the pointer.
  const askAhead = () => {
    if (team !== null) askForWorkspaces(team).catch(reportCaught)
  }
  return (
    <div className="flex h-8 items-center gap-1 px-2.5">
      <Menu
        label={team === null ? 'Workspace' : 'Workspaces and account'}
        trigger={
          <button
            type="button"
            aria-label={`${name}, workspace menu`}
            onPointerEnter={askAhead}
            onFocus={askAhead}
            className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-row px-1.5 font-semibold transition-colors hover:bg-hover aria-expanded:bg-hover group-data-[sidebar=collapsed]/shell:md:justify-center touch:h-11"
          >
            <BrandMark />
            <span className={classNames('min-w-0 truncate text-left', hiddenInRail)}>{name}</span>
            <ChevronsUpDown aria-hidden className={classNames('ml-auto size-3.5! text-muted', hiddenInRail)} />
          </button>
        }
      >
        <WorkspaceMenu name={name} />
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

/** The class of parts that the collapsed sidebar has no room for. */
const hiddenInRail = 'group-data-[sidebar=collapsed]/shell:md:hidden'
