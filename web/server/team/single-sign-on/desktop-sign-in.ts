import type { createDesktopCodeEndpoint, desktopSignInEndpoint } from '@tidemark/shared/accounts/desktop-sign-in'
import { desktopCodeSchema } from '@tidemark/shared/accounts/desktop-sign-in'
import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import * as z from 'zod/mini'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import type { AccountService } from '../accounts/account-service'
import { mustBeOk } from '../accounts/auth-errors'
import type { Auth } from '../accounts/create-auth'
import { sessionCookies, withCookies } from '../accounts/session-cookies'
import type { TeamContext } from '../accounts/team-context'
import type { RequestSource, WithCookies } from '../signed-in'

type CreateCode = z.infer<(typeof createDesktopCodeEndpoint)['body']>
type SignIn = z.infer<(typeof desktopSignInEndpoint)['body']>

/** Signs the desktop app in as whoever is signed in to the browser that it has opened. */
export interface DesktopSignIn {
  /** Makes a code for the session of the request. Fails with `not-signed-in`. */
  createCode(body: CreateCode, source: RequestSource): Promise<{ readonly code: string }>
  /** Begins a session of its own. Fails with `sign-on-expired` if the code does not fit, is used or two minutes old. */
  signIn(body: SignIn, source: RequestSource): Promise<WithCookies<SessionInfo>>
}

interface DesktopSignInOptions {
  readonly context: Pick<TeamContext, 'database' | 'clock'>
  readonly auth: Auth
  readonly accounts: Pick<AccountService, 'endLeft' | 'sessionInfo'>
}

const createdSchema = z.object({ code: desktopCodeSchema })
const begunSchema = z.object({ sessionId: z.string(), begunBy: z.string() })

export function createDesktopSignIn({ context, auth, accounts }: DesktopSignInOptions): DesktopSignIn {
  const { database, clock } = context
  return {
    createCode: async (body, { headers }) => {
      const answer = await auth.post('/desktop/code', headers, body)
      await mustBeOk(answer)
      return createdSchema.parse(await answer.json())
    },

    signIn: async (body, source) => {
      const answer = await auth.post('/desktop/session', source.headers, body)
      await mustBeOk(answer)
      await accounts.endLeft(source)
      const { sessionId, begunBy } = begunSchema.parse(await answer.json())
      // Who has come through the provider to the browser has done so in the app too.
      const { provider } = await database
        .selectFrom('session')
        .where('id', '=', begunBy)
        .select('provider')
        .executeTakeFirstOrThrow()
      await database.updateTable('session').set({ provider }).where('id', '=', sessionId).execute()
      const setCookies = sessionCookies(answer)
      const person = await auth.getSession(withCookies(source.headers, setCookies), { isRefreshed: false })
      if (person === null) throw new Error('a session that was just made is not there')
      const { userId } = person
      await appendAuditEvent(database, {
        orgId: null,
        at: clock(),
        source: { kind: 'person', userId, ip: source.ip },
        action: 'sign-in',
        target: userId,
        detail: { through: 'the desktop app' },
      })
      return { value: await accounts.sessionInfo(person), setCookies }
    },
  }
}
