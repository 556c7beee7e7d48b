import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'
import { bindingsFolder, engineOf } from '../build/stage-desktop.mjs'

/**
 * Downloads DuckDB for a foreign platform from the npm registry, in the locked version. Does nothing if it is there.
 * Throws with npm's output if it cannot be had.
 *
 * @param {import('../build/stage-desktop.mjs').Target} target
 */
export async function ensureBindings(target) {
  const name = engineOf(target)
  const path = join('node_modules', name)
  const folder = bindingsFolder(target)
  const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'))
  const version = packages[`node_modules/${name}`]?.version
  if (version === undefined) throw new Error(`the lockfile does not know ${name}`)
  if (existsSync(join(repositoryRoot, path)) || versionIn(join(folder, path)) === version) return
  const args = ['install', '--no-save', '--no-package-lock', '--force', '--prefix', folder]
  const { exitCode, output } = await runCommand(
    'npm',
    [...args, `--os=${target.os}`, `--cpu=${target.arch}`, `${name}@${version}`],
    { cwd: repositoryRoot, shell: process.platform === 'win32' },
  )
  if (exitCode !== 0) throw new Error(`${name} cannot be fetched:\n${output}`)
}

/** @param {string} folder @returns {string | null} */
function versionIn(folder) {
  const path = join(folder, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null
}
