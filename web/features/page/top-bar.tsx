'use client'

import { ChevronLeft, Menu as MenuIcon, PanelLeft, type LucideIcon } from 'lucide-react'
import { createContext, Fragment, use, type ReactNode } from 'react'
import { AppLink } from '@/client/page/navigation'
import { IconButton } from '@/ui/buttons/icon-button'
import { useSidebarOpen } from '../preferences/shell-preferences-context'
import { shellState$ } from '../preferences/shell-state'

export interface TopBarProps {
  readonly icon?: LucideIcon | undefined
  /** The page's name and heading: text, or an InlineEdit. */
  readonly title: ReactNode
  /** Shown beside the title, such as a favourite's star. */
  readonly titleActions?: ReactNode
  /** The ancestors of the page, outermost first; without `href` no link. */
  readonly breadcrumb?: readonly { readonly label: string; readonly href?: string | undefined }[] | undefined
  /** Buttons at the right, the main one last. */
  readonly actions?: ReactNode
}

/** The sync status in every top bar; the shell provides it. */
export const TopBarStatus = createContext<ReactNode>(null)

/** The first line of every page: its place, the sync status and its actions. */
export function TopBar({ icon: Icon, title, titleActions, breadcrumb, actions }: TopBarProps) {
  const [isSidebarOpen, setSidebarOpen] = useSidebarOpen()
  const status = use(TopBarStatus)
  const wayBack = breadcrumb?.at(-1)
  return (
    <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-bg page-sides max-md:gap-1 touch:h-14 print:static">
      <a
        href="#sidebar"
        aria-label="Open the navigation"
        onClick={(event) => {
          event.preventDefault()
          shellState$.isSheetOpen.set(true)
        }}
        className="-ml-1.5 inline-flex size-11 items-center justify-center rounded-control text-muted -outline-offset-2 hover:bg-hover md:hidden print:hidden"
      >
        <MenuIcon aria-hidden />
      </a>
      {!isSidebarOpen && (
        <IconButton
          icon={PanelLeft}
          label="Expand the sidebar"
          shortcut="["
          onClick={() => setSidebarOpen(true)}
          className="-ml-2 max-md:hidden print:hidden"
        />
      )}
      {Icon && <Icon aria-hidden className="text-muted max-md:hidden" />}
      {/* A phone has room for an arrow, but not for names. */}
      {wayBack?.href !== undefined && (
        <AppLink
          href={wayBack.href}
          aria-label={`Back to ${wayBack.label}`}
          className="-ml-1 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted -outline-offset-2 hover:bg-hover md:hidden print:hidden"
        >
          <ChevronLeft aria-hidden />
        </AppLink>
      )}
      <div className="flex min-w-0 flex-1 items-center gap-1.5">
        {breadcrumb?.map(({ label, href }) => (
          <Fragment key={`${label}-${href ?? ''}`}>
            {href === undefined ? (
              <span className="max-w-40 truncate text-muted max-md:hidden">{label}</span>
            ) : (
              <AppLink href={href} className="max-w-40 truncate rounded-row text-muted hover:text-text max-md:hidden">
                {label}
              </AppLink>
            )}
            <span aria-hidden className="text-faint max-md:hidden">
              /
            </span>
          </Fragment>
        ))}
        <h1 className="min-w-0 truncate px-1.5 text-title has-[input]:overflow-visible touch:[&>span>*]:py-3">
          {title}
        </h1>
        {titleActions}
      </div>
      <div className="flex shrink-0 items-center gap-2 max-md:gap-1 print:hidden">
        {status}
        {actions}
      </div>
    </header>
  )
}
