import { findChromium, findHeadlessShell } from './find-chromium.mjs'
import { canInstallPackages, installPackage } from './install-debian-package.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'

/**
 * Finds a Chromium for the browser tests; as root on Debian installs one, with the headless shell of the same version.
 * Throws with instructions if there is none.
 */
export async function ensureChromium() {
  if (canInstallPackages()) {
    if (findChromium() === null) await installPackage('chromium')
    const version = await installedVersion()
    if (version !== null && findHeadlessShell() === null)
      // Without the shell the same tests take a third longer. Another version of it would replace this Chromium.
      await installPackage(`chromium-headless-shell=${version}`).catch((error) => console.log(String(error)))
  }
  if (findChromium() === null) {
    throw new Error(
      'The browser tests need Chromium: install it with your package manager or `npx playwright install chromium`, or set TIDEMARK_CHROMIUM to its path.',
    )
  }
}

/** Returns the version of Debian's own Chromium; null if it comes from elsewhere. */
async function installedVersion() {
  const { exitCode, output } = await runCommand('dpkg-query', ['-W', '-f', '${Version}', 'chromium'], {
    cwd: repositoryRoot,
  })
  return exitCode === 0 && output.trim() !== '' ? output.trim() : null
}
