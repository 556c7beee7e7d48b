import { CalendarClock, Eye, Globe, History, MessageSquare, Presentation, Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { HistoryKind } from '@tidemark/shared/history/history-page'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { commandTitle } from '../commands/command'
import { useAllCommands } from '../commands/use-commands'
import { useCommandContext } from '../commands/use-command-context'
import { useTeamSession } from '@/client/page/page-environment'
import { useActor } from '@/client/workspace/workspace-client'
import { shellState$ } from '../preferences/shell-state'
import { presentId } from './present-button'
import { FavouriteItem } from '../favourites/favourite-item'
import { DownloadItem } from '../exports/download-item'
import { askForHistory } from '../content/asked-history'
import { reportProblem } from '../messages/report-problem'
import { performCommand } from '../commands/use-shortcuts'

export interface PageMenuItemsProps {
  /** A question that nobody has saved has no history. */
  readonly kind: HistoryKind | 'question'
  readonly id: string
  /** True if the person may edit; a viewer has nothing to undo. */
  readonly mayEdit: boolean
  /** More items of the page, shown after these. */
  readonly children?: ReactNode
}

/** Undo, redo and, on a phone, the items for which a wider top bar has buttons. */
export default function PageMenuItems({ kind, id, mayEdit, children }: PageMenuItemsProps) {
  const context = useCommandContext()
  const commands = useAllCommands()
  const present = commands.find((command) => command.id === presentId)
  const comments = commands.find((command) => command.id === 'dashboard-comments')
  const { undo, redo, undoLabel, redoLabel } = context
  const isTeam = useTeamSession() !== null
  const actor = useActor()
  const isPhone = matchMedia('(width < 40rem)').matches
  const isNarrow = matchMedia('(width < 64rem)').matches
  return (
    <>
      {mayEdit && isNarrow && (
        <>
          <MenuItem icon={Undo2} disabled={undoLabel === null} onSelect={() => void undo().catch(reportProblem)}>
            {undoLabel === null ? 'Nothing to undo' : `Undo: ${undoLabel}`}
          </MenuItem>
          <MenuItem icon={Redo2} disabled={redoLabel === null} onSelect={() => void redo().catch(reportProblem)}>
            {redoLabel === null ? 'Nothing to redo' : `Redo: ${redoLabel}`}
          </MenuItem>
        </>
      )}
      {(kind === 'chart' || kind === 'dashboard' || kind === 'metric' || kind === 'segment') && (
        <>
          {mayEdit && isNarrow && <MenuSeparator />}
          <FavouriteItem target={{ kind, id }} shortcut="f" />
        </>
      )}
      {isTeam && mayEdit && (kind === 'chart' || kind === 'dashboard') && (
        <MenuItem icon={Globe} onSelect={() => shellState$.publicLinksOf.set({ kind, id })}>
          Public links…
        </MenuItem>
      )}
      {isTeam && isAllowed(actor, { do: 'edit-workspace' }) && (kind === 'chart' || kind === 'dashboard') && (
        <MenuItem icon={Eye} onSelect={() => shellState$.seenAs.set({ kind, id })}>
          See as…
        </MenuItem>
      )}
      {mayEdit && (kind === 'chart' || kind === 'dashboard') && (
        <MenuItem icon={CalendarClock} onSelect={() => shellState$.subscribingTo.set({ kind, id })}>
          Send on a schedule…
        </MenuItem>
      )}
      {(kind === 'chart' || kind === 'dashboard') && <DownloadItem kind={kind} id={id} isOpen />}
      {isPhone && kind !== 'question' && (
        <>
          <MenuItem icon={History} onSelect={() => askForHistory(kind, id)}>
            History
          </MenuItem>
          {comments && (
            <MenuItem icon={MessageSquare} onSelect={() => performCommand(comments, context)}>
              Comments
            </MenuItem>
          )}
        </>
      )}
      {isPhone && present && (
        <MenuItem icon={Presentation} onSelect={() => performCommand(present, context)}>
          {commandTitle(present, context)}
        </MenuItem>
      )}
      {children}
    </>
  )
}
