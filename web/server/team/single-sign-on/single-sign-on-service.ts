import { safeNext } from '@tidemark/shared/accounts/workspace-address'
import { signOnProblemParameter, type SignInWays } from '@tidemark/shared/accounts/sign-in-ways'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { SingleSignOnSettings } from '@/server/base/single-sign-on-settings'
import { logFailure } from '@/server/observability/log-failure'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import type { AccountService } from '../accounts/account-service'
import type { Auth } from '../accounts/create-auth'
import { listMemberships } from '../accounts/memberships'
import { sessionCookies, withCookies } from '../accounts/session-cookies'
import type { TeamContext } from '../accounts/team-context'
import type { RequestSource } from '../signed-in'
import { followGroups } from './follow-groups'
import { areAdmitted, followRoles } from './follow-roles'
import { createOidcAuth, type OidcProfile, type SignOnProblem } from './oidc-auth'
import type { AuthOptions } from '../accounts/create-auth'

/** Where a browser goes on. */
export interface GoOn {
  readonly location: string
  readonly setCookies: readonly string[]
  /** Undefined if nobody was signed in. */
  readonly userId?: string
}

/** Signs people in through the identity provider; an answer always leads a browser on, with words if it failed. */
export interface SingleSignOnService {
  readonly ways: SignInWays
  /** next: the address of this server at which a sign-in ends. */
  begin(next: string | undefined, source: RequestSource): Promise<GoOn>
  /** search: the query with which the provider led back. */
  finish(search: string, source: RequestSource): Promise<GoOn>
}

interface SingleSignOnOptions {
  readonly context: TeamContext
  readonly auth: Auth
  readonly authOptions: AuthOptions
  readonly accounts: Pick<AccountService, 'endLeft'>
  readonly settings: SingleSignOnSettings
}

/** Creates the service for signing in with OpenID Connect; see `SingleSignOnService`. */
export function createSingleSignOn({
  context,
  auth,
  authOptions,
  accounts,
  settings,
}: SingleSignOnOptions): SingleSignOnService {
  const { database, clock, log, publicOrigin } = context
  const { roles, groups, name } = settings

  const refusalOf = async ({ email, groups }: OidcProfile): Promise<SignOnProblem | null> => {
    if (await areAdmitted(database, roles, groups)) return null
    if (await isInvited(context, email)) return null
    return roles.length === 0 ? 'sign-on-not-invited' : 'sign-on-no-group'
  }
  const oidc = createOidcAuth({ auth: authOptions, settings, refusalOf })

  /** Ends the session that was just made, of a person whose groups give them nothing any more. */
  const refuse = async (setCookies: readonly string[], source: RequestSource): Promise<GoOn> => {
    const ended = await auth.post('/sign-out', withCookies(source.headers, setCookies), {})
    return { location: signInPage('sign-on-no-group'), setCookies: ended.headers.getSetCookie() }
  }

  /** Tells an operator and the person why nobody was signed in. */
  const failed = async (
    { problem, reason }: { readonly problem: ErrorCode; readonly reason: string },
    profile: OidcProfile | null,
    source: RequestSource,
  ): Promise<void> => {
    log.info({ problem, reason }, 'A sign-in through the identity provider failed.')
    if (profile === null) return
    await appendAuditEvent(database, {
      orgId: null,
      at: clock(),
      source: { kind: 'unknown', userId: null, ip: source.ip },
      action: 'sign-in-failed',
      target: profile.email,
      detail: { through: name, problem },
    })
  }

  const leadingOn = async (run: () => Promise<GoOn>): Promise<GoOn> => {
    try {
      return await run()
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      logFailure(log, error, {}, 'A sign-in through the identity provider failed.')
      const problem = error.code === 'sign-on-unavailable' ? error.code : 'sign-on-failed'
      return { location: signInPage(problem), setCookies: [] }
    }
  }

  return {
    ways: { password: !settings.isOnly, singleSignOn: name },

    begin: (next, { headers }) =>
      leadingOn(async () => {
        const callbackUrl = `${publicOrigin}${safeNext(next)}`
        const answer = await oidc.begin(headers, { callbackUrl, errorUrl: `${publicOrigin}/sign-in` })
        if (answer.status === 429) return { location: signInPage('too-many-requests'), setCookies: [] }
        const { url } = (await answer.json()) as { readonly url?: string }
        if (url === undefined) throw new Error(`better-auth began no sign-in: ${answer.status}`)
        return { location: url, setCookies: answer.headers.getSetCookie() }
      }),

    finish: (search, source) =>
      leadingOn(async () => {
        const { answer, profile } = await oidc.finish(source.headers, search)
        const setCookies = answer.headers.getSetCookie()
        const person = await auth.getSession(withCookies(source.headers, setCookies), { isRefreshed: false })
        const location = answer.headers.get('location')
        if (person === null || location === null || profile === null) {
          const failure = failureOf(answer.status, location)
          await failed(failure, profile, source)
          return { location: signInPage(failure.problem), setCookies }
        }
        const { userId } = person
        const signingIn = { userId, groups: profile.groups, ip: source.ip }
        await followRoles(context, roles, signingIn)
        await followGroups(context, groups, signingIn)
        if (roles.length > 0 && (await listMemberships(database, userId)).length === 0) {
          const isInvitedElsewhere = await isInvited(context, person.email)
          if (!isInvitedElsewhere) {
            await failed({ problem: 'sign-on-no-group', reason: 'no group' }, profile, source)
            return await refuse(setCookies, source)
          }
        }
        await accounts.endLeft(source)
        await database.updateTable('session').set({ provider: 'oidc' }).where('id', '=', person.sessionId).execute()
        await appendAuditEvent(database, {
          orgId: null,
          at: clock(),
          source: { kind: 'person', userId, ip: source.ip },
          action: 'sign-in',
          target: userId,
          detail: { through: name },
        })
        return { location, setCookies: sessionCookies(answer), userId }
      }),
  }
}

function signInPage(problem: ErrorCode): string {
  return `/sign-in?${signOnProblemParameter}=${problem}`
}

/** Returns why better-auth led to the sign-in page, as our code and in its own words. */
function failureOf(status: number, location: string | null): { readonly problem: ErrorCode; readonly reason: string } {
  if (status === 429) return { problem: 'too-many-requests', reason: 'too many requests' }
  const { searchParams } = new URL(location ?? '/', 'http://tidemark.invalid')
  const error = searchParams.get('error') ?? `status ${status}`
  const reason = [error, searchParams.get('error_description')].filter(Boolean).join(': ').slice(0, 500)
  return { problem: problems[error] ?? 'sign-on-failed', reason }
}

const problems: Readonly<Record<string, ErrorCode>> = {
  'sign-on-unverified': 'sign-on-unverified',
  'sign-on-no-group': 'sign-on-no-group',
  'sign-on-not-invited': 'sign-on-not-invited',
  access_denied: 'sign-on-denied',
  account_not_linked: 'sign-on-unverified',
  email_not_found: 'sign-on-unverified',
  state_mismatch: 'sign-on-expired',
  state_not_found: 'sign-on-expired',
}

/** Returns true if an open invite is for this address. */
async function isInvited({ database, clock }: TeamContext, email: string): Promise<boolean> {
  const invites = await database
    .selectFrom('invitation')
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .select('expiresAt')
    .execute()
  return invites.some(({ expiresAt }) => new Date(expiresAt).getTime() > clock())
}
