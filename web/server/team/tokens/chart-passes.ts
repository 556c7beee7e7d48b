import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ChartToken } from '@tidemark/shared/query/chart-token'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { memberActor, type AdmittedActor } from '@/server/base/admitted-actor'
import type { SignedIn } from '../signed-in'
import { chartTokenMs, grantsHashOf, type ChartTokens } from './chart-tokens'

/** Lets people who are signed in at the web server in at the chart host, which never sees their cookies. */
export interface ChartPasses {
  issue(person: Pick<SignedIn, 'userId' | 'sessionId'>, actor: Actor): Promise<ChartToken>
  /**
   * Returns the actor of a token, as the session and the membership are now. Fails with `chart-token-invalid`, also
   * when their rights differ from those at its creation: their new role needs a new one.
   */
  authenticate(token: string): Promise<AdmittedActor>
  /**
   * Returns the present actor for an earlier one: in their present role, whether or not the token has ended. Fails with
   * `not-signed-in` or `forbidden`.
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
  /** role: null for who is no member. */
  const read = async (sessionId: string, userId: string, orgId: string) => {
    const row = await database
      .selectFrom('session')
      .leftJoin('member', (on) =>
        on.onRef('member.userId', '=', 'session.userId').on('member.organizationId', '=', orgId),
      )
      .where('session.id', '=', sessionId)
      .where('session.userId', '=', userId)
      .select(['session.expiresAt', 'member.role'])
      .executeTakeFirst()
    const isSignedIn = row !== undefined && new Date(row.expiresAt).getTime() > clock()
    return { isSignedIn, role: row?.role ?? null }
  }

  return {
    issue: async ({ userId, sessionId }, actor) => ({
      token: await tokens.sign({ sub: userId, org: actor.orgId, sid: sessionId, grants: grantsHashOf(actor) }),
      expiresInMs: chartTokenMs,
    }),

    authenticate: async (token) => {
      const { sub, org, sid, grants } = await tokens.verify(token)
      const { isSignedIn, role } = await read(sid, sub, org)
      if (!isSignedIn || role === null)
        throw new TidemarkError('chart-token-invalid', { detail: 'The session or the membership has ended.' })
      const actor = memberActor({ userId: sub, orgId: org, role })
      if (grantsHashOf(actor) !== grants)
        throw new TidemarkError('chart-token-invalid', { detail: 'What its person may do has changed.' })
      return { ...actor, admittedBy: { kind: 'session', id: sid } }
    },

    present: async ({ userId, orgId, admittedBy }) => {
      const { isSignedIn, role } = await read(admittedBy?.id ?? '', userId, orgId)
      if (!isSignedIn) throw new TidemarkError('not-signed-in')
      if (role === null) throw new TidemarkError('forbidden', { detail: 'You are not a member.' })
      return memberActor({ userId, orgId, role })
    },
  }
}
