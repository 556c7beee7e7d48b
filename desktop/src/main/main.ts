import { join } from 'node:path'
import { app, BrowserWindow, dialog, session } from 'electron'
import { reportLoadFailure, setupNavigation, setupSession } from './secure-session'
import { secureWebPreferences } from './secure-web-preferences'
import { readServerUrl } from './server-url'

const preloadPath = join(import.meta.dirname, 'preload.cjs')

app.enableSandbox()
if (app.requestSingleInstanceLock()) run(readServerUrl(process.argv))
else app.quit()

function run(serverUrl: URL): void {
  let window: BrowserWindow | null = null

  const openWindow = () => {
    window = new BrowserWindow({
      width: 1440,
      height: 900,
      minWidth: 375,
      minHeight: 480,
      show: false,
      webPreferences: secureWebPreferences(preloadPath),
    })
    window.once('ready-to-show', () => window?.show())
    window.on('closed', () => (window = null))
    reportLoadFailure(window.webContents, (description) => {
      dialog.showErrorBox('Tidemark is not running', `${serverUrl.origin} does not answer (${description}).`)
      app.quit()
    })
    // A failed load is reported by the event above; the promise says the same again.
    window.loadURL(serverUrl.href).catch(() => undefined)
  }

  setupNavigation(serverUrl.origin)
  app.on('second-instance', () => {
    if (window === null) return openWindow()
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('activate', () => {
    if (window === null) openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  void app.whenReady().then(() => {
    setupSession(session.defaultSession)
    openWindow()
  })
}
