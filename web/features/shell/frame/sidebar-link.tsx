'use client'

import type { LucideIcon } from 'lucide-react'
import { AppLink, useLocation } from '@/client/page/navigation'
import { tooltipProps } from '@/ui/popups/tooltip'
import { useSidebarOpen } from '@/features/preferences/shell-preferences-context'

export interface SidebarLinkProps {
  readonly href: string
  readonly icon: LucideIcon
  /** Also current on the pages below it. */
  readonly nested?: boolean | undefined
  readonly children: string
}

/** One of the sidebar's fixed places. */
export function SidebarLink({ href, icon: Icon, nested = false, children }: SidebarLinkProps) {
  const { pathname } = useLocation()
  const [isSidebarOpen] = useSidebarOpen()
  const isCurrent = pathname === href || (nested && pathname.startsWith(`${href}/`))
  return (
    <AppLink
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={children}
      className={sidebarRowClass}
      {...(isSidebarOpen ? {} : tooltipProps(children))}
    >
      <Icon aria-hidden className="text-muted group-aria-[current=page]/row:text-accent" />
      <span className="truncate group-data-[sidebar=collapsed]/shell:md:hidden">{children}</span>
    </AppLink>
  )
}

export const sidebarRowClass =
  'group/row flex h-[30px] items-center gap-2.5 rounded-row px-2 font-medium text-text transition-colors hover:bg-hover aria-[current=page]:bg-accent-soft group-data-[sidebar=collapsed]/shell:md:justify-center touch:h-11'
