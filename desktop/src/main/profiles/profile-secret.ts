import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { writeFileAtomic } from '../atomic-file'
import type { Log } from '../log'

/**
 * Where the key of a profile's secrets is. keychain: sealed by the system. file: in the data folder, readable for this
 * person alone, because the system only offers to obfuscate it.
 */
export type SecretProtection = 'keychain' | 'file'

export interface ProfileSecret {
  readonly protection: SecretProtection
  /** null: the server keeps its key in a file. */
  readonly secret: string | null
}

/**
 * The secret that seals passwords of a profile's connections, kept by the system's own keychain. A sealed secret that can
 * no longer be opened is put aside; then the passwords of connections must be entered again.
 */
export async function openProfileSecret(folder: string, log: Log): Promise<ProfileSecret> {
  const path = join(folder, 'secret.sealed')
  if (!(await isSealedBySystem())) {
    log.info('The system has no keychain: passwords are protected by the permissions of the data folder alone.')
    return { protection: 'file', secret: null }
  }
  if (existsSync(path)) {
    try {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(readFileSync(path, 'utf8'), 'base64'))
      return { protection: 'keychain', secret: result }
    } catch (thrown) {
      log.error('The sealed secret cannot be opened. It was put aside.', thrown)
      renameSync(path, `${path}.unreadable-${Date.now()}`)
    }
  }
  const secret = randomBytes(32).toString('base64url')
  writeFileAtomic(path, (await safeStorage.encryptStringAsync(secret)).toString('base64'))
  return { protection: 'keychain', secret }
}

async function isSealedBySystem(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  if (process.platform !== 'linux') return true
  const backend = safeStorage.getSelectedStorageBackend()
  return backend !== 'basic_text' && backend !== 'unknown'
}
