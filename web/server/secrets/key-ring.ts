import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A 256-bit key. id: identifies the key; it is derived from the secret as well and reveals nothing about the key. */
export interface SecretKey {
  readonly id: string
  readonly key: Buffer
}

/**
 * The keys of an installation. current: encrypts. byId: also contains the keys of earlier secrets, which only decrypt.
 */
export interface KeyRing {
  readonly current: SecretKey
  readonly byId: ReadonlyMap<string, SecretKey>
}

const keyFileName = 'secret-keys'
const generatedBytes = 32

/**
 * Opens the keys of this installation, newest first: from TIDEMARK_SECRET if it is set, then from each of
 * TIDEMARK_OLD_SECRETS, then from each line of the key file in the data folder. If there would be no key, a file with a
 * random line is created. To change the key, put a new secret in TIDEMARK_SECRET and the old one in
 * TIDEMARK_OLD_SECRETS, or add a new line at the top of the file: stored texts are encrypted again at the next start.
 */
export function openKeyRing(dataDir: string, secret: string | undefined, oldSecrets: readonly string[] = []): KeyRing {
  const path = join(dataDir, keyFileName)
  if (secret === undefined && !existsSync(path)) {
    writeFileSync(path, `${randomBytes(generatedBytes).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  }
  const kept = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => line.trim())
    : []
  return createKeyRing([secret ?? '', ...oldSecrets, ...kept].filter((text) => text !== ''))
}

/** Creates a key ring. secrets: at least one, the current one first. */
export function createKeyRing(secrets: readonly string[]): KeyRing {
  const [current, ...earlier] = secrets.map(deriveKey)
  if (current === undefined) throw new Error('a key ring needs a secret')
  return { current, byId: new Map([current, ...earlier].map((key) => [key.id, key])) }
}

function deriveKey(secret: string): SecretKey {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'tidemark', purpose, length))
  return { id: derive('connection secrets key id', 9).toString('base64url'), key: derive('connection secrets', 32) }
}
