import type {
  BeginTwoFactorAnswer,
  ConfirmTwoFactor,
  OwnPassword,
  TwoFactorState,
} from '@tidemark/shared/accounts/two-factor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mayRemove } from '@tidemark/shared/members/member-rules'
import * as z from 'zod/mini'
import { appendAuditEvent, auditSourceOf } from '@/server/store/accounts/audit-log'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import { mustBeOk } from '../accounts/auth-errors'
import type { Auth } from '../accounts/create-auth'
import { listMemberships } from '../accounts/memberships'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import { getRole, presentRole } from '../members/member-service'
import { deleteTwoFactor } from './delete-two-factor'
import { checkCodeOnce, codeUsed } from './used-codes'
import type { Caller, RequestSource, SignedIn, WithCookies } from '../signed-in'

/** The second factor of people with passwords: codes of an authenticator app, and backup codes. */
export interface TwoFactorService {
  state(person: SignedIn): Promise<TwoFactorState>
  /** Makes a new key, which is asked for once a code was confirmed. Fails with `password-wrong`. */
  begin(body: OwnPassword, source: RequestSource): Promise<BeginTwoFactorAnswer>
  /** Turns it on and ends the person’s other sessions. Fails with `code-wrong`. */
  confirm(person: SignedIn, body: ConfirmTwoFactor, source: RequestSource): Promise<WithCookies<null>>
  /** Makes new backup codes; the former ones no longer work. Fails with `password-wrong`. */
  newBackupCodes(person: SignedIn, body: OwnPassword, source: RequestSource): Promise<readonly string[]>
  /** Fails with `password-wrong`. */
  turnOff(person: SignedIn, body: OwnPassword, source: RequestSource): Promise<WithCookies<null>>
  /**
   * Turns off the second factor of a member who has lost it. Fails with `forbidden` unless the caller could remove them
   * from every workspace that they are in.
   */
  reset(caller: Caller, userId: string): Promise<void>
}

interface TwoFactorServiceOptions {
  readonly context: TeamContext
  readonly auth: Auth
}

const begunSchema = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const backupCodesSchema = z.object({ backupCodes: z.array(z.string()) })

/** Creates the service for second factors; see `TwoFactorService`. */
export function createTwoFactorService({ context, auth }: TwoFactorServiceOptions): TwoFactorService {
  const { database, clock, pokes, publicOrigin } = context

  const noteOwn = async ({ userId }: SignedIn, ip: string | null, action: AuditAction): Promise<void> =>
    appendAuditEvent(database, { orgId: null, at: clock(), source: { kind: 'person', userId, ip }, action })

  return {
    state: async ({ userId }) => {
      const [user, account] = await Promise.all([
        database.selectFrom('user').where('id', '=', userId).select('twoFactorEnabled').executeTakeFirst(),
        database
          .selectFrom('account')
          .where('userId', '=', userId)
          .where('providerId', '=', 'credential')
          .select('id')
          .executeTakeFirst(),
      ])
      return { isOn: Boolean(user?.twoFactorEnabled), hasPassword: account !== undefined }
    },

    begin: async (body, { headers }) => {
      const issuer = `Tidemark (${new URL(publicOrigin).host})`
      const answer = await auth.post('/two-factor/enable', headers, { ...body, issuer })
      await mustBeOk(answer)
      const { totpURI: address, backupCodes } = begunSchema.parse(await answer.json())
      return { address, key: new URL(address).searchParams.get('secret') ?? '', backupCodes }
    },

    confirm: async (person, { code }, { headers, ip }) => {
      const check = () => auth.post('/two-factor/verify-totp', headers, { code })
      const answer = await checkCodeOnce(database, { userId: person.userId, code, at: clock() }, check)
      if (answer === 'used') throw codeUsed()
      await mustBeOk(answer)
      const setCookies = answer.headers.getSetCookie()
      // Whoever signed in before without a code has to do so again; better-auth has replaced this session.
      const kept = await auth.getSession(new Headers({ cookie: cookieOf(setCookies) }), { isRefreshed: false })
      await database
        .deleteFrom('session')
        .where('userId', '=', person.userId)
        .where('id', '!=', kept?.sessionId ?? person.sessionId)
        .execute()
      pokes.publishMembership(person.userId)
      await noteOwn(person, ip, 'two-factor-on')
      return { value: null, setCookies }
    },

    newBackupCodes: async (person, body, { headers, ip }) => {
      const answer = await auth.post('/two-factor/generate-backup-codes', headers, body)
      await mustBeOk(answer)
      await noteOwn(person, ip, 'backup-codes-created')
      return backupCodesSchema.parse(await answer.json()).backupCodes
    },

    turnOff: async (person, body, { headers, ip }) => {
      const answer = await auth.post('/two-factor/disable', headers, body)
      await mustBeOk(answer)
      pokes.publishMembership(person.userId)
      await noteOwn(person, ip, 'two-factor-off')
      return { value: null, setCookies: answer.headers.getSetCookie() }
    },

    reset: async ({ actor, ip }, userId) => {
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        const by = await presentRole(change.database, actor)
        const role = await getRole(change.database, actor.orgId, userId)
        if (!mayRemove(by, role ?? 'owner')) throw new TidemarkError('forbidden')
        if (role === undefined) throw new TidemarkError('not-found', { detail: userId })
        await mustManageElsewhere(change.database, actor.userId, userId)
        await deleteTwoFactor(change.database, userId)
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at: clock(),
          source: auditSourceOf(actor, ip),
          action: 'two-factor-reset',
          target: userId,
        })
      })
      pokes.publishMembership(userId)
    },
  }
}

/** An account is one for all workspaces, so an admin of one of them must not weaken it for the others. */
async function mustManageElsewhere(database: AccountDatabase, byUserId: string, userId: string): Promise<void> {
  const own = await listMemberships(database, byUserId)
  for (const { orgId, role } of await listMemberships(database, userId)) {
    const by = own.find((membership) => membership.orgId === orgId)?.role
    if (by === undefined || !mayRemove(by, role))
      throw new TidemarkError('forbidden', {
        detail: 'They are in other workspaces too. Ask who runs this server to turn it off: npm run user:reset.',
      })
  }
}

function cookieOf(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.split(';')[0]).join('; ')
}
