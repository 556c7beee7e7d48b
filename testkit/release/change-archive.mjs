import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage, extractAll } from '@electron/asar'

/**
 * Unpacks an app's archive, changes its files and packs it again, as somebody who tampers with a package would.
 *
 * @param {string} path @param {(folder: string) => void} change
 */
export async function changeArchive(path, change) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-archive-'))
  try {
    extractAll(path, folder)
    change(folder)
    await createPackage(folder, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
