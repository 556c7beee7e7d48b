import { contextBridge } from 'electron'
import type { DesktopApi } from '@tidemark/shared/ipc/desktop-api'
import type { DesktopSettings, PendingChange } from '@tidemark/shared/ipc/desktop-calls'
import { callMain, listenToMain } from './calls'
import { exposeReporting } from './expose-reporting'
import { teamApi } from './team-api'

/** The desktop app's API for pages of this computer's own server: one object with named functions only. */
const api: DesktopApi = {
  ...teamApi,
  // The main process answers with exactly these types; both come from one build.
  readOpenedFile: async (id, offset) => (await callMain('read-opened-file', { id, offset })) as Uint8Array<ArrayBuffer>,
  keepPending: async (args) => void (await callMain('keep-pending', args)),
  readPending: async (databaseName) => (await callMain('read-pending', { databaseName })) as readonly PendingChange[],
  forgetPending: async (databaseName) => void (await callMain('forget-pending', { databaseName })),
  onUpdateState: (listener) => listenToMain('update-state', listener),
  allowReporting: async (isAllowed) => void (await callMain('allow-reporting', { isAllowed })),
  checkForUpdates: async () => void (await callMain('check-for-updates', {})),
  loadUpdate: async () => void (await callMain('load-update', {})),
  restartToUpdate: async () => void (await callMain('restart-to-update', {})),
  readSettings: async () => (await callMain('read-settings', {})) as DesktopSettings,
  chooseUpdates: async (choice) => void (await callMain('choose-updates', choice)),
}

contextBridge.exposeInMainWorld('tidemarkDesktop', api)
exposeReporting()
