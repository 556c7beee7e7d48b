import { hkdfSync } from 'node:crypto'
import { longestPassword, shortestPassword } from '@tidemark/shared/accounts/account'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { organization } from 'better-auth/plugins'
import type { Logger } from '@/server/observability/log'
import type { SqlEngine } from '@/server/store/sql-tables'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { clientIpHeader } from '@/server/base/client-ip'
import type { SignedIn } from '../signed-in'

/** better-auth, as far as Tidemark asks it: passwords, sessions and their cookies, reset links, limits of attempts. */
export interface Auth {
  /** One of better-auth's own endpoints, with its limits of attempts and checks of the origin. path: `/sign-in/email`. */
  post(path: string, headers: Headers, body: unknown): Promise<Response>
  /** Signs in without limits: whoever calls has seen the password being set. */
  signIn(headers: Headers, credentials: { readonly email: string; readonly password: string }): Promise<Response>
  /** The session of the request's cookie. Fails with `store-failed` when the store does. */
  getSession(headers: Headers, options: { readonly isRefreshed: boolean }): Promise<SignedIn | null>
  hashPassword(password: string): Promise<string>
}

/** How passwords are kept, and one that was entered is compared with that. */
export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(entered: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/** A salt for each, and scrypt: it costs whoever tries passwords, and us, 80 ms of a processor. */
export const scryptHashing: PasswordHashing = { hash: hashPassword, verify: verifyPassword }

export interface AuthOptions {
  readonly database: AccountDatabase
  readonly engine: SqlEngine
  /** `https://tidemark.example`, of which cookies and origins are. */
  readonly publicOrigin: string
  /** TIDEMARK_SECRET; a key of its own is derived from it. */
  readonly secret: string
  readonly log: Logger
  /** By default `scryptHashing`. */
  readonly hashing?: PasswordHashing | undefined
  readonly sendResetToken: (person: { readonly id: string; readonly email: string }, token: string) => Promise<void>
  readonly onPasswordReset: (
    person: { readonly id: string; readonly email: string },
    ip: string | null,
  ) => Promise<void>
}

/** How long a session lasts from when its end was moved on last, and after which time it is again. */
export const sessionSeconds = 30 * 24 * 3600
export const refreshSeconds = 24 * 3600
const resetSeconds = 3600

/** better-auth's settings; a test compares the tables they ask for with those of our migrations. */
export function authOptionsOf(options: AuthOptions) {
  const { database, engine, publicOrigin, secret, log, hashing = scryptHashing } = options
  return {
    appName: 'Tidemark',
    baseURL: publicOrigin,
    basePath: '/api/auth',
    trustedOrigins: [publicOrigin],
    secret: Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'sessions', 32)).toString('base64url'),
    database: { db: database, type: engine },
    telemetry: { enabled: false },
    logger: {
      // What goes wrong for a caller is in the answer; what goes wrong for us is thrown.
      log: (_level, message) => log.debug({ from: 'better-auth' }, message),
    },
    emailAndPassword: {
      enabled: true,
      password: hashing,
      // Accounts are made by the set-up link and by invites alone.
      disableSignUp: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => options.sendResetToken(user, token),
      onPasswordReset: async ({ user }, request) =>
        options.onPasswordReset(user, request?.headers.get(clientIpHeader) ?? null),
    },
    session: { expiresIn: sessionSeconds, updateAge: refreshSeconds },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 100,
      customRules: {
        // Of one address, right passwords too; `sign-in-limit.ts` counts the wrong ones.
        '/sign-in/email': { window: 60, max: 60 },
        '/request-password-reset': { window: 60, max: 3 },
        '/reset-password': { window: 60, max: 10 },
        '/change-password': { window: 60, max: 10 },
      },
    },
    advanced: {
      cookiePrefix: 'tidemark',
      useSecureCookies: publicOrigin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // The host puts it there, and nobody else can.
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
      database: { generateId: () => newId() },
    },
    plugins: [
      organization({
        schema: { invitation: { additionalFields: { tokenHash: { type: 'string', required: false, input: false } } } },
      }),
    ],
  } satisfies BetterAuthOptions
}

export function createAuth(options: AuthOptions): Auth {
  const authOptions = authOptionsOf(options)
  const auth = betterAuth(authOptions)
  return {
    post: (path, headers, body) => {
      const sent = new Headers({ 'content-type': 'application/json' })
      for (const name of ['cookie', 'origin', 'user-agent', clientIpHeader]) {
        const value = headers.get(name)
        if (value !== null) sent.set(name, value)
      }
      // The host lets no other origin through; better-auth wants to read it wherever there are cookies.
      if (!sent.has('origin')) sent.set('origin', options.publicOrigin)
      const url = `${options.publicOrigin}/api/auth${path}`
      return auth.handler(new Request(url, { method: 'POST', headers: sent, body: JSON.stringify(body) }))
    },

    signIn: (headers, credentials) => auth.api.signInEmail({ body: credentials, headers, asResponse: true }),

    getSession: async (headers, { isRefreshed }) => {
      if (!headers.has('cookie')) return null
      try {
        const { response, headers: answered } = await auth.api.getSession({
          headers,
          query: { disableRefresh: !isRefreshed },
          returnHeaders: true,
        })
        if (response === null) return null
        const { session, user } = response
        return {
          sessionId: session.id,
          userId: user.id,
          name: user.name,
          email: user.email,
          expiresAt: session.expiresAt,
          setCookies: answered.getSetCookie(),
        }
      } catch (cause) {
        // Somebody who is signed in must not be told to sign in because the store is busy.
        throw new TidemarkError('store-failed', { cause })
      }
    },

    hashPassword: authOptions.emailAndPassword.password.hash,
  }
}
