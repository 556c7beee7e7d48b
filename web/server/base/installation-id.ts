import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { renameDurably } from './rename-durably'

const installationSchema = z.object({ id: z.string().check(z.minLength(1)) })

/**
 * The name of this data folder, made with it and kept in it. Browsers keep what they synced under this name, so that
 * another data folder behind the same address does not meet their old copies. The caller holds the folder's lock.
 *
 * Fails with `installation-damaged` when the file is there but cannot be read: under a new name, browsers would leave
 * what they have not sent yet behind.
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

/** Durable before it is named, so that a power cut leaves no half a file. */
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
