import { lowerRole, type Role } from '@tidemark/shared/access/roles'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mayChangeRole, mayManageMembers, mayRemove, whoGives } from '@tidemark/shared/members/member-rules'
import type { Actor } from '@tidemark/shared/access/actor'
import type { ChangeMember, Member } from '@tidemark/shared/members/member'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import type { AdmittedActor, Admission } from '@/server/base/admitted-actor'
import { appendAuditEvent, auditSourceOf } from '@/server/store/accounts/audit-log'
import type { Caller } from '../signed-in'

/**
 * Reads and changes members. Each change, its audit event and the workspace's new version are written in one
 * transaction.
 */
export interface MemberService {
  /**
   * Lists the workspaces that a session's person may listen to; empty if the session has ended. Cheap if many call at
   * once.
   */
  listHeard(sessionId: string): Promise<readonly HeardWorkspace[]>
  /** Lists members by name. E-mail addresses are included only for those who manage members. */
  list(actor: Actor): Promise<readonly Member[]>
  /** Fails with `forbidden`, `not-found` or `last-owner`. */
  change(caller: Caller, userId: string, change: ChangeMember): Promise<void>
  /** Removes a member. People may remove themselves, which is leaving. Fails like `change`. */
  remove(caller: Caller, userId: string): Promise<void>
}

/** Creates the service for a workspace's members and their roles; see `MemberService`. */
export function createMemberService(context: TeamContext): MemberService {
  const { database, clock, pokes } = context
  return {
    listHeard: createListenerCheck(context),

    list: async ({ orgId, role: ownRole }) => {
      const rows = await database
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.userId')
        .where('member.organizationId', '=', orgId)
        .select(['user.id as userId', 'user.name', 'user.email', 'member.role', 'member.createdAt'])
        .execute()
      return rows
        .map(({ createdAt, email, ...member }) => ({
          ...member,
          email: mayManageMembers(ownRole) ? email : null,
          joinedAt: new Date(createdAt).getTime(),
        }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.userId < b.userId ? -1 : 1))
    },

    change: async ({ actor, ip }, userId, { role: to }) => {
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        // Read within the transaction, because the caller may have been demoted meanwhile.
        const by = await presentRole(change.database, actor)
        const from = await mustGetRole(change.database, actor.orgId, userId)
        if (!mayChangeRole(by, from, to)) throw new TidemarkError('forbidden', { detail: whoGives([from, to]) })
        if (from === to) return
        if (from === 'owner') await mustNotBeLastOwner(change.database, actor.orgId)
        await change.database
          .updateTable('member')
          .set({ role: to })
          .where('organizationId', '=', actor.orgId)
          .where('userId', '=', userId)
          .execute()
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at: clock(),
          source: auditSourceOf(actor, ip),
          action: 'member-role-changed',
          target: userId,
          detail: { from, to },
        })
      })
      pokes.publishMembership(userId)
    },

    remove: async ({ actor, ip }, userId) => {
      const isLeaving = userId === actor.userId && actor.kind === 'person'
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        const by = await presentRole(change.database, actor)
        const role = await mustGetRole(change.database, actor.orgId, userId)
        if (!isLeaving && !mayRemove(by, role)) throw new TidemarkError('forbidden', { detail: whoGives([role]) })
        if (role === 'owner') await mustNotBeLastOwner(change.database, actor.orgId)
        await change.database
          .deleteFrom('member')
          .where('organizationId', '=', actor.orgId)
          .where('userId', '=', userId)
          .execute()
        await change.database
          .deleteFrom('api_token')
          .where('org', '=', actor.orgId)
          .where('user_id', '=', userId)
          .execute()
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at: clock(),
          source: auditSourceOf(actor, ip),
          action: isLeaving ? 'member-left' : 'member-removed',
          target: userId,
          detail: { role },
        })
      })
      pokes.publishMembership(userId)
    },
  }
}

/**
 * Returns the actor's role as the transaction sees it, limited by the actor's own: a token may have less. Fails with
 * `forbidden`, or with `not-signed-in` or `token-invalid` if the session or token no longer exists.
 */
export async function presentRole(
  database: AccountDatabase,
  { orgId, userId, role, kind, admittedBy }: AdmittedActor,
): Promise<Role> {
  const [present] = await Promise.all([
    getRole(database, orgId, userId),
    admittedBy === undefined ? undefined : mustStillAdmit(database, admittedBy),
  ])
  if (present === undefined) throw new TidemarkError('forbidden')
  return kind === 'token' ? lowerRole(present, role) : present
}

async function mustStillAdmit(database: AccountDatabase, { kind, id }: Admission): Promise<void> {
  switch (kind) {
    case 'session':
      if ((await database.selectFrom('session').where('id', '=', id).select('id').executeTakeFirst()) === undefined)
        throw new TidemarkError('not-signed-in')
      return
    case 'token':
      if ((await database.selectFrom('api_token').where('id', '=', id).select('id').executeTakeFirst()) === undefined)
        throw new TidemarkError('token-invalid')
  }
}

async function mustGetRole(database: AccountDatabase, orgId: string, userId: string): Promise<Role> {
  const role = await getRole(database, orgId, userId)
  if (role === undefined) throw new TidemarkError('not-found', { detail: userId })
  return role
}

async function getRole(database: AccountDatabase, orgId: string, userId: string): Promise<Role | undefined> {
  const member = await database
    .selectFrom('member')
    .where('organizationId', '=', orgId)
    .where('userId', '=', userId)
    .select('role')
    .executeTakeFirst()
  return member?.role
}

async function mustNotBeLastOwner(database: AccountDatabase, orgId: string): Promise<void> {
  const owners = await database
    .selectFrom('member')
    .where('organizationId', '=', orgId)
    .where('role', '=', 'owner')
    .select('id')
    .limit(2)
    .execute()
  if (owners.length < 2) throw new TidemarkError('last-owner')
}

/** A workspace that a person may listen to, with their role in it. */
interface HeardWorkspace {
  readonly orgId: string
  readonly role: Role
}

interface ListenerCheckOptions {
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

interface Waiting {
  readonly resolve: (heard: readonly HeardWorkspace[]) => void
  readonly reject: (reason: unknown) => void
}

/** The most parameters of one statement: SQLite allows 32,766, PostgreSQL twice as many. */
const maxSessions = 5_000

/**
 * Creates the function behind `listHeard`. All calls in one turn of the event loop share a statement. After a change
 * every stream of a workspace asks, and separate statements would block the store for seconds.
 */
function createListenerCheck({
  database,
  clock,
}: ListenerCheckOptions): (sessionId: string) => Promise<readonly HeardWorkspace[]> {
  const waitingBySession = new Map<string, Waiting[]>()

  const answer = async (asked: ReadonlyMap<string, readonly Waiting[]>): Promise<void> => {
    try {
      const heard = await heardBySession([...asked.keys()])
      for (const [sessionId, waiting] of asked) for (const { resolve } of waiting) resolve(heard.get(sessionId) ?? [])
    } catch (thrown) {
      for (const waiting of asked.values()) for (const { reject } of waiting) reject(thrown)
    }
  }

  const heardBySession = async (
    sessionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly HeardWorkspace[]>> => {
    const found = new Map<string, HeardWorkspace[]>()
    for (let from = 0; from < sessionIds.length; from += maxSessions) {
      const rows = await database
        .selectFrom('session')
        .innerJoin('member', 'member.userId', 'session.userId')
        .where('session.id', 'in', sessionIds.slice(from, from + maxSessions))
        .select(['session.id', 'session.expiresAt', 'member.organizationId as orgId', 'member.role'])
        .execute()
      for (const { id, expiresAt, orgId, role } of rows) {
        if (new Date(expiresAt).getTime() <= clock()) continue
        const heard = found.get(id) ?? []
        found.set(id, heard)
        heard.push({ orgId, role })
      }
    }
    return found
  }

  return (sessionId) =>
    new Promise((resolve, reject) => {
      if (waitingBySession.size === 0) {
        setImmediate(() => {
          const asked = new Map(waitingBySession)
          waitingBySession.clear()
          void answer(asked)
        })
      }
      const waiting = waitingBySession.get(sessionId) ?? []
      waitingBySession.set(sessionId, waiting)
      waiting.push({ resolve, reject })
    })
}
