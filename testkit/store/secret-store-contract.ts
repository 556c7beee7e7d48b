import { expect, test } from 'vitest'
import { recordingLog } from './store-fixtures'
import { createKeyRing, type KeyRing } from '@/server/secrets/key-ring'
import type { SecretStore } from '@/server/secrets/secret-store'
import { tellLockedSecrets } from '@/server/secrets/tell-locked-secrets'

export const oldSecret = 'an old secret that is long enough to be one'
export const newSecret = 'a new secret that is long enough to be one!'

interface SecretStoreCase {
  /** Opens a store with the secrets stored before. */
  readonly open: (keys: KeyRing) => Promise<SecretStore>
  readonly mode: Parameters<typeof tellLockedSecrets>[1]['mode']
  /** The log's name for a missing key. */
  readonly keyName: string
}

/** Tests the contract of every store of secrets. */
export function testSecretStore({ open, mode, keyName }: SecretStoreCase): void {
  test('one whose key is missing survives a start without it', async () => {
    await (await open(createKeyRing([oldSecret]))).set('local', 'shop', 'hunter2')
    const stranger = await open(createKeyRing([newSecret]))
    expect(await stranger.get('local', 'shop')).toBeUndefined()
    await stranger.set('local', 'other', 'x')
    const back = await open(createKeyRing([newSecret, oldSecret]))
    expect([await back.get('local', 'shop'), await back.get('local', 'other')]).toEqual(['hunter2', 'x'])
  })

  test('a start without the secret that something was sealed with is told, until that is back or the password is entered again', async () => {
    const told = async (...secrets: readonly string[]) => {
      const log = recordingLog()
      await tellLockedSecrets(await open(createKeyRing([...secrets])), { log, mode })
      return log.errors
    }
    expect(await told(oldSecret)).toEqual([])
    expect(await told(newSecret)).toEqual([])
    await (await open(createKeyRing([oldSecret]))).set('local', 'shop', 'hunter2')
    expect(await told(oldSecret)).toEqual([])
    const [line = '', ...more] = await told(newSecret)
    expect(line).toContain(keyName)
    expect(line).toMatch(/^The password of 1 connection .* enter the passwords again/)
    expect(line).not.toMatch(/hunter2|secret that is long/)
    expect(more).toEqual([])
    await (await open(createKeyRing([newSecret]))).set('local', 'shop', 'hunter2')
    expect(await told(newSecret)).toEqual([])
    expect(await told(newSecret, oldSecret)).toEqual([])
  })
}
