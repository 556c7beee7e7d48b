import { canInstallPackages, installPackage } from './install-debian-package.mjs'
import { runCommand } from '../run-command.mjs'
import { repositoryRoot } from '../repository-root.mjs'

/** Installs LibreOffice Calc, with which exported files are opened, as root on Debian. Elsewhere those tests say that they are skipped. */
export async function ensureLibreOffice() {
  if (!canInstallPackages() || (await hasLibreOffice())) return
  await installPackage('libreoffice-calc-nogui').catch((error) => console.log(String(error)))
}

async function hasLibreOffice() {
  const { exitCode } = await runCommand('which', ['soffice'], { cwd: repositoryRoot })
  return exitCode === 0
}
