import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** Primary result codes of SQLite (https://sqlite.org/rescode.html); the extended ones carry them in the low byte. */
const sqliteBusy = 5
const sqliteCorrupt = 11
const sqliteFull = 13
const sqliteNotADatabase = 26
/** Extended code for the shared-memory file that cannot grow, which means a full disk on file systems such as tmpfs. */
const sqliteIoErrorShmSize = 4874

/** Converts an error of SQLite or the file system to a catalogued one; a TidemarkError is returned unchanged. */
export function toStoreError(thrown: unknown): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  return new TidemarkError(codeOf(thrown), {
    detail: thrown instanceof Error ? thrown.message : undefined,
    cause: thrown,
  })
}

export function isDamaged(thrown: unknown): boolean {
  return [sqliteCorrupt, sqliteNotADatabase].includes(sqliteCodeOf(thrown) & 0xff)
}

export function isBusy(thrown: unknown): boolean {
  return (sqliteCodeOf(thrown) & 0xff) === sqliteBusy
}

function codeOf(thrown: unknown): ErrorCode {
  const code = sqliteCodeOf(thrown)
  if (code === sqliteIoErrorShmSize || systemCodeOf(thrown) === 'ENOSPC') return 'disk-full'
  switch (code & 0xff) {
    case sqliteFull:
      return 'disk-full'
    case sqliteCorrupt:
    case sqliteNotADatabase:
      return 'store-corrupt'
    default:
      return 'store-failed'
  }
}

function sqliteCodeOf(thrown: unknown): number {
  return thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number' ? thrown.errcode : 0
}

function systemCodeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}
