import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/**
 * Writes a file whole or not at all, readable by its owner only, and creates its folder. Fails with `disk-full` or
 * `data-folder-unusable` and then leaves the old file unchanged.
 */
export function writeFileAtomic(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = openSync(temporary, 'w', 0o600)
    try {
      // `writeFileSync` writes everything or throws; a single `write` may stop at a full disk without an error.
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (cause) {
    remove(temporary)
    throw fileError(path, cause)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A file that cannot be looked up counts as missing; the error that matters, about the folder, is reported anyway.
    return
  }
}

function fileError(path: string, cause: unknown): TidemarkError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new TidemarkError(isFull ? 'disk-full' : 'data-folder-unusable', {
    detail: `${path} cannot be written${typeof code === 'string' ? ` (${code})` : ''}.`,
    hint: isFull ? 'Free some space, then try again.' : 'Check that the folder exists and that you may write to it.',
    cause,
  })
}
