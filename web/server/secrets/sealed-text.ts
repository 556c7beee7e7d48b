import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { KeyRing } from './key-ring'

/** A text encrypted with AES-256-GCM. All fields but the key id are base64url. */
export const sealedTextSchema = z.object({ keyId: z.string(), nonce: z.string(), tag: z.string(), text: z.string() })
export type SealedText = z.infer<typeof sealedTextSchema>

const nonceBytes = 12

/**
 * Encrypts a text. owner: identifies what the text belongs to. It decrypts only for the same owner, so a stored text
 * cannot be moved to another.
 */
export function sealText(keys: KeyRing, owner: string, text: string): SealedText {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keys.current.key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return {
    keyId: keys.current.id,
    nonce: nonce.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    text: sealed.toString('base64url'),
  }
}

/** Decrypts a text; null if its key is not on the ring, it belongs to another owner, or it was altered. */
export function openText(keys: KeyRing, owner: string, sealed: SealedText): string | null {
  const key = keys.byId.get(sealed.keyId)
  if (key === undefined) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(sealed.nonce, 'base64url'), {
      authTagLength: 16,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(Buffer.from(sealed.tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64url')), decipher.final()]).toString('utf8')
  } catch {
    // OpenSSL does not tell which of these is the reason.
    return null
  }
}
