import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ChartToken } from '@tidemark/shared/query/chart-token'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { memberActor, type AdmittedActor } from '@/server/base/admitted-actor'
import type { SignedIn } from '../signed-in'
import { chartTokenMs, grantsHashOf, type ChartTokens } from './chart-tokens'

/** Admits people to the chart host who are signed in at the web server. The chart host never sees their cookies. */
export interface ChartPasses {
  issue(person: Pick<SignedIn, 'userId' | 'sessionId'>, actor: Actor): Promise<ChartToken>
  /**
   * Returns the actor of a token, as of the current session and membership. Fails with `chart-token-invalid`, also if
   * their rights have changed since the token was created.
   */
  authenticate(token: string): Promise<AdmittedActor>
  /**
   * Returns an admitted actor with their current role, even if the token has expired. Fails with `not-signed-in` or
   * `forbidden`.
   */
  present(actor: AdmittedActor): Promise<Actor>
}

interface ChartPassesOptions {
  readonly database: AccountDatabase
  readonly tokens: ChartTokens
  /** Unix milliseconds. */
  readonly clock: () => number
}

export function createChartPasses({ database, tokens, clock }: ChartPassesOptions): ChartPasses {
  /** member: null for a person who is not a member. */
  const read = async (sessionId: string, userId: string, orgId: string) => {
    const row = await database
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .leftJoin('member', (on) =>
        on.onRef('member.userId', '=', 'session.userId').on('member.organizationId', '=', orgId),
      )
      .where('session.id', '=', sessionId)
      .where('session.userId', '=', userId)
      .select(['session.expiresAt', 'user.name', 'user.email', 'member.role', 'member.attributes', 'member.groups'])
      .executeTakeFirst()
    if (row === undefined) return { isSignedIn: false, member: null }
    const { expiresAt, role, ...person } = row
    return {
      isSignedIn: new Date(expiresAt).getTime() > clock(),
      member: role === null ? null : memberActor({ userId, orgId, role, ...person }),
    }
  }

  return {
    issue: async ({ userId, sessionId }, actor) => ({
      token: await tokens.sign({ sub: userId, org: actor.orgId, sid: sessionId, grants: grantsHashOf(actor) }),
      expiresInMs: chartTokenMs,
    }),

    authenticate: async (token) => {
      const { sub, org, sid, grants } = await tokens.verify(token)
      const { isSignedIn, member } = await read(sid, sub, org)
      if (!isSignedIn || member === null)
        throw new TidemarkError('chart-token-invalid', { detail: 'The session or the membership has ended.' })
      if (grantsHashOf(member) !== grants)
        throw new TidemarkError('chart-token-invalid', { detail: 'What its person may do has changed.' })
      return { ...member, admittedBy: { kind: 'session', id: sid } }
    },

    present: async ({ userId, orgId, admittedBy }) => {
      const { isSignedIn, member } = await read(admittedBy?.id ?? '', userId, orgId)
      if (!isSignedIn) throw new TidemarkError('not-signed-in')
      if (member === null) throw new TidemarkError('forbidden', { detail: 'You are not a member.' })
      return member
    },
  }
}
