import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { PublicLinkRow } from './public-link-row'

/** Remembers in a cookie that a browser has given the password of a link. */
export interface LinkPasswords {
  /** Returns the value of the cookie for the link's present password. */
  passOf(row: PublicLinkRow, at: number): string
  isPass(row: PublicLinkRow, value: string | undefined, at: number): boolean
}

export const passCookie = 'tidemark-link'
/** For how long a password is not asked for again. */
export const passSeconds = 12 * 3600

/** secret: TIDEMARK_SECRET; a separate key is derived from it. */
export function createLinkPasswords(secret: string): LinkPasswords {
  const key = Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'passwords of public links', 32))
  const sign = ({ id, password }: PublicLinkRow, until: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, password, until]))
      .digest('base64url')
  return {
    passOf: (row, at) => {
      const until = at + passSeconds * 1000
      return `${until}.${sign(row, until)}`
    },
    isPass: (row, value, at) => {
      const [, end, signature] = /^(\d{1,16})\.([\w-]{43})$/.exec(value ?? '') ?? []
      if (end === undefined || signature === undefined) return false
      return Number(end) > at && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(row, Number(end))))
    },
  }
}
