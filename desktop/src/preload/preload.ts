import { contextBridge } from 'electron'
import type { DesktopApi } from '@tidemark/shared/ipc/desktop-api'
import type { DesktopSettings, PendingChange } from '@tidemark/shared/ipc/desktop-calls'
import { call, listen } from './calls'
import { exposeReporting } from './observability'
import { teamApi } from './team-api'

/** The API of the desktop app for pages of this computer's own server: one object, named things only. */
const api: DesktopApi = {
  ...teamApi,
  // The main process answers with exactly these; both come from one build.
  readOpenedFile: async (id, offset) => (await call('read-opened-file', { id, offset })) as Uint8Array<ArrayBuffer>,
  keepPending: async (args) => void (await call('keep-pending', args)),
  readPending: async (databaseName) => (await call('read-pending', { databaseName })) as readonly PendingChange[],
  forgetPending: async (databaseName) => void (await call('forget-pending', { databaseName })),
  onUpdateState: (listener) => listen('update-state', listener),
  allowReporting: async (isAllowed) => void (await call('allow-reporting', { isAllowed })),
  checkForUpdates: async () => void (await call('check-for-updates', {})),
  loadUpdate: async () => void (await call('load-update', {})),
  restartToUpdate: async () => void (await call('restart-to-update', {})),
  readSettings: async () => (await call('read-settings', {})) as DesktopSettings,
  chooseUpdates: async (choice) => void (await call('choose-updates', choice)),
}

contextBridge.exposeInMainWorld('tidemarkDesktop', api)
exposeReporting()
