import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { renameDurably } from './rename-durably'

const installationSchema = z.object({ id: z.string().check(z.minLength(1)) })

/**
 * Returns the id of this data folder; creates it on the first call. Browsers store synced data under this id, so that
 * another data folder behind the same address does not reuse their old copies. The caller holds the folder's lock.
 *
 * Fails with `installation-damaged` if the file exists but cannot be read: with a new id, browsers would abandon
 * changes that they have not sent yet.
 */
export function getInstallationId(dataDir: string): string {
  const path = join(dataDir, 'installation.json')
  const text = readIfThere(path)
  if (text === null) return writeNewId(path)
  try {
    return installationSchema.parse(JSON.parse(text)).id
  } catch (cause) {
    throw damaged(`${path} does not hold an installation id.`, cause)
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw damaged(cause instanceof Error ? cause.message : path, cause)
  }
}

/** Writes the file durably before it gets its final name, so that a power cut leaves no partial file. */
function writeNewId(path: string): string {
  const id = newId()
  writeFileSync(`${path}.new`, JSON.stringify({ id }), { mode: 0o600 })
  renameDurably(`${path}.new`, path)
  return id
}

function damaged(detail: string, cause: unknown): TidemarkError {
  return new TidemarkError('installation-damaged', {
    detail,
    hint: 'Put the file back from a backup. Without one, delete it: browsers then fetch everything again, and changes they have not sent yet stay behind.',
    cause,
  })
}
