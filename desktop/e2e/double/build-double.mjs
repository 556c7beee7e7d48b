import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildDesktop } from '../../../tools/build/build-desktop.mjs'

export const doubleFolder = join(import.meta.dirname, '..', 'dist')

/**
 * Builds the real main bundle and preload scripts, with the double in the place where the bundle looks for `electron`.
 */
export default async function buildDouble() {
  const app = join(doubleFolder, 'app')
  await buildDesktop(app)
  const electron = join(app, 'node_modules', 'electron')
  mkdirSync(electron, { recursive: true })
  writeFileSync(join(electron, 'package.json'), JSON.stringify({ name: 'electron', type: 'module', main: 'index.js' }))
  writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module' }))
  const common = {
    absWorkingDir: import.meta.dirname,
    bundle: true,
    platform: /** @type {const} */ ('node'),
    format: /** @type {const} */ ('esm'),
    external: ['@playwright/test'],
    sourcemap: /** @type {const} */ ('inline'),
    logLevel: /** @type {const} */ ('warning'),
  }
  await build({ ...common, entryPoints: ['electron.ts'], outfile: join(electron, 'index.js') })
  await build({ ...common, entryPoints: ['utility-shim.ts'], outfile: join(electron, 'utility-shim.js') })
  await build({ ...common, entryPoints: ['start.ts'], outfile: join(doubleFolder, 'start.js') })
}
