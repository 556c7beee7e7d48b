import { existsSync } from 'node:fs'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'

/** True if packages can be installed here: as root on Debian. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** Installs a package without what it merely recommends. Throws with what apt-get said. @param {string} name */
export async function installPackage(name) {
  console.log(`Installing ${name} (apt-get)…`)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const { exitCode, output } = await runCommand('apt-get', ['-q', ...args], {
      cwd: repositoryRoot,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (exitCode !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${output}`)
  }
}
