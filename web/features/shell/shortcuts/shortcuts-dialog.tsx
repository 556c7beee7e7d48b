'use client'

import { useSelector } from '@/client/page/use-selector'
import { commandGroups } from '@tidemark/shared/ipc/app-commands'
import { Dialog } from '@/ui/popups/dialog'
import { Kbd } from '@/ui/buttons/kbd'
import { isAvailable, commandTitle, type CommandContext } from '@/features/commands/command'
import { useAllCommands } from '@/features/commands/use-commands'
import { useCommandContext } from '@/features/commands/use-command-context'
import { shellState$ } from '@/features/preferences/shell-state'

/** Lists every shortcut that the person can use, from the one command table. */
export default function ShortcutsDialog() {
  const isOpen = useSelector(() => shellState$.isShortcutsOpen.get())
  const commands = useAllCommands()
  const context = useCommandContext()
  const { mayEdit, mayAsk } = context
  const groups = commandGroups
    .map((group) => ({
      group,
      commands: commands.filter(
        (command) =>
          command.group === group && command.shortcut !== undefined && isAvailable(command, inGeneral(context)),
      ),
    }))
    .filter(({ commands }) => commands.length > 0)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => shellState$.isShortcutsOpen.set(open)}
      isAllowed
      title="Keyboard shortcuts"
      width={600}
    >
      {/* Takes the focus, so that the arrow keys scroll a list that is longer than the window. */}
      <div
        role="group"
        aria-label="Shortcuts"
        tabIndex={0}
        className="gap-x-8 outline-none *:mb-5 *:break-inside-avoid sm:columns-2"
      >
        {groups.map(({ group, commands }) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-small font-medium text-muted">{group}</h3>
            <dl>
              {commands.map((command) => (
                <div
                  key={command.id}
                  className="flex h-8 items-center justify-between gap-3 border-b border-line last:border-0"
                >
                  <dt className="truncate">
                    {commandTitle(command, { ...context, undoLabel: null, redoLabel: null })}
                  </dt>
                  <dd className="text-muted">
                    <Kbd keys={command.shortcut ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <KeyList title="On a tile of a dashboard" keys={mayEdit ? tileKeys : tileKeysOfReader} />
        <KeyList title="In a chart" keys={chartKeys} />
        {mayAsk && <KeyList title="In the SQL editor" keys={sqlKeys} />}
        <KeyList title="In the sidebar" keys={mayEdit ? [...sidebarKeys, ...sidebarKeysOfEditor] : sidebarKeys} />
      </div>
    </Dialog>
  )
}

/** Not what is possible at this moment: who changes things takes them back now and then. */
function inGeneral(context: CommandContext): CommandContext {
  const label = context.mayEdit || context.mayAsk ? '' : null
  return { ...context, undoLabel: label, redoLabel: label }
}

interface KeyListProps {
  readonly title: string
  /** Each with its keys, of which any will do. */
  readonly keys: readonly (readonly [keys: readonly string[], title: string])[]
}

/** Keys of what has the focus, which are no commands. */
function KeyList({ title, keys: list }: KeyListProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-small font-medium text-muted">{title}</h3>
      <dl>
        {list.map(([keys, does]) => (
          <div key={does} className="flex h-8 items-center justify-between gap-3 border-b border-line last:border-0">
            <dt className="truncate">{does}</dt>
            <dd className="flex gap-1 text-muted">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const tileKeys = [
  [['left', 'right', 'up', 'down'], 'Go to another tile'],
  [['alt+left', 'alt+right', 'alt+up', 'alt+down'], 'Move'],
  [['alt+shift+right', 'alt+shift+down'], 'Make larger'],
  [['alt+shift+left', 'alt+shift+up'], 'Make smaller'],
  [['enter'], 'Go into it, or edit its text'],
  [['escape'], 'Back to the tile'],
  [['mod+enter'], 'Open the chart'],
  [['F2'], 'Rename'],
  [['delete'], 'Remove from the dashboard'],
] as const

const tileKeysOfReader = [
  [['left', 'right', 'up', 'down'], 'Go to another tile'],
  [['enter'], 'Go into it'],
  [['escape'], 'Back to the tile'],
  [['mod+enter'], 'Open the chart'],
] as const

const chartKeys = [
  [['left', 'right'], 'Read its values'],
  [['enter'], 'Filter by the value'],
  [['shift+enter'], 'More actions'],
] as const

/** Tab indents there, so the way out must be shown. */
const sqlKeys = [
  [['mod+enter'], 'Run, or run what is selected'],
  [['mod+f'], 'Find and replace'],
  [['escape tab'], 'Leave the editor'],
] as const

const sidebarKeys = [
  [['up', 'down'], 'Move between rows'],
  [['right', 'left'], 'Open or close a folder'],
] as const

const sidebarKeysOfEditor = [
  [['F2'], 'Rename'],
  [['delete'], 'Move to trash'],
] as const
