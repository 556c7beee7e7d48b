import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from './content-hash.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'
import { withSetupLock } from './setup-lock.mjs'

const stampPath = join(repositoryRoot, 'node_modules', '.tidemark-install')
const lockfilePath = join(repositoryRoot, 'package-lock.json')

/** Runs `npm ci` unless node_modules matches package-lock.json. Throws with npm's output if that fails. */
export async function ensureInstall() {
  if (isInstalled()) return
  await withSetupLock(async () => {
    if (isInstalled()) return
    console.log('Installing packages (npm ci)…')
    const npm = npmCommand()
    const { exitCode, output } = await runCommand(npm.command, [...npm.args, 'ci', '--no-progress'], {
      cwd: repositoryRoot,
      shell: npm.shell,
      // `npm start` sets these for its children, but `npm ci` must use the checkout's own settings.
      env: { NODE_ENV: undefined, npm_config_omit: undefined },
    })
    if (exitCode !== 0) throw new Error(`npm ci failed:\n${output}`)
    writeFileSync(stampPath, installHash())
  })
}

function isInstalled() {
  const hash = installHash()
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash) return true
  if (!holdsLockedVersions()) return false
  writeFileSync(stampPath, hash)
  return true
}

/**
 * Includes the platform, because prebuilt binaries differ: a folder moved to another machine counts as not installed.
 */
function installHash() {
  return contentHash(repositoryRoot, ['package-lock.json'], `${process.platform}-${process.arch}`)
}

/** Returns true if npm's own record of node_modules equals the lockfile, as after npm was run by hand. */
function holdsLockedVersions() {
  const recordPath = join(repositoryRoot, 'node_modules', '.package-lock.json')
  if (!existsSync(recordPath)) return false
  const installed = readPackages(recordPath)
  return Object.entries(readPackages(lockfilePath)).every(([path, wanted]) => {
    const isWorkspace = !path.startsWith('node_modules/') && !path.includes('/node_modules/')
    if (isWorkspace || wanted === undefined) return true
    if (wanted.optional === true && installed[path] === undefined) return true
    return installed[path]?.version === wanted.version && existsSync(join(repositoryRoot, path))
  })
}

/** @param {string} path @returns {Record<string, { version?: string, optional?: boolean } | undefined>} */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** Returns the npm that runs this script, else the one on the path. */
function npmCommand() {
  const npmScript = process.env['npm_execpath']
  if (npmScript !== undefined && /\.[cm]?js$/.test(npmScript)) {
    return { command: process.execPath, args: [npmScript], shell: false }
  }
  // On Windows npm is a batch file, which only a shell can start.
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}
