import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ChartToken } from '@tidemark/shared/query/chart-token'
import type { AccountDatabase } from '../accounts/account-database'
import { memberActor } from '../actor'
import type { SignedIn } from '../team-services'
import { chartTokenMs, grantsHashOf, type ChartTokens } from './chart-tokens'

/** Lets people who are signed in at the web server in at the chart host, which never sees their cookies. */
export interface ChartPasses {
  issue(person: Pick<SignedIn, 'userId' | 'sessionId'>, actor: Actor): Promise<ChartToken>
  /**
   * Who a token is of, as the session and the membership are now. Fails with `chart-token-invalid`, also when they may no
   * longer do exactly what they might when it was made: a new one is for their new role.
   */
  authenticate(token: string): Promise<Actor>
}

interface ChartPassesOptions {
  readonly database: AccountDatabase
  readonly tokens: ChartTokens
  /** Unix milliseconds. */
  readonly clock: () => number
}

export function createChartPasses({ database, tokens, clock }: ChartPassesOptions): ChartPasses {
  return {
    issue: async ({ userId, sessionId }, actor) => ({
      token: await tokens.sign({ sub: userId, org: actor.orgId, sid: sessionId, grants: grantsHashOf(actor) }),
      expiresInMs: chartTokenMs,
    }),

    authenticate: async (token) => {
      const { sub, org, sid, grants } = await tokens.verify(token)
      const row = await database
        .selectFrom('session')
        .innerJoin('member', 'member.userId', 'session.userId')
        .where('session.id', '=', sid)
        .where('session.userId', '=', sub)
        .where('member.organizationId', '=', org)
        .select(['session.expiresAt', 'member.role'])
        .executeTakeFirst()
      if (row === undefined || new Date(row.expiresAt).getTime() <= clock())
        throw new TidemarkError('chart-token-invalid', { detail: 'The session or the membership has ended.' })
      const actor = memberActor({ userId: sub, orgId: org, role: row.role })
      if (grantsHashOf(actor) !== grants)
        throw new TidemarkError('chart-token-invalid', { detail: 'What its person may do has changed.' })
      return actor
    },
  }
}
