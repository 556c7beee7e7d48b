'use client'

import { ChevronsUpDown, PanelLeft } from 'lucide-react'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { reportCaught } from '@/client/observability/report-caught'
import { useTeamSession } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { askForWorkspaces } from '@/features/accounts/known-workspaces'
import { BrandMark } from '@/ui/brand-mark'
import { useSidebarOpen } from '@/features/preferences/shell-preferences-context'
import { hiddenInRail } from './sidebar-rail'

const WorkspaceMenu = lazyComponent(() => import('./workspace-menu'))

/** The top of the sidebar: which workspace this is, the way to the others, and what belongs to the person. */
export function WorkspaceHeader() {
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
