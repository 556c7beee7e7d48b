import { existsSync } from 'node:fs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { runCommand } from '../../tools/run-command.mjs'
import { findProgram } from '../../tools/release/find-program.mjs'

/** Debian's packages of the programs that build and inspect packages. */
const debianPackages = /** @type {const} */ ({
  '7za': 'p7zip-full',
  'desktop-file-validate': 'desktop-file-utils',
  'dpkg-deb': 'dpkg',
  makensis: 'nsis',
  mksquashfs: 'squashfs-tools',
  rpmbuild: 'rpm',
})

/**
 * Installs missing programs as root on Debian. Returns those that are still missing.
 *
 * @param {readonly (keyof typeof debianPackages)[]} programs
 * @returns {Promise<readonly string[]>}
 */
export async function ensurePrograms(programs) {
  const missing = () => programs.filter((name) => findProgram(name) === null)
  if (missing().length === 0 || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return missing()
  const packages = missing().map((name) => debianPackages[name])
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    await runCommand('apt-get', ['-q', ...args], { cwd: repositoryRoot, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  return missing()
}
