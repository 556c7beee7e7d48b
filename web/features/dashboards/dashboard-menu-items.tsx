import { Files, Link2, Pencil, Printer, RefreshCw, Trash2, Users } from 'lucide-react'
import type { Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { useTeamSession } from '@/client/page/page-environment'
import { isAvailable, type Command } from '@/features/commands/command'
import { useCommandContext } from '@/features/commands/use-command-context'
import { useAllCommands } from '@/features/commands/use-commands'
import { performCommand } from '@/features/commands/use-shortcuts'
import { MoveItem } from '@/features/page/move-item'
import PageMenuItems from '@/features/page/page-menu-items'
import { shellState$ } from '@/features/preferences/shell-state'
import { MenuGroup, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { refreshIntervals, type RefreshChoice } from './use-refresh-interval'

interface DashboardMenuItemsProps {
  readonly id: Dashboard['id']
  readonly mayEdit: boolean
  readonly refresh: RefreshChoice
}

/** The menu of a dashboard as a whole. */
export default function DashboardMenuItems({ id, mayEdit, refresh: { interval, choose } }: DashboardMenuItemsProps) {
  const context = useCommandContext()
  const commands = useAllCommands()
  const isTeam = useTeamSession() !== null
  const perform = (commandId: string) => {
    const command = commandOf(commands, commandId)
    if (command !== undefined) performCommand(command, context)
  }
  const offers = (commandId: string) => {
    const command = commandOf(commands, commandId)
    return command !== undefined && isAvailable(command, context)
  }
  return (
    <>
      <PageMenuItems kind="dashboard" id={id} mayEdit={mayEdit} />
      {mayEdit && (
        <MenuItem icon={Pencil} onSelect={() => perform('dashboard-rename')}>
          Rename
        </MenuItem>
      )}
      {mayEdit && <MoveItem id={id} />}
      {offers('dashboard-duplicate') && (
        <MenuItem icon={Files} onSelect={() => perform('dashboard-duplicate')}>
          Duplicate
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Link2} onSelect={() => perform('dashboard-copy-link')}>
        Copy link
      </MenuItem>
      {isTeam && (
        <MenuItem icon={Users} onSelect={() => shellState$.accessId.set(id)}>
          Who can see this…
        </MenuItem>
      )}
      <MenuItem icon={Printer} onSelect={() => perform('dashboard-print')}>
        Print or save as PDF
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={RefreshCw} shortcut="r" onSelect={() => perform('dashboard-refreshAll')}>
        Refresh now
      </MenuItem>
      <MenuGroup label="Refresh automatically">
        <MenuItem checked={interval === null} onSelect={() => choose(null)}>
          Off
        </MenuItem>
        {refreshIntervals.map((offered) => (
          <MenuItem key={offered.seconds} checked={interval === offered} onSelect={() => choose(offered)}>
            {offered.label}
          </MenuItem>
        ))}
      </MenuGroup>
      {mayEdit && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => perform('dashboard-moveToTrash')}>
            Move to trash
          </MenuItem>
        </>
      )}
    </>
  )
}

function commandOf(commands: readonly Command[], id: string): Command | undefined {
  return commands.find((command) => command.id === id)
}
