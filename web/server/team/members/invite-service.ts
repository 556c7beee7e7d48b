import type { Role } from '@tidemark/shared/access/roles'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type {
  Invite,
  AcceptInvite,
  CreateInvite,
  CreatedInvite,
  InviteList,
  InviteOffer,
} from '@tidemark/shared/members/invite'
import { mayManageMembers, rolesToGive, whoGives } from '@tidemark/shared/members/member-rules'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import type { Actor } from '@tidemark/shared/access/actor'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { mustBeOk } from '../accounts/auth-errors'
import type { Auth } from '../accounts/create-auth'
import { hashOfToken, newLinkToken } from '../accounts/link-token'
import { workspaceNameOf } from '../accounts/memberships'
import { createPerson, findPersonByEmail } from '../accounts/people'
import { sessionCookies } from '../accounts/session-cookies'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import { appendAuditEvent, auditSourceOf } from '@/server/store/accounts/audit-log'
import { logFailure } from '@/server/observability/log-failure'
import { presentRole } from './member-service'
import type { Caller, RequestSource, SignedIn, WithCookies } from '../signed-in'
import type { Mailer } from '@/server/jobs/deliveries/mailer'

export interface InviteService {
  list(actor: Actor): Promise<InviteList>
  /** Fails with `forbidden` or `already-member`. */
  create(caller: Caller, body: CreateInvite): Promise<CreatedInvite>
  revoke(caller: Caller, id: string): Promise<void>
  /** Returns the invite's details for the holder of a link. Fails with `link-invalid`. */
  look(token: string, person: SignedIn | null): Promise<InviteOffer>
  /**
   * Fails with `link-invalid`, `not-signed-in`, `account-exists`, `password-sign-in-off`, `forbidden` or
   * `already-member`.
   */
  accept(body: AcceptInvite, person: SignedIn | null, source: RequestSource): Promise<WithCookies<WorkspaceSummary>>
}

interface InviteServiceOptions {
  readonly context: TeamContext
  /** False if people sign in through an identity provider alone, which then makes their accounts. */
  readonly takesPasswords: boolean
  readonly auth: Auth
}

const maxAgeMs = 7 * 24 * 3600_000
/** How long an expired invite stays listed, so that the inviter sees that it was not accepted. */
const listedAfterEndMs = 30 * 24 * 3600_000

/** Creates the service for invites by link or mail; see `InviteService`. */
export function createInviteService({ context, takesPasswords, auth }: InviteServiceOptions): InviteService {
  const { database, store, clock, publicOrigin, mailer, log, pokes } = context

  const nextStep = async ({ email }: OpenInvite, person: SignedIn | null) => {
    if (person !== null) return person.email === email ? 'join' : 'wrong-account'
    return takesPasswords && (await findPersonByEmail(database, email)) === undefined ? 'sign-up' : 'sign-in'
  }

  const nameOf = async (offer: OpenInvite) => (await workspaceNameOf(store, offer.orgId)) ?? offer.firstName

  return {
    list: async (actor) => {
      if (!mayManageMembers(actor.role)) throw new TidemarkError('forbidden')
      const rows = await database
        .selectFrom('invitation')
        .leftJoin('member', (on) =>
          on
            .onRef('member.organizationId', '=', 'invitation.organizationId')
            .onRef('member.userId', '=', 'invitation.inviterId'),
        )
        .where('invitation.organizationId', '=', actor.orgId)
        .where('invitation.status', '=', 'pending')
        .select([
          'invitation.id',
          'invitation.email',
          'invitation.role',
          'invitation.inviterId',
          'invitation.createdAt',
          'invitation.expiresAt',
          'member.role as inviterRole',
        ])
        .execute()
      const invites = rows.map(({ inviterId, inviterRole, createdAt, expiresAt, ...invite }): Invite => ({
        ...invite,
        invitedBy: inviterId,
        createdAt: new Date(createdAt).getTime(),
        expiresAt: new Date(expiresAt).getTime(),
        inviterMay: inviterRole !== null && rolesToGive(inviterRole).includes(invite.role),
      }))
      const listed = invites
        .filter(({ expiresAt }) => expiresAt > clock() - listedAfterEndMs)
        .sort((a, b) => b.createdAt - a.createdAt)
      return { invites: listed, hasMail: mailer !== null }
    },

    create: async ({ actor, ip }, { email, role, byMail = true }) => {
      const [id, token, at] = [newId(), newLinkToken(), clock()]
      const expiresAt = at + maxAgeMs
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        const by = await presentRole(change.database, actor)
        mustGive(by, role)
        const member = await change.database
          .selectFrom('member')
          .innerJoin('user', 'user.id', 'member.userId')
          .where('member.organizationId', '=', actor.orgId)
          .where('user.email', '=', email)
          .select('member.id')
          .executeTakeFirst()
        if (member !== undefined) throw new TidemarkError('already-member')
        // A new invite ends the open ones, so who makes it must be one who may revoke them.
        const open = await change.database
          .selectFrom('invitation')
          .where('organizationId', '=', actor.orgId)
          .where('email', '=', email)
          .where('status', '=', 'pending')
          .select(['role', 'expiresAt'])
          .execute()
        for (const former of open) if (new Date(former.expiresAt).getTime() > at) mustGive(by, former.role)
        await change.database
          .updateTable('invitation')
          .set({ status: 'canceled' })
          .where('organizationId', '=', actor.orgId)
          .where('email', '=', email)
          .where('status', '=', 'pending')
          .execute()
        await change.database
          .insertInto('invitation')
          .values({
            id,
            organizationId: actor.orgId,
            email,
            role,
            status: 'pending',
            expiresAt: new Date(expiresAt),
            createdAt: new Date(at),
            inviterId: actor.userId,
            tokenHash: hashOfToken(token),
          })
          .execute()
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at,
          source: auditSourceOf(actor, ip),
          action: 'invite-created',
          target: id,
          detail: { email, role },
        })
      })
      const invite: Invite = { id, email, role, invitedBy: actor.userId, createdAt: at, expiresAt, inviterMay: true }
      const link = `${publicOrigin}/invite#${token}`
      if (!byMail) return { invite, link, mail: 'not-asked' }
      if (mailer === null) return { invite, link, mail: 'not-set-up' }
      try {
        const offer = await mustGetOpenInvite(database, token, at)
        await sendInvite(mailer, { to: email, link, invitedBy: offer.inviterName, workspaceName: await nameOf(offer) })
        return { invite, link: null, mail: 'sent' }
      } catch (err) {
        logFailure(log, err, {}, 'An invite could not be sent by mail.')
        return { invite, link, mail: 'failed' }
      }
    },

    revoke: async ({ actor, ip }, id) => {
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        const by = await presentRole(change.database, actor)
        if (!mayManageMembers(by)) throw new TidemarkError('forbidden')
        const open = await change.database
          .selectFrom('invitation')
          .where('id', '=', id)
          .where('organizationId', '=', actor.orgId)
          .where('status', '=', 'pending')
          .select(['email', 'role'])
          .executeTakeFirst()
        if (open === undefined) throw new TidemarkError('not-found')
        mustGive(by, open.role)
        await change.database.updateTable('invitation').set({ status: 'canceled' }).where('id', '=', id).execute()
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at: clock(),
          source: auditSourceOf(actor, ip),
          action: 'invite-revoked',
          target: id,
          detail: { email: open.email, role: open.role },
        })
      })
    },

    look: async (token, person) => {
      const offer = await mustGetOpenInvite(database, token, clock())
      return {
        workspaceName: await nameOf(offer),
        invitedBy: offer.inviterName,
        email: offer.email,
        role: offer.role,
        next: await nextStep(offer, person),
      }
    },

    accept: async ({ token, account }, person, source) => {
      const at = clock()
      const offer = await mustGetOpenInvite(database, token, at)
      const next = await nextStep(offer, person)
      switch (next) {
        case 'sign-in':
          if (account !== undefined && !takesPasswords) throw new TidemarkError('password-sign-in-off')
          throw account === undefined ? new TidemarkError('not-signed-in') : new TidemarkError('account-exists')
        case 'wrong-account':
          throw new TidemarkError('forbidden', { detail: `This invite is for ${offer.email}.` })
        case 'sign-up':
        case 'join':
      }
      if (next === 'sign-up' && account === undefined)
        throw new TidemarkError('invalid-request', { detail: 'Your name and a password are needed.' })
      const userId = person?.userId ?? newId()
      const passwordHash = next === 'sign-up' ? await auth.hashPassword(account?.password ?? '') : null
      const slug = await writeOrg(context, offer.orgId, userId, async (change) => {
        // The inviter may have lost their rights while the password was hashed.
        await mustGetOpenInvite(change.database, token, at)
        const used = await change.database
          .updateTable('invitation')
          .set({ status: 'accepted' })
          .where('id', '=', offer.id)
          .where('status', '=', 'pending')
          .executeTakeFirst()
        // The invite has just been accepted or revoked by another request.
        if (used.numUpdatedRows === 0n) throw new TidemarkError('link-invalid')
        if (passwordHash !== null) {
          const name = account?.name ?? ''
          await createPerson(change.database, { id: userId, name, email: offer.email, passwordHash, at })
        }
        await join(change.database, offer, userId, at)
        await appendAuditEvent(change.database, {
          orgId: offer.orgId,
          at,
          source: { kind: 'person', userId, ip: source.ip },
          action: 'invite-accepted',
          target: offer.id,
          detail: { email: offer.email, role: offer.role },
        })
        return offer.slug
      })
      pokes.publishMembership(userId)
      const value = { id: offer.orgId, slug, name: await nameOf(offer), role: offer.role }
      if (passwordHash === null) return { value, setCookies: person?.setCookies ?? [] }
      const answer = await auth.signIn(source.headers, { email: offer.email, password: account?.password ?? '' })
      await mustBeOk(answer)
      return { value, setCookies: sessionCookies(answer) }
    },
  }
}

interface OpenInvite {
  readonly id: string
  readonly orgId: string
  readonly slug: string
  readonly firstName: string
  readonly email: string
  readonly role: Role
  readonly inviterId: string
  readonly inviterName: string | null
}

/**
 * Returns the valid invite of a link. The inviter must still have the right to invite, so a removed admin's link is
 * invalid. Fails with `link-invalid`.
 */
async function mustGetOpenInvite(database: AccountDatabase, token: string, at: number): Promise<OpenInvite> {
  const found = await database
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organizationId')
    .innerJoin('user', 'user.id', 'invitation.inviterId')
    .innerJoin('member', (on) =>
      on
        .onRef('member.organizationId', '=', 'invitation.organizationId')
        .onRef('member.userId', '=', 'invitation.inviterId'),
    )
    .where('invitation.tokenHash', '=', hashOfToken(token))
    .where('invitation.status', '=', 'pending')
    .select([
      'invitation.id',
      'invitation.organizationId as orgId',
      'organization.slug',
      'organization.name as firstName',
      'invitation.email',
      'invitation.role',
      'invitation.expiresAt',
      'invitation.inviterId',
      'user.name as inviterName',
      'member.role as inviterRole',
    ])
    .executeTakeFirst()
  if (found === undefined || new Date(found.expiresAt).getTime() <= at) throw new TidemarkError('link-invalid')
  if (!rolesToGive(found.inviterRole).includes(found.role)) throw new TidemarkError('link-invalid')
  return found
}

async function join(database: AccountDatabase, { orgId, role }: OpenInvite, userId: string, at: number): Promise<void> {
  const member = await database
    .selectFrom('member')
    .where('organizationId', '=', orgId)
    .where('userId', '=', userId)
    .select('id')
    .executeTakeFirst()
  if (member !== undefined) throw new TidemarkError('already-member')
  await database
    .insertInto('member')
    .values({ id: newId(), organizationId: orgId, userId, role, createdAt: new Date(at) })
    .execute()
}

function mustGive(by: Role, role: Role): void {
  if (!rolesToGive(by).includes(role)) throw new TidemarkError('forbidden', { detail: whoGives([role]) })
}

interface InviteMail {
  readonly to: string
  readonly link: string
  readonly invitedBy: string | null
  readonly workspaceName: string
}

/** Sends an invite. Fails if the mail server does not accept it. */
async function sendInvite(mailer: Mailer, { to, link, invitedBy, workspaceName }: InviteMail): Promise<void> {
  const who = invitedBy === null ? 'Somebody' : oneLine(invitedBy)
  await mailer.send({
    to,
    subject: `Join ${oneLine(workspaceName)} on Tidemark`,
    text: `${who} has invited you to the workspace “${oneLine(workspaceName)}” on Tidemark.

Open this link to join. It works once, within 7 days:

${link}

If you do not know what this is about, you can ignore this mail.
`,
  })
}

/** Joins lines, because people choose these names and could make them look like a paragraph of our mail. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
