import { createHash } from 'node:crypto'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import * as z from 'zod/mini'

const codeSeconds = 120

/**
 * A plugin of better-auth for the desktop app’s sign-in: a session makes a code for one use, with which the app begins a
 * session of its own. better-auth’s own `oneTimeToken` hands over the session itself and knows no PKCE.
 */
export function desktopCodes() {
  return {
    id: 'desktop-codes',
    endpoints: {
      createDesktopCode: createAuthEndpoint(
        '/desktop/code',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ challenge: z.string() }) },
        async (ctx) => {
          const code = generateRandomString(32)
          await ctx.context.internalAdapter.createVerificationValue({
            identifier: identifierOf(ctx.body.challenge, code),
            value: ctx.context.session.session.token,
            expiresAt: new Date(Date.now() + codeSeconds * 1000),
          })
          return ctx.json({ code })
        },
      ),
      takeDesktopCode: createAuthEndpoint(
        '/desktop/session',
        { method: 'POST', body: z.object({ code: z.string(), verifier: z.string() }) },
        async (ctx) => {
          const { code, verifier } = ctx.body
          const { internalAdapter } = ctx.context
          const challenge = createHash('sha256').update(verifier).digest('base64url')
          const stored = await internalAdapter.consumeVerificationValue(identifierOf(challenge, code))
          // Who has signed out in the browser meanwhile is not signed in elsewhere.
          const begun = stored && stored.expiresAt > new Date() ? await internalAdapter.findSession(stored.value) : null
          if (!begun) throw new APIError('BAD_REQUEST', { code: 'DESKTOP_CODE_INVALID' })
          const session = await internalAdapter.createSession(begun.user.id)
          await setSessionCookie(ctx, { session, user: begun.user })
          return ctx.json({ sessionId: session.id, begunBy: begun.session.id })
        },
      ),
    },
  }
}

/** better-auth stores a hash of it. */
function identifierOf(challenge: string, code: string): string {
  return `desktop-code:${challenge}:${code}`
}
