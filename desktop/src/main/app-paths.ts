import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'

/** The folder that holds this bundle: inside app.asar when the app is packaged. */
const bundleFolder = import.meta.dirname

export const preloadPath = join(bundleFolder, 'preload.cjs')
export const teamPreloadPath = join(bundleFolder, 'team-preload.cjs')
export const findPreloadPath = join(bundleFolder, 'find-preload.cjs')

/** Returns the folder of the server staged beside the app, or the checkout's own in development. */
export function installFolder(): string {
  const staged = join(process.resourcesPath ?? '', 'server')
  return app.isPackaged || existsSync(join(staged, 'web')) ? staged : join(bundleFolder, '..', '..')
}

/** Returns the folder of the server's built programs. */
export function serverFolder(): string {
  return join(installFolder(), 'web', 'dist', 'server')
}
