import { writeFile } from 'node:fs/promises'
import { app, dialog } from 'electron'
import { dataFileEndings, type OpenIntent } from '../intents/open-intent'
import type { OpenProfile } from '../profiles/open-profile'
import type { AppWindow } from '../windows/app-window'

/** Asks for files with data; each is taken as if it had been opened with Tidemark. */
export async function askForFiles(take: (intent: OpenIntent) => void): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: 'Data', extensions: [...dataFileEndings] }],
  })
  for (const path of filePaths) take({ kind: 'file', path })
}

/** Asks where to, and saves what a window shows as a PDF. */
export async function savePdf({ browserWindow }: AppWindow): Promise<void> {
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

export async function showAbout(open: OpenProfile | null): Promise<void> {
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
