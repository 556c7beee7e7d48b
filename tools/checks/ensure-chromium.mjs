import { findChromium, findHeadlessShell } from './find-chromium.mjs'
import { canInstallPackages, installPackage } from './install-debian-package.mjs'

/**
 * Finds a Chromium for the browser tests; as root on Debian installs one and its headless shell. Throws with what to do when there
 * is none.
 */
export async function ensureChromium() {
  if (canInstallPackages()) {
    if (findChromium() === null) await installPackage('chromium')
    if (findHeadlessShell() === null)
      // Without it the tests are the same, and take a third longer.
      await installPackage('chromium-headless-shell').catch((error) => console.log(String(error)))
  }
  if (findChromium() === null) {
    throw new Error(
      'The browser tests need Chromium: install it with your package manager or `npx playwright install chromium`, or set TIDEMARK_CHROMIUM to its path.',
    )
  }
}
