import { Menu } from 'electron'
import { findPreloadPath } from '../app-paths'
import type { OpenIntent } from '../intents/open-intent'
import { menuTemplate } from '../menu/menu-template'
import type { Updater } from '../updates/updater'
import { FindBar } from '../windows/find-bar'
import type { ProfileInUse } from './profile-in-use'
import { askForFiles, savePdf, showAbout } from './window-commands'
import type { WindowSet } from './window-set'

interface MenuParts {
  readonly app: {
    openWindow(): void
    addProfile(): void
    openLogs(): void
    openSettings(): void
    reportProblem(): void
  }
  readonly windows: WindowSet
  readonly profile: ProfileInUse
  readonly updater: Updater | null
  /** Takes a chosen file as if it had been opened with Tidemark. */
  readonly take: (intent: OpenIntent) => void
}

/** Shows the native menu as things stand now; what it does goes to the window in front. */
export function showAppMenu({ app, windows, profile, updater, take }: MenuParts): void {
  const { open } = profile
  const template = menuTemplate(
    {
      isMac: process.platform === 'darwin',
      commands: windows.front?.commands ?? [],
      profiles: profile.profiles,
      activeId: open?.profile.id ?? null,
      update: updater?.state ?? { kind: 'idle' },
      canOpenFiles: open?.local != null,
    },
    {
      runCommand: (id) => windows.front?.runCommand(id),
      newWindow: () => app.openWindow(),
      openFiles: () => void askForFiles(take),
      print: () => windows.front?.browserWindow.webContents.print(),
      savePdf: () => {
        const { front } = windows
        if (front !== null) void savePdf(front)
      },
      find: () => find(windows),
      switchProfile: (id) => void profile.switchTo(id),
      addProfile: () => app.addProfile(),
      settings: () => app.openSettings(),
      checkForUpdates: () => void updater?.check(),
      loadUpdate: () => void updater?.load(),
      restartToUpdate: () => void updater?.restart(),
      openLogs: () => app.openLogs(),
      reportProblem: () => app.reportProblem(),
      about: () => void showAbout(open),
    },
  )
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** One bar for each window. */
function find(windows: WindowSet): void {
  const { front } = windows
  if (front === null) return
  const { browserWindow } = front
  windows.showTool(`find-${browserWindow.id}`, (onClosed) => new FindBar(browserWindow, findPreloadPath, onClosed))
}
