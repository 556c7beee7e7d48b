'use client'

import { useSelector } from '@legendapp/state/react'
import { Dialog } from '@/ui/dialog'
import { Kbd } from '@/ui/kbd'
import { commandGroups, titleOf } from '../command-palette/command'
import { useAllCommands } from '../command-palette/use-commands'
import { useCommandContext } from '../command-palette/use-command-context'
import { shellState$ } from './shell-state'

/** Lists every shortcut that works here, from the one command table. */
export default function ShortcutsDialog() {
  const isOpen = useSelector(shellState$.isShortcutsOpen)
  const commands = useAllCommands()
  const context = useCommandContext()
  const groups = commandGroups
    .map((group) => ({
      group,
      commands: commands.filter((command) => command.group === group && command.shortcut !== undefined),
    }))
    .filter(({ commands }) => commands.length > 0)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => shellState$.isShortcutsOpen.set(open)}
      title="Keyboard shortcuts"
      width={600}
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map(({ group, commands }) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-small font-medium text-muted">{group}</h3>
            <dl>
              {commands.map((command) => (
                <div
                  key={command.id}
                  className="flex h-8 items-center justify-between gap-3 border-b border-line last:border-0"
                >
                  <dt className="truncate">{titleOf(command, { ...context, undoLabel: null, redoLabel: null })}</dt>
                  <dd className="text-muted">
                    <Kbd keys={command.shortcut ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section aria-label="In the sidebar">
          <h3 className="mb-1 text-small font-medium text-muted">In the sidebar</h3>
          <dl>
            {sidebarKeys.map(([keys, title]) => (
              <div
                key={keys}
                className="flex h-8 items-center justify-between gap-3 border-b border-line last:border-0"
              >
                <dt>{title}</dt>
                <dd className="flex gap-1 text-muted">
                  {keys.split(' ').map((key) => (
                    <Kbd key={key} keys={key} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

const sidebarKeys = [
  ['up down', 'Move between rows'],
  ['right left', 'Open or close a folder'],
  ['F2', 'Rename'],
  ['delete', 'Move to the trash'],
] as const
