import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { writeFileAtomic } from '../atomic-file'
import type { Logger } from '@tidemark/shared/observability/logger'

/**
 * Where the key of a profile's secrets is protected. keychain: sealed by the system. file: in the data folder, readable
 * by this person only, because the system only offers obfuscation or its keychain is locked.
 */
export type SecretProtection = 'keychain' | 'file'

export interface ProfileSecret {
  readonly protection: SecretProtection
  /** null: the server keeps its key in a file. */
  readonly secret: string | null
}

interface SecretOptions {
  readonly log: Logger
  /** Leaves a sealed secret alone, because the person chose to continue without it. */
  readonly isWithoutKeychain: boolean
}

const inFile: ProfileSecret = { protection: 'file', secret: null }

/**
 * Opens the secret that encrypts the passwords of a profile's connections, sealed by the system's keychain. Fails with
 * `keychain-locked` if the keychain cannot open it now; the secret then stays as it is. A secret that can no longer be
 * opened is put aside, and passwords must be entered again.
 *
 * The server tries both keys: passwords saved while the keychain was locked still open later.
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

/**
 * Reads the sealed secret; null if there is none. Fails rather than putting an unreadable file aside: it may be what
 * seals passwords.
 */
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
 * Returns true if the keychain, not the secret, is why a secret was not opened. Electron says so only in some of its
 * messages (electron_api_safe_storage.cc), so a probe decides: a keychain that cannot open what it has just sealed is
 * locked.
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
