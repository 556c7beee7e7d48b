import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/**
 * Writes a file whole or not at all, readable for its owner alone. Makes its folder. Fails with `disk-full` or
 * `data-folder-unusable`; then the old file is as it was.
 */
export function writeFileAtomic(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = openSync(temporary, 'w', 0o600)
    try {
      // All of it or an error: a single write ends early, and well, where the disk does.
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
    // Where it cannot even be looked for, there is none; what is wrong with the folder is told anyway.
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
