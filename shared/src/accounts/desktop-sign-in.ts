import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { sessionInfoSchema } from './session-info'

/**
 * The desktop app signs in through the system’s browser, as RFC 8252 asks: identity providers refuse other windows, and
 * people check the address there. The app keeps a secret, the browser gets its SHA-256 (the challenge), and what leads
 * back to the app is a code for one use that is worth nothing without the secret.
 */
export const desktopSignInPath = '/sign-in/desktop'

/** 32 bytes in base64url, as PKCE (RFC 7636) makes its secrets and challenges. */
const pkceSchema = z.string().check(z.regex(/^[\w-]{43}$/, '32 bytes in base64url'))

/** A code for one use. */
export const desktopCodeSchema = z.string().check(z.regex(/^[\w-]{32}$/, '32 characters of base64url'))

export function isChallenge(text: unknown): text is string {
  return pkceSchema.safeParse(text).success
}

/** Returns the page that a browser opens for the app. next: an address of the server, at which the app goes on. */
export function desktopSignInAddress(challenge: string): string {
  return `${desktopSignInPath}?challenge=${challenge}`
}

/** Returns the link that brings a code from the browser to the app. */
export function signedInLink(code: string): string {
  return `tidemark://signed-in?code=${code}`
}

/** The end of a sign-in, which the app hands to its page behind `#`. next: where to go on. */
const finishSchema = z.object({ code: desktopCodeSchema, verifier: pkceSchema, next: z.string() })
export type FinishDesktopSignIn = z.infer<typeof finishSchema>

/** Returns the page that the app opens with the code. */
export function finishAddress({ code, verifier, next }: FinishDesktopSignIn): string {
  return `${desktopSignInPath}#${new URLSearchParams({ code, verifier, next }).toString()}`
}

/** Reads what stands behind `#` in that address; null if it is something else. */
export function readFinish(hash: string): FinishDesktopSignIn | null {
  const given = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')))
  return finishSchema.safeParse(given).data ?? null
}

export const createDesktopCodeEndpoint = {
  method: 'POST',
  path: '/api/auth/sign-in/desktop/code',
  body: z.strictObject({ challenge: pkceSchema }),
  answer: z.object({ code: desktopCodeSchema }),
} as const satisfies ApiEndpoint

export const desktopSignInEndpoint = {
  method: 'POST',
  path: '/api/auth/sign-in/desktop',
  body: z.strictObject({ code: desktopCodeSchema, verifier: pkceSchema }),
  answer: sessionInfoSchema,
} as const satisfies ApiEndpoint
