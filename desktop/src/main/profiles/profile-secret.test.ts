import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openProfileSecret } from './profile-secret'

/** lost: another keychain is in its place, as after a new installation of the system. */
type Keychain = 'open' | 'locked' | 'failing' | 'none' | 'basic' | 'lost'

const system = vi.hoisted((): { keychain: Keychain } => ({ keychain: 'open' }))

vi.mock('electron', () => {
  const nameOfKey = () => (system.keychain === 'lost' ? 'second:' : 'first:')
  return {
    safeStorage: {
      isAsyncEncryptionAvailable: async () => system.keychain !== 'none',
      getSelectedStorageBackend: () => (system.keychain === 'basic' ? 'basic_text' : 'gnome_libsecret'),
      encryptStringAsync: async (text: string) => {
        if (system.keychain === 'failing') throw new Error('Error while encrypting the text.')
        return Buffer.from(nameOfKey() + text)
      },
      decryptStringAsync: async (sealed: Buffer) => {
        // Electron's wording (electron_api_safe_storage.cc).
        if (system.keychain === 'locked') throw new Error('decryptStringAsync is temporarily unavailable.')
        const text = sealed.toString()
        if (system.keychain === 'failing' || !text.startsWith(nameOfKey()))
          throw new Error('Error while decrypting the ciphertext.')
        return { result: text.slice(nameOfKey().length), shouldReEncrypt: false }
      },
    },
  }
})

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(keychain: Keychain, isWithoutKeychain = false) {
  system.keychain = keychain
  return openProfileSecret(folder, { log, isWithoutKeychain })
}

const sealed = () => readFileSync(join(folder, 'secret.sealed'), 'utf8')

describe('a keychain', () => {
  test('opens what it has sealed, and what is sealed is not the secret', async () => {
    const made = await open('open')
    expect(made).toEqual({ protection: 'keychain', secret: expect.stringMatching(/^[\w-]{43}$/) })
    expect(Buffer.from(sealed(), 'base64').toString()).toBe(`first:${made.secret}`)
    expect(await open('open')).toEqual(made)
  })

  test('that seals nothing yet is done without, and taken once it works', async () => {
    for (const keychain of ['failing', 'none'] as const) {
      expect(await open(keychain)).toEqual({ protection: 'file', secret: null })
      expect(readdirSync(folder)).toEqual([])
    }
    expect(await open('open')).toMatchObject({ protection: 'keychain' })
  })

  test.each(['locked', 'failing', 'none', ...(process.platform === 'linux' ? (['basic'] as const) : [])] as const)(
    'that is %s while a secret is sealed with it is said to be locked, and the secret is kept',
    async (keychain) => {
      const made = await open('open')
      const before = sealed()
      await expect(open(keychain)).rejects.toMatchObject({ code: 'keychain-locked' })
      expect(await open(keychain, true)).toEqual({ protection: 'file', secret: null })
      expect([readdirSync(folder), sealed()]).toEqual([['secret.sealed'], before])
      expect(await open('open')).toEqual(made)
    },
  )

  test('that is another one by now opens nothing: what was sealed is put aside, and a new secret made', async () => {
    const made = await open('open')
    const before = sealed()
    const next = await open('lost')
    expect(next).toMatchObject({ protection: 'keychain' })
    expect(next.secret).not.toBe(made.secret)
    const [current, aside = ''] = readdirSync(folder).toSorted()
    expect([current, aside]).toEqual(['secret.sealed', expect.stringMatching(/^secret\.sealed\.unreadable-\d+$/)])
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(before)
  })
})
