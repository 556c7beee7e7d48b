import { existsSync } from 'node:fs'
import { findChromium, findHeadlessShell } from './find-chromium.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { runCommand } from './run-command.mjs'

/**
 * Finds a Chromium for the browser tests; as root on Debian installs one, and with it, or where the tests of a change run, its
 * headless shell. Throws with what to do when there is none.
 */
export async function ensureChromium() {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const isNew = findChromium() === null
    if (isNew) await install('chromium')
    if ((isNew || process.env['CI'] !== undefined) && findHeadlessShell() === null)
      // Without it the tests are the same, and take longer.
      await install('chromium-headless-shell').catch((error) => console.log(String(error)))
  }
  if (findChromium() === null) {
    throw new Error(
      'The browser tests need Chromium: install it with your package manager or `npx playwright install chromium`, or set TIDEMARK_CHROMIUM to its path.',
    )
  }
}

/** @param {string} name of a package */
async function install(name) {
  console.log(`Installing ${name} (apt-get)…`)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const { exitCode, output } = await runCommand('apt-get', ['-q', ...args], {
      cwd: repositoryRoot,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (exitCode !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${output}`)
  }
}
