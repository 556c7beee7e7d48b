import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@tidemark/shared/base/ids'
import * as z from 'zod'

const installationSchema = z.object({ id: z.string().min(1) })

/**
 * The name of this data folder, made with it and kept in it. Browsers keep what they synced under this name, so that
 * another data folder behind the same address does not meet their old copies.
 */
export function getInstallationId(dataDir: string): string {
  const path = join(dataDir, 'installation.json')
  try {
    return installationSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).id
  } catch {
    // Missing, or cut off by a crash: a new name only makes browsers fetch everything again.
    const id = newId()
    writeFileSync(`${path}.new`, JSON.stringify({ id }), { mode: 0o600 })
    renameSync(`${path}.new`, path)
    return id
  }
}
