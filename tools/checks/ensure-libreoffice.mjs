import { canInstallPackages, installPackage } from './install-debian-package.mjs'
import { runCommand } from '../run-command.mjs'
import { repositoryRoot } from '../repository-root.mjs'

/**
 * Installs LibreOffice Calc, which opens exported files in tests, as root on Debian. Without it those tests are
 * reported as skipped.
 */
export async function ensureLibreOffice() {
  if (!canInstallPackages() || (await hasLibreOffice())) return
  await installPackage('libreoffice-calc-nogui').catch((error) => console.log(String(error)))
}

async function hasLibreOffice() {
  const { exitCode } = await runCommand('which', ['soffice'], { cwd: repositoryRoot })
  return exitCode === 0
}
