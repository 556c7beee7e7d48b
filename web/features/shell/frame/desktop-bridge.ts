import type { PageIntent, TeamDesktopApi } from '@tidemark/shared/ipc/desktop-api'
import { appCommandTable } from '@tidemark/shared/ipc/app-commands'
import { onAwayNotice } from '@/client/page/away-notices'
import { getLocalDesktop } from '@/client/page/desktop-bridge'
import { reportCaught } from '@/client/observability/report-caught'
import { isAvailable, commandTitle, type Command, type CommandContext } from '@/features/commands/command'
import { addFiles, lostByLeavingCount, onUploadsChanged, uploadProgress } from '@/features/data/uploads/uploads'
import { exportCount, onExportsChanged } from '@/features/exports/running-exports'
import { reportProblem } from '@/features/messages/report-problem'
import { isTypingTarget } from '@/features/commands/shortcuts'
import { performCommand } from '@/features/commands/use-shortcuts'

interface Latest {
  readonly commands: readonly Command[]
  readonly context: CommandContext
}

export interface DesktopBridge {
  /** Called after each render with what the commands are and do now. */
  update(latest: Latest): void
  stop(): void
}

/** The longest title of a notification. */
const maxTitle = 200
const maxBody = 1_000

const ownIds: ReadonlySet<string> = new Set(appCommandTable.map(({ id }) => id))

/**
 * Joins the page to the desktop app around it: the native menu shows and runs the page's commands, files and links opened
 * with Tidemark arrive here, uploads and exports show in the dock or task bar, files that leaving would lose are asked about
 * first, and what ends while nobody looks is a notification. Loaded in the desktop app alone.
 */
export function connectDesktop(desktop: TeamDesktopApi, first: Latest): DesktopBridge {
  let latest = first
  let told = ''
  let toldTheme = ''
  let toldFileCount = 0
  const tell = (call: Promise<void>) => void call.catch(reportCaught)

  const showProgress = () => tell(desktop.showProgress(allProgress(uploadProgress(), exportCount())))
  const tellLosses = () => {
    const fileCount = lostByLeavingCount()
    if (fileCount !== toldFileCount) tell(desktop.tellLosses({ fileCount }))
    toldFileCount = fileCount
  }
  const update = (next: Latest) => {
    latest = next
    const { commands, context } = next
    const states = commands
      .filter(({ id }) => ownIds.has(id))
      .map((command) => ({
        id: command.id,
        title: commandTitle(command, context),
        isAvailable: isAvailable(command, context),
      }))
    const text = JSON.stringify(states)
    if (text !== told) tell(desktop.setCommands(states))
    told = text
    if (context.theme !== toldTheme) tell(desktop.setTheme(context.theme))
    toldTheme = context.theme
  }
  const stops = [
    desktop.onCommand((id) => {
      // The menu's undo means the text while one is being typed.
      if ((id === 'undo' || id === 'redo') && isTypingTarget(document.activeElement)) {
        // Deprecated without a successor: nothing else takes back what was typed into a field.
        // oxlint-disable-next-line typescript/no-deprecated
        document.execCommand(id)
        return
      }
      const command = latest.commands.find((candidate) => candidate.id === id)
      if (command !== undefined && isAvailable(command, latest.context)) performCommand(command, latest.context)
    }),
    desktop.onOpenIntent((intent) => void open(intent, latest.context).catch(reportProblem)),
    onUploadsChanged(showProgress),
    onUploadsChanged(tellLosses),
    onExportsChanged(showProgress),
    onAwayNotice(({ title, body, path }) =>
      tell(desktop.notify({ title: title.slice(0, maxTitle), body: body.slice(0, maxBody), path })),
    ),
  ]
  update(first)
  tell(desktop.pageReady())
  return {
    update,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

interface Progress {
  readonly fraction: number | null
  readonly count: number
}

/** The progress of uploads and exports together. The length of an export is unknown, so beside one the whole is too. */
function allProgress(uploads: Progress, exports: number): Progress {
  return { fraction: exports === 0 ? uploads.fraction : null, count: uploads.count + exports }
}

/** Shows a page, or reads an opened file and adds it to the data as if it had been dropped here. */
async function open(intent: PageIntent, { navigate }: CommandContext): Promise<void> {
  if (intent.kind === 'go') return navigate(intent.path)
  const desktop = getLocalDesktop()
  if (desktop === null) return
  navigate('/data')
  const parts: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (;;) {
    const part = await desktop.readOpenedFile(intent.id, offset)
    if (part.byteLength === 0) break
    parts.push(part)
    offset += part.byteLength
  }
  addFiles([new File(parts, intent.name)])
}
