import { CircleUser, Keyboard, LogOut, Moon, Plus, Settings, Sun, SunMoon, Users } from 'lucide-react'
import { useEffect } from 'react'
import { navigate } from '@/client/page/navigation'
import { reportCaught } from '@/client/observability/report-caught'
import { useTeamSession, type TeamSession } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { MenuGroup, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { askForWorkspaces, keepAskingForWorkspaces, useLatestWorkspaces } from '@/features/accounts/latest-workspaces'
import { useTheme } from '@/features/preferences/shell-preferences-context'
import { shellState$ } from '@/features/preferences/shell-state'
import { workspaceLabel } from './workspace-label'

/** The items of the workspace menu. name: of this workspace, as it is now. */
export default function WorkspaceMenu({ name }: { readonly name: string }) {
  const team = useTeamSession()
  return (
    <>
      {team !== null && <Workspaces team={team} name={name} />}
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
    </>
  )
}

function Workspaces({ team, name }: { readonly team: TeamSession; readonly name: string }) {
  const known = useLatestWorkspaces(team)
  const { subscribeElsewhere } = useSyncClient()
  const isRemoved = useSyncStatus().kind === 'removed'
  useEffect(() => {
    askForWorkspaces(team).catch(reportCaught)
    // While it is open somebody may let the person in elsewhere, or out.
    return keepAskingForWorkspaces(team, subscribeElsewhere, reportCaught)
  }, [team, isRemoved, subscribeElsewhere])
  const workspaces = known.workspaces.map((workspace) =>
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
        {known.mayCreateWorkspaces !== false && (
          <MenuItem icon={Plus} onSelect={() => shellState$.isCreatingWorkspace.set(true)}>
            New workspace…
          </MenuItem>
        )}
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
