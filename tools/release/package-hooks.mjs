import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { buildDesktop } from '../build/build-desktop.mjs'
import { injectDebugIds } from '../build/debug-ids.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { stageDesktop } from '../build/stage-desktop.mjs'
import { ensureBindings } from './ensure-bindings.mjs'
import { licencesName, licencesText, shippedPackages } from './third-parties.mjs'

/** electron-builder's numbers of processors. */
const archNames = /** @type {const} */ ({ 1: 'x64', 3: 'arm64' })

/** A file in app.asar with the version and the SHA-256 of each file of the server beside it. */
export const manifestName = 'server-manifest.json'

/** electron-builder's names of systems, by Node's. */
const systemNames = /** @type {const} */ ({ darwin: 'mac', linux: 'linux', win32: 'win' })

/**
 * @param {{ electronPlatformName: string, arch: number }} context
 * @param {{ isWithoutEngine?: boolean }} [options] isWithoutEngine: also where DuckDB for the platform cannot be had
 */
export async function beforePack({ electronPlatformName, arch }, { isWithoutEngine = false } = {}) {
  const archName = archNames[/** @type {1 | 3} */ (arch)] // another value gives undefined, which fails below
  if (archName === undefined) throw new Error(`no package is made for processor ${arch} of electron-builder`)
  const os = /** @type {keyof typeof systemNames} */ (electronPlatformName) // the only ones we configure
  const target = { os, arch: archName, isWithoutEngine }
  try {
    await ensureBindings(target)
  } catch (error) {
    if (!isWithoutEngine) throw error
    console.log(`Packed without DuckDB: ${error instanceof Error ? error.message : String(error)}`)
  }
  const desktop = join(repositoryRoot, 'desktop', 'dist')
  await buildDesktop(desktop)
  injectDebugIds(desktop)
  const stage = join(repositoryRoot, 'dist', 'stage')
  const settings = process.env['TIDEMARK_RELEASE_SETTINGS'] || undefined
  const manifest = stageDesktop(join(stage, `${systemNames[os]}-${archName}`), target, settings)
  writeFileSync(join(stage, licencesName), licencesText(await shippedPackages()))
  writeFileSync(join(desktop, manifestName), JSON.stringify(manifest))
}

/** Returns false, because otherwise electron-builder would install and compile the app's packages. */
export async function beforeBuild() {
  return false
}
