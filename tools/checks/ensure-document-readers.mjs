import { canInstallPackages, installPackage } from './install-debian-package.mjs'
import { runCommand } from '../run-command.mjs'
import { repositoryRoot } from '../repository-root.mjs'

/**
 * The programs with which tests open exported files, by their Debian package. Without LibreOffice Calc its tests are
 * reported as skipped.
 */
const readers = { 'poppler-utils': 'pdftotext', 'libreoffice-calc-nogui': 'soffice' }

/** Installs, as root on Debian, the missing programs with which tests open exported files. */
export async function ensureDocumentReaders() {
  if (!canInstallPackages()) return
  for (const [name, program] of Object.entries(readers)) {
    const { exitCode } = await runCommand('which', [program], { cwd: repositoryRoot })
    if (exitCode !== 0) await installPackage(name).catch((error) => console.log(String(error)))
  }
}
