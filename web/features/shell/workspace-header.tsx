'use client'

import {
  ChevronsUpDown,
  CircleUser,
  Keyboard,
  LogOut,
  Moon,
  PanelLeft,
  Plus,
  Settings,
  Sun,
  SunMoon,
  Users,
} from 'lucide-react'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { navigate } from '@/client/navigation'
import { useTeamSession } from '@/client/team-session'
import { useView } from '@/client/use-view'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/icon-button'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '@/ui/menu'
import { BrandMark } from './brand-mark'
import { useSidebarOpen, useTheme } from './shell-preferences-context'
import { shellState$ } from './shell-state'
import { hiddenInRail } from './sidebar-rail'
import { workspaceLabel } from './workspace-label'

/** The top of the sidebar: which workspace this is, the way to the others, and what belongs to the person. */
export function WorkspaceHeader() {
  const name = useView((view) => getWorkspace(view)?.name, []) ?? 'Tidemark'
  const team = useTeamSession()
  const [, setSidebarOpen] = useSidebarOpen()
  return (
    <div className="flex h-8 items-center gap-1 px-2.5">
      <Menu
        label={team === null ? 'Workspace' : 'Workspaces and account'}
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
        {team !== null && <OtherWorkspaces name={name} />}
        <MenuItem icon={Settings} onSelect={() => navigate('/settings')}>
          Workspace settings
        </MenuItem>
        {team !== null && (
          <MenuItem icon={Users} onSelect={() => navigate('/settings/members')}>
            Members
          </MenuItem>
        )}
        <MenuItem icon={Keyboard} shortcut="?" onSelect={() => shellState$.isShortcutsOpen.set(true)}>
          Keyboard shortcuts
        </MenuItem>
        <MenuSeparator />
        <ThemeItems />
        {team !== null && (
          <>
            <MenuSeparator />
            <MenuGroup label={`${team.person.name} · ${team.person.email}`}>
              <MenuItem icon={CircleUser} onSelect={() => navigate('/settings/account')}>
                Your account
              </MenuItem>
              <MenuItem icon={LogOut} onSelect={() => shellState$.isSigningOut.set(true)}>
                Sign out…
              </MenuItem>
            </MenuGroup>
          </>
        )}
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

/** name: of this workspace, as it is now. */
function OtherWorkspaces({ name }: { readonly name: string }) {
  const team = useTeamSession()
  if (team === null) return null
  const workspaces = team.workspaces.map((workspace) =>
    workspace.id === team.workspace.id ? { ...workspace, name } : workspace,
  )
  return (
    <>
      <MenuGroup label="Workspaces">
        {workspaces.map((workspace) => {
          const isCurrent = workspace.id === team.workspace.id
          return (
            <MenuItem
              key={workspace.id}
              checked={isCurrent}
              // Another workspace is another page: nothing of this one is mixed with it.
              onSelect={() => !isCurrent && window.location.assign(`/w/${workspace.slug}`)}
            >
              {workspaceLabel(workspace, workspaces)}
            </MenuItem>
          )
        })}
        <MenuItem icon={Plus} onSelect={() => shellState$.isCreatingWorkspace.set(true)}>
          New workspace…
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
    </>
  )
}

function ThemeItems() {
  const [theme, setTheme] = useTheme()
  return (
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
  )
}
