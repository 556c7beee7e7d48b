import { Secret, TOTP } from 'otpauth'

/** Returns the code that an authenticator app shows for a key in base32. at: Unix milliseconds. */
export function totpOf(key: string, at = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) }).generate({ timestamp: at })
}
