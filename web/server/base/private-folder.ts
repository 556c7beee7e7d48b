import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/**
 * Creates a folder in the data folder, or the data folder itself, readable by this user alone. Fails with
 * `data-folder-unusable` if a file is in its place or the system refuses.
 */
export function ensurePrivateFolder(folder: string): void {
  try {
    makeFolders(resolve(folder))
    chmodSync(folder, 0o700)
  } catch (cause) {
    const detail = detailOf(cause, folder)
    if (detail === undefined) throw cause
    throw new TidemarkError('data-folder-unusable', {
      detail,
      hint: 'Move that away or allow it, or give Tidemark another folder with TIDEMARK_DATA_DIR.',
      cause,
    })
  }
}

/**
 * Creates a folder and its parents. Node's recursive mkdir loops forever where a parent exists but accepts no entries
 * (`/proc`).
 */
function makeFolders(folder: string): void {
  if (!existsSync(folder) && dirname(folder) !== folder) makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (thrown) {
    const isThere = codeOf(thrown) === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    if (!isThere) throw thrown
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}

function detailOf(thrown: unknown, folder: string): string | undefined {
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return `${folder} cannot be made: its system makes no folders there.`
    case 'EEXIST':
      return `${folder} is a file, not a folder.`
    case 'ENOTDIR':
      return `${folder} lies in something that is a file, not a folder.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${folder} cannot be made or written by this user.`
    default:
      return undefined
  }
}
