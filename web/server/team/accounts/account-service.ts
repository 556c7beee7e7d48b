import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { isSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import { newId } from '@tidemark/shared/base/ids'
import type {
  ChangePassword,
  PasswordChanged,
  RequestReset,
  ResetPassword,
  SignIn,
} from '@tidemark/shared/accounts/account'
import type { SetUp, SetUpState } from '@tidemark/shared/accounts/set-up'
import type { SignInAnswer, SignInCode } from '@tidemark/shared/accounts/two-factor'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import { createOrganization } from '../members/create-organization'
import { mayCreateWorkspaces } from '../members/new-workspaces'
import { clientIpHeader } from '@/server/base/client-ip'
import type { Auth } from './create-auth'
import { mustBeOk } from './auth-errors'
import { createSessionCache } from './session-cache'
import { listWorkspaces } from './memberships'
import { createPerson, findPersonByEmail, hasPeople } from './people'
import { endTokens } from './own-tokens'
import { endResetLinks, findPersonOfResetToken } from './reset-links'
import { mustBeSetUpToken, useSetUpToken } from './set-up-links'
import { countAttempt, forgiveAttempt } from './sign-in-limit'
import { sessionCookies, withCookies } from './session-cookies'
import { findChallenge, needsCode } from './sign-in-challenge'
import { writeOrg, type TeamContext } from './team-context'
import { checkCodeOnce, codeUsed } from '../two-factor/used-codes'
import type { AdmittedPerson, RequestSource, SignedIn, WithCookies } from '../signed-in'

export interface AccountService {
  /**
   * Returns the person of the request's session cookie. Null if there is no session, or if they signed out while the
   * server was unreachable; the session is then ended here. isRefreshed: extends the session when that is due.
   */
  getSignedIn(headers: Headers, options?: { readonly isRefreshed: boolean }): Promise<SignedIn | null>
  /** Returns the same person with their memberships. */
  admit(headers: Headers, options: { readonly isRefreshed: boolean }): Promise<AdmittedPerson | null>
  sessionInfo(person: SignedIn): Promise<SessionInfo>
  /**
   * Signs in, or answers that a code of the second factor is needed too. Fails with `sign-in-failed`,
   * `too-many-requests` or `password-sign-in-off`.
   */
  signIn(body: SignIn, source: RequestSource): Promise<WithCookies<SignInAnswer>>
  /** The second step of signing in. Fails with `code-wrong`, `code-expired` or `too-many-requests`. */
  signInWithCode(body: SignInCode, source: RequestSource): Promise<WithCookies<SessionInfo>>
  signOut(source: RequestSource): Promise<WithCookies<null>>
  /**
   * Ends the session of a browser whose person signed out while the server could not be reached; false if there is none.
   */
  endLeft(source: RequestSource): Promise<boolean>
  /** Sends a link if the account exists and mail is set up; the answer reveals neither. */
  requestReset(body: RequestReset, source: RequestSource): Promise<void>
  /** Fails with `link-invalid`. */
  resetPassword(body: ResetPassword, source: RequestSource): Promise<PasswordChanged>
  /** Fails with `password-wrong`. */
  changePassword(person: SignedIn, body: ChangePassword, source: RequestSource): Promise<WithCookies<PasswordChanged>>
  changeName(person: SignedIn, name: string): Promise<void>
  setUpState(): Promise<SetUpState>
  /** Fails with `link-invalid`. */
  setUp(body: SetUp, source: RequestSource): Promise<WithCookies<SessionInfo>>
}

interface AccountServiceOptions {
  readonly context: TeamContext
  /** False if people sign in through an identity provider alone. */
  readonly takesPasswords: boolean
  readonly auth: Auth
  /** Copies the files of the sample datasets into the data folder. */
  readonly installSampleFiles: () => Promise<void>
}

/** Creates the service for signing in and out, passwords, and the first owner; see `AccountService`. */
export function createAccountService({
  context,
  takesPasswords,
  auth,
  installSampleFiles,
}: AccountServiceOptions): AccountService {
  const { database, clock } = context

  const readSession = createSessionCache({ auth, database, clock })

  /** Ends the session of a request, if there is one and no other request has just ended it. */
  const endSession = async ({ headers, ip }: RequestSource): Promise<void> => {
    const admitted = await readSession(headers, { isRefreshed: false })
    if (admitted === null) return
    const { sessionId, userId } = admitted.person
    const { numDeletedRows } = await database.deleteFrom('session').where('id', '=', sessionId).executeTakeFirst()
    if (numDeletedRows === 0n) return
    // Streams of the session end at once, and those of the person's other sessions find that they go on.
    context.pokes.publishMembership(userId)
    await appendAuditEvent(database, {
      orgId: null,
      at: clock(),
      source: { kind: 'person', userId, ip },
      action: 'sign-out',
    })
  }

  const endLeft: AccountService['endLeft'] = async (source) => {
    const cookie = source.headers.get('cookie') ?? ''
    if (!isSessionToEnd(cookie)) return false
    const admitted = await readSession(source.headers, { isRefreshed: false })
    // Another person has signed in to this browser since.
    if (admitted !== null && !isSessionToEnd(cookie, admitted.person.userId)) return false
    await endSession(source)
    return true
  }

  const admit: AccountService['admit'] = async (headers, options) =>
    (await endLeft({ headers, ip: headers.get(clientIpHeader) })) ? null : await readSession(headers, options)

  const getSignedIn: AccountService['getSignedIn'] = async (headers, options = { isRefreshed: false }) =>
    (await admit(headers, options))?.person ?? null

  const sessionInfo: AccountService['sessionInfo'] = async ({ userId, name, email, expiresAt }) => {
    const workspaces = [...(await listWorkspaces(context, userId))]
    return {
      person: { id: userId, name, email },
      workspaces,
      mayCreateWorkspaces: mayCreateWorkspaces(context.newWorkspaces, workspaces),
      expiresAt: expiresAt.getTime(),
    }
  }

  const mustTakePasswords = () => {
    if (!takesPasswords) throw new TidemarkError('password-sign-in-off')
  }

  /** Converts better-auth's response to a sign-in. */
  const signedIn = async (answer: Response, source: RequestSource): Promise<WithCookies<SessionInfo>> => {
    const setCookies = sessionCookies(answer)
    const person = await auth.getSession(withCookies(source.headers, setCookies), { isRefreshed: false })
    if (person === null) throw new Error('a session that was just made is not there')
    return { value: await sessionInfo(person), setCookies }
  }

  return {
    getSignedIn,
    admit,
    sessionInfo,
    endLeft,

    signIn: async (body, source) => {
      mustTakePasswords()
      const known = await findPersonByEmail(database, body.email)
      const attempt = { email: body.email, userId: known?.id ?? null, ip: source.ip }
      await countAttempt(database, attempt, clock())
      const answer = await auth.post('/sign-in/email', source.headers, body)
      const event = { orgId: null, at: clock(), target: known?.id ?? null }
      if (answer.status === 401) {
        const source_ = { kind: 'unknown', userId: known?.id ?? null, ip: source.ip } as const
        await appendAuditEvent(database, { ...event, source: source_, action: 'sign-in-failed' })
      }
      await mustBeOk(answer)
      await forgiveAttempt(database, attempt)
      if (await needsCode(answer)) return { value: { needsCode: true }, setCookies: answer.headers.getSetCookie() }
      await endLeft(source)
      const result = await signedIn(answer, source)
      const userId = result.value.person.id
      await appendAuditEvent(database, {
        ...event,
        source: { kind: 'person', userId, ip: source.ip },
        action: 'sign-in',
      })
      return result
    },

    signInWithCode: async ({ code, trustsBrowser = false }, source) => {
      mustTakePasswords()
      const challenge = await findChallenge(database, source.headers)
      if (challenge === null) throw new TidemarkError('code-expired')
      const { userId, headers } = challenge
      const isBackupCode = code.includes('-')
      const event = {
        orgId: null,
        at: clock(),
        target: userId,
        detail: { with: isBackupCode ? 'backup code' : 'code' },
      }
      const path = isBackupCode ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp'
      const check = () => auth.post(path, headers, { code, trustDevice: trustsBrowser })
      const answer = await checkCodeOnce(database, { userId, code, at: clock() }, check)
      if (answer === 'used' || answer.status === 401) {
        const unknown = { kind: 'unknown', userId, ip: source.ip } as const
        await appendAuditEvent(database, { ...event, source: unknown, action: 'sign-in-failed' })
      }
      if (answer === 'used') throw codeUsed()
      // Another of their backup codes was taken at the same moment; this one still holds.
      if (answer.status === 409) throw new TidemarkError('code-wrong', { detail: 'Try again.' })
      await mustBeOk(answer)
      await endLeft(source)
      const result = await signedIn(answer, source)
      const person = { kind: 'person', userId: result.value.person.id, ip: source.ip } as const
      await appendAuditEvent(database, { ...event, target: person.userId, source: person, action: 'sign-in' })
      return result
    },

    signOut: async (source) => {
      await endSession(source)
      const answer = await auth.post('/sign-out', source.headers, {})
      await mustBeOk(answer)
      return { value: null, setCookies: sessionCookies(answer) }
    },

    requestReset: async ({ email }, { headers }) => {
      mustTakePasswords()
      // better-auth makes the response take equally long for an address without an account.
      await mustBeOk(await auth.post('/request-password-reset', headers, { email }))
    },

    resetPassword: async ({ revokeTokens = false, ...body }, { headers, ip }) => {
      mustTakePasswords()
      const userId = await findPersonOfResetToken(database, body.token)
      await mustBeOk(await auth.post('/reset-password', headers, body))
      if (userId === null) return { tokens: [], areRevoked: revokeTokens }
      context.pokes.publishMembership(userId)
      return await endTokens(context, { userId, ip }, revokeTokens)
    },

    changePassword: async (person, { revokeTokens = false, ...body }, source) => {
      const answer = await auth.post('/change-password', source.headers, body)
      await mustBeOk(answer)
      await endResetLinks(database, person.userId)
      context.pokes.publishMembership(person.userId)
      await appendAuditEvent(database, {
        orgId: null,
        at: clock(),
        source: { kind: 'person', userId: person.userId, ip: source.ip },
        action: 'password-changed',
      })
      const value = await endTokens(context, { userId: person.userId, ip: source.ip }, revokeTokens)
      return { value, setCookies: answer.headers.getSetCookie() }
    },

    changeName: async ({ userId }, name) => {
      await database
        .updateTable('user')
        .set({ name, updatedAt: new Date(clock()) })
        .where('id', '=', userId)
        .execute()
    },

    setUpState: async () => ({ isOpen: !(await hasPeople(database)) }),

    setUp: async ({ token, name, email, password, workspaceName, timeZone = 'UTC', withSample = false }, source) => {
      const at = clock()
      // Check the token before the expensive work; the transaction below checks it again.
      await mustBeSetUpToken(database, token, at)
      const [userId, orgId, passwordHash] = [newId(), newId(), await auth.hashPassword(password)]
      if (withSample) await installSampleFiles()
      await writeOrg(context, orgId, userId, async (change) => {
        await useSetUpToken(change.database, token, at)
        await createPerson(change.database, { id: userId, name, email, passwordHash, at })
        const workspace = { id: orgId, name: workspaceName, slug: undefined, timeZone, withSample, ownerId: userId, at }
        await createOrganization(change, workspace)
        await appendAuditEvent(change.database, {
          orgId,
          at,
          source: { kind: 'person', userId, ip: source.ip },
          action: 'workspace-created',
          target: orgId,
          detail: { name: workspaceName },
        })
      })
      return await signedIn(await auth.signIn(source.headers, { email, password }), source)
    },
  }
}
