import { createHash, randomBytes } from 'node:crypto'
import { desktopSignInAddress, finishAddress } from '@tidemark/shared/accounts/desktop-sign-in'
import { singleSignOnPath } from '@tidemark/shared/accounts/sign-in-ways'

/** Signs in through the system’s browser: see `desktop-sign-in.ts` in shared. Only the last sign-in begun can end. */
export interface BrowserSignIn {
  /** Returns the address to open in the browser. asked: the server’s address that begins a sign-in for its own page. */
  begin(asked: string): string
  /** Returns the page of the server that takes the code; null if none was begun there. */
  finish(code: string, origin: string | null): string | null
}

export function createBrowserSignIn(): BrowserSignIn {
  let begun: { readonly origin: string; readonly verifier: string; readonly next: string } | null = null
  return {
    begin: (asked) => {
      const { origin, searchParams } = new URL(asked)
      const verifier = randomBytes(32).toString('base64url')
      begun = { origin, verifier, next: searchParams.get('next') ?? '/' }
      return `${origin}${desktopSignInAddress(createHash('sha256').update(verifier).digest('base64url'))}`
    },
    finish: (code, origin) => {
      if (begun === null || begun.origin !== origin) return null
      const { verifier, next } = begun
      begun = null
      return finishAddress({ code, verifier, next })
    },
  }
}

/** Returns true for the address with which a server’s page begins a sign-in through the identity provider. */
export function beginsSignIn({ pathname }: URL): boolean {
  return pathname === singleSignOnPath
}
