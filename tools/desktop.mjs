import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureNode } from './build/ensure-node.mjs'
import { repositoryRoot } from './repository-root.mjs'

ensureNode()

const electronFolder = join(repositoryRoot, 'node_modules', 'electron')

/**
 * Returns the path of Electron's program, or null. Searched for here, because asking the package itself would start a
 * download.
 */
function findElectron() {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] || join(electronFolder, 'dist')
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
  const path = join(
    folder,
    process.platform === 'darwin' || process.platform === 'win32' ? names[process.platform] : 'electron',
  )
  return existsSync(path) ? path : null
}

/** @param {string} version */
function explain(version) {
  return `Tidemark's window needs Electron ${version}, and its program is not on this machine.
It is not part of the npm package and nothing here downloads it. Provide it in one of these ways:

  npx install-electron                                   fetches it from GitHub, where that is allowed
  ELECTRON_MIRROR=https://your.mirror/ npx install-electron    fetches it from a mirror
  ELECTRON_OVERRIDE_DIST_PATH=/path/to/folder npm run desktop  uses an unpacked electron-v${version} archive

Without it, \`npm start\` opens the same app in your browser.`
}

try {
  const { ensureInstall } = await import('./build/ensure-install.mjs')
  await ensureInstall()
  const electron = findElectron()
  if (electron === null) {
    const { version } = JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8'))
    throw new Error(explain(version))
  }
  const { ensureBuild } = await import('./build/ensure-build.mjs')
  await ensureBuild()
  const { buildDesktop } = await import('./build/build-desktop.mjs')
  await buildDesktop()
  const child = spawn(electron, [join(repositoryRoot, 'desktop'), ...process.argv.slice(2)], { stdio: 'inherit' })
  child.once('exit', (code) => process.exit(code ?? 1))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
