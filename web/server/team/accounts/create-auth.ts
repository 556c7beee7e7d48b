import { hkdfSync } from 'node:crypto'
import { longestPassword, shortestPassword } from '@tidemark/shared/accounts/account'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { organization, twoFactor } from 'better-auth/plugins'
import type { Logger } from '@/server/observability/log'
import type { SqlEngine } from '@/server/store/sql-tables'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { clientIpHeader } from '@/server/base/client-ip'
import { desktopCodes } from '../single-sign-on/desktop-codes'
import type { SignedIn } from '../signed-in'

/** The part of better-auth that Tidemark uses: passwords, sessions and their cookies, reset links, rate limits. */
export interface Auth {
  /**
   * Calls one of better-auth's own endpoints, with its rate limits and origin checks. path: for example
   * `/sign-in/email`.
   */
  post(path: string, headers: Headers, body: unknown): Promise<Response>
  /** Signs in without rate limits, for a caller that has just seen the password being set. */
  signIn(headers: Headers, credentials: { readonly email: string; readonly password: string }): Promise<Response>
  /** Returns the session of the request's cookie. Fails with `store-failed` if the store does. */
  getSession(headers: Headers, options: { readonly isRefreshed: boolean }): Promise<SignedIn | null>
  hashPassword(password: string): Promise<string>
}

/** Hashes passwords and verifies an entered one. */
export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(entered: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/** Salted scrypt. One attempt costs an attacker, and this server, 80 ms of processor time. */
export const scryptHashing: PasswordHashing = { hash: hashPassword, verify: verifyPassword }

export interface AuthOptions {
  readonly database: AccountDatabase
  readonly engine: SqlEngine
  /** The origin for cookies and origin checks, such as `https://tidemark.example`. */
  readonly publicOrigin: string
  /** TIDEMARK_SECRET; a separate key is derived from it. */
  readonly secret: string
  /** TIDEMARK_OLD_SECRETS: they still open the keys of second factors. */
  readonly oldSecrets: readonly string[]
  readonly log: Logger
  /** Default: `scryptHashing`. */
  readonly hashing?: PasswordHashing | undefined
  readonly sendResetToken: (person: { readonly id: string; readonly email: string }, token: string) => Promise<void>
  readonly onPasswordReset: (
    person: { readonly id: string; readonly email: string },
    ip: string | null,
  ) => Promise<void>
}

/** How long a session lasts after it was last extended, and the age after which it is extended again. */
export const sessionSeconds = 30 * 24 * 3600
export const refreshSeconds = 24 * 3600
const resetSeconds = 3600

/** Returns better-auth's settings; a test compares the tables that they require with those of our migrations. */
export function authOptionsOf(options: AuthOptions) {
  const { database, engine, publicOrigin, secret, oldSecrets, log, hashing = scryptHashing } = options
  return {
    appName: 'Tidemark',
    baseURL: publicOrigin,
    basePath: '/api/auth',
    trustedOrigins: [publicOrigin],
    secret: keyOf(secret),
    secrets: [secret, ...oldSecrets].map((each) => ({ version: versionOf(each), value: keyOf(each) })),
    database: { db: database, type: engine },
    telemetry: { enabled: false },
    logger: {
      // A caller's mistakes are in the response, and our own failures are thrown, so this is only for debugging.
      log: (_level, message) => log.debug({ from: 'better-auth' }, message),
    },
    emailAndPassword: {
      enabled: true,
      password: hashing,
      // Accounts are created only through the set-up link and invites.
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
        // All attempts from one address, which may be a whole office; `sign-in-limit.ts` limits wrong passwords.
        '/sign-in/email': { window: 60, max: 600 },
        '/request-password-reset': { window: 60, max: 3 },
        '/reset-password': { window: 60, max: 10 },
        '/change-password': { window: 60, max: 10 },
        // Five wrong codes end a sign-in, and ten in a row lock the second step of that person for 15 minutes.
        '/two-factor/verify-*': { window: 60, max: 600 },
        '/two-factor/*': { window: 60, max: 10 },
        '/sign-in/social': { window: 60, max: 600 },
        '/callback/*': { window: 60, max: 600 },
        '/desktop/*': { window: 60, max: 600 },
      },
    },
    advanced: {
      cookiePrefix: 'tidemark',
      useSecureCookies: publicOrigin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Only the host can set this header.
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
      database: { generateId: () => newId() },
    },
    plugins: [
      twoFactor(),
      desktopCodes(),
      organization({
        schema: { invitation: { additionalFields: { tokenHash: { type: 'string', required: false, input: false } } } },
      }),
    ],
  } satisfies BetterAuthOptions
}

function keyOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'sessions', 32)).toString('base64url')
}

/** Returns the number by which an encrypted value names its secret. */
function versionOf(secret: string): number {
  return Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'version', 4)).readUInt32BE()
}

export function createAuth(options: AuthOptions): Auth {
  const authOptions = authOptionsOf(options)
  const auth = betterAuth(authOptions)
  return {
    post: (path, headers, body) => auth.handler(requestTo(options.publicOrigin, 'POST', path, headers, body)),

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
        // A person who is signed in must not be asked to sign in because the store is busy.
        throw new TidemarkError('store-failed', { cause })
      }
    },

    hashPassword: authOptions.emailAndPassword.password.hash,
  }
}

/** Makes a request to one of better-auth's endpoints from the headers of a person's. */
export function requestTo(
  publicOrigin: string,
  method: 'GET' | 'POST',
  path: string,
  headers: Headers,
  body?: unknown,
): Request {
  const sent = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
  for (const name of ['cookie', 'origin', 'user-agent', clientIpHeader]) {
    const value = headers.get(name)
    if (value !== null) sent.set(name, value)
  }
  // The host has refused foreign origins already, but better-auth requires the header whenever cookies are sent.
  if (!sent.has('origin')) sent.set('origin', publicOrigin)
  const init = { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  return new Request(`${publicOrigin}/api/auth${path}`, init)
}
