import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'

/** The bundle's own folder: inside app.asar when packaged. */
const bundleFolder = import.meta.dirname

export const preloadPath = join(bundleFolder, 'preload.cjs')
export const teamPreloadPath = join(bundleFolder, 'team-preload.cjs')
export const findPreloadPath = join(bundleFolder, 'find-preload.cjs')

/** The staged server beside the app, or the checkout's own in development. */
export function installFolder(): string {
  const staged = join(process.resourcesPath ?? '', 'server')
  return app.isPackaged || existsSync(join(staged, 'web')) ? staged : join(bundleFolder, '..', '..')
}

/** With the built programs of the server. */
export function serverFolder(): string {
  return join(installFolder(), 'web', 'dist', 'server')
}
