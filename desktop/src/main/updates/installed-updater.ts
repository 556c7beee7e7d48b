import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { UpdaterEngine } from './updater'

/** Returns why this installation cannot update itself; null if it can, because the package names a feed. */
export function whyUnsupported(): string | null {
  if (!app.isPackaged) return 'This is a development build.'
  const feed = join(process.resourcesPath ?? '', 'app-update.yml')
  return existsSync(feed) ? null : 'This installation is updated by other means.'
}

export async function loadElectronUpdater(): Promise<UpdaterEngine> {
  const { default: electronUpdater } = await import('electron-updater')
  const { autoUpdater } = electronUpdater
  // By default electron-updater sends the server a stored id of this installation.
  autoUpdater.requestHeaders = { 'x-user-staging-id': 'none' }
  return autoUpdater
}
