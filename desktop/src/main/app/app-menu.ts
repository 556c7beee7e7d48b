import { Menu, app, dialog } from 'electron'
import { findPreloadPath } from '../app-paths'
import { type OpenIntent, dataFileEndings } from '../intents/open-intent'
import { menuTemplate } from '../menu/menu-template'
import type { Updater } from '../updates/updater'
import { FindBar } from '../windows/find-bar'
import type { ProfileInUse } from './profile-in-use'
import type { WindowSet } from './window-set'
import { writeFile } from 'node:fs/promises'
import type { OpenProfile } from '../profiles/open-profile'
import type { AppWindow } from '../windows/app-window'

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
  /** Handles a chosen file as if it had been opened with Tidemark. */
  readonly take: (intent: OpenIntent) => void
}

/** Shows the native menu for the current state. Its commands act on the front window. */
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

/** Shows the find bar of the front window; each window has at most one. */
function find(windows: WindowSet): void {
  const { front } = windows
  if (front === null) return
  const { browserWindow } = front
  windows.showTool(`find-${browserWindow.id}`, (onClosed) => new FindBar(browserWindow, findPreloadPath, onClosed))
}

/** Asks for data files and handles each as if it had been opened with Tidemark. */
async function askForFiles(take: (intent: OpenIntent) => void): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: 'Data', extensions: [...dataFileEndings] }],
  })
  for (const path of filePaths) take({ kind: 'file', path })
}

/** Asks for a file name and saves what a window shows there as a PDF. */
async function savePdf({ browserWindow }: AppWindow): Promise<void> {
  const { canceled, filePath } = await dialog.showSaveDialog(browserWindow, {
    defaultPath: 'dashboard.pdf',
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return
  try {
    await writeFile(filePath, await browserWindow.webContents.printToPDF({ printBackground: true, landscape: true }))
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown)
    await dialog.showMessageBox({ type: 'error', message: 'The PDF was not saved.', detail, buttons: ['Close'] })
  }
}

async function showAbout(open: OpenProfile | null): Promise<void> {
  const isInFile = open?.local?.protection === 'file'
  await dialog.showMessageBox({
    type: 'info',
    message: `Tidemark ${app.getVersion()}`,
    detail: [
      `Electron ${process.versions['electron'] ?? ''}, Chromium ${process.versions['chrome'] ?? ''}`,
      ...(isInFile
        ? [
            'No keychain is in use: saved database passwords are protected by the permissions of your data folder alone.',
          ]
        : []),
    ].join('\n'),
    buttons: ['Close'],
  })
}
