import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A 256-bit key and the name it is found by again. The name is derived too, and reveals nothing of the key. */
export interface SecretKey {
  readonly id: string
  readonly key: Buffer
}

/** current: what is sealed now is sealed with. byId: those of earlier secrets too, which are still opened. */
export interface KeyRing {
  readonly current: SecretKey
  readonly byId: ReadonlyMap<string, SecretKey>
}

const keyFileName = 'secret-keys'
const generatedBytes = 32

/**
 * The keys of this installation: of TIDEMARK_SECRET when it is set, of each of TIDEMARK_OLD_SECRETS, then of each line of the
 * key file in the data folder, the newest first. A file with a new line is made when there would be no key at all. To change
 * the key, put a new secret in TIDEMARK_SECRET and the old one in TIDEMARK_OLD_SECRETS, or a new line at the top of the
 * file: what is stored is sealed anew at the next start.
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

/** secrets: at least one, the current one first. */
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
