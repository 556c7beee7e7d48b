import { existsSync } from 'node:fs'
import { findChromium } from './find-chromium.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { runCommand } from './run-command.mjs'

/** Finds a Chromium for the browser tests; as root on Debian installs one. Throws with what to do when there is none. */
export async function ensureChromium() {
  if (findChromium() !== null) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium (apt-get)…')
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      const { exitCode, output } = await runCommand('apt-get', ['-q', ...args], {
        cwd: repositoryRoot,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      })
      if (exitCode !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${output}`)
    }
  }
  if (findChromium() === null) {
    throw new Error(
      'The browser tests need Chromium: install it with your package manager or `npx playwright install chromium`, or set TIDEMARK_CHROMIUM to its path.',
    )
  }
}
