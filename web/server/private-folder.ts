import { chmodSync, mkdirSync } from 'node:fs'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/**
 * Makes a folder of the data folder, or the data folder itself, for this user alone.
 * Fails with `data-folder-unusable` when a file is in its place or the system refuses.
 */
export function ensurePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
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

function detailOf(thrown: unknown, folder: string): string | undefined {
  switch (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined) {
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
