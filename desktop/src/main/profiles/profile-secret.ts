import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { writeFileAtomic } from '../atomic-file'
import type { Logger } from '@tidemark/shared/observability/logger'

/**
 * The place that protects the key of a profile's secrets. keychain: sealed by the system. file: in the data folder,
 * readable for this person alone, because the system only offers to obfuscate it, or its keychain is locked.
 */
export type SecretProtection = 'keychain' | 'file'

export interface ProfileSecret {
  readonly protection: SecretProtection
  /** null: the server keeps its key in a file. */
  readonly secret: string | null
}

interface SecretOptions {
  readonly log: Logger
  /** Leaves a sealed secret alone: the person goes on without what is sealed with it. */
  readonly isWithoutKeychain: boolean
}

const inFile: ProfileSecret = { protection: 'file', secret: null }

/**
 * The secret that seals passwords of a profile's connections, kept by the system's own keychain. Fails with `keychain-locked`
 * when the keychain does not open a sealed secret now; the secret stays as it is. One that a keychain can no longer open is
 * put aside; then the passwords of connections must be entered again.
 *
 * The server opens what either key has sealed: what is saved while the keychain is away is there when it is back.
 */
export async function openProfileSecret(
  folder: string,
  { log, isWithoutKeychain }: SecretOptions,
): Promise<ProfileSecret> {
  const path = join(folder, 'secret.sealed')
  const sealed = readSealed(path)
  if (isWithoutKeychain) return inFile
  if (!(await isSealedBySystem())) {
    if (sealed !== null) throw keychainLocked('This system offers no keychain now.')
    log.info({}, 'The system has no keychain: passwords are protected by the permissions of the data folder alone.')
    return inFile
  }
  if (sealed !== null) {
    try {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))
      return { protection: 'keychain', secret: result }
    } catch (thrown) {
      if (await isLocked(thrown)) throw keychainLocked('It did not open the key of your saved passwords.', thrown)
      log.error({ err: thrown }, 'The sealed secret cannot be opened. It was put aside.')
      renameSync(path, `${path}.unreadable-${Date.now()}`)
    }
  }
  return await makeSecret(path, log)
}

/** null: there is none yet. One that cannot be read is not put aside: it may be what seals passwords. */
function readSealed(path: string): string | null {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  } catch (cause) {
    throw new TidemarkError('data-folder-unusable', { detail: `${path} cannot be read.`, cause })
  }
}

async function makeSecret(path: string, log: Logger): Promise<ProfileSecret> {
  const secret = randomBytes(32).toString('base64url')
  const sealed = await safeStorage.encryptStringAsync(secret).catch((thrown: unknown) => {
    log.error(
      { err: thrown },
      'The keychain seals nothing now: passwords are protected by the permissions of the data folder alone.',
    )
    return null
  })
  if (sealed === null) return inFile
  writeFileAtomic(path, sealed.toString('base64'))
  return { protection: 'keychain', secret }
}

async function isSealedBySystem(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  if (process.platform !== 'linux') return true
  const backend = safeStorage.getSelectedStorageBackend()
  return backend !== 'basic_text' && backend !== 'unknown'
}

/**
 * True if a secret was not opened because of the keychain, not because of the secret. Electron tells that in words alone
 * (electron_api_safe_storage.cc), and not for all of them: one that does not open what it has just sealed opens nothing.
 */
async function isLocked(thrown: unknown): Promise<boolean> {
  if (thrown instanceof Error && thrown.message.includes('temporarily unavailable')) return true
  try {
    const { result } = await safeStorage.decryptStringAsync(await safeStorage.encryptStringAsync('probe'))
    return result !== 'probe'
  } catch {
    return true
  }
}

function keychainLocked(detail: string, cause?: unknown): TidemarkError {
  return new TidemarkError('keychain-locked', { detail, cause })
}
