import { lowerRole, type Role } from '@tidemark/shared/access/roles'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mayChangeRole, mayManageMembers, mayRemove, whoGives } from '@tidemark/shared/members/member-rules'
import type { Actor } from '@tidemark/shared/access/actor'
import type { ChangeMember, MemberList } from '@tidemark/shared/members/member'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Attributes } from '@tidemark/shared/access/attributes'
import { jsonEqual } from '@tidemark/shared/base/json'
import { listGroups } from '../groups/list-groups'
import { lacksTwoFactor } from '../accounts/lacks-two-factor'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import {
  memberActor,
  parseAttributes,
  parseGroups,
  type AdmittedActor,
  type Admission,
  type StoredMember,
} from '@/server/base/admitted-actor'
import { appendAuditEvent, auditSourceOf, type NewAuditEvent } from '@/server/store/accounts/audit-log'
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
  /** Lists members by name. E-mail addresses and attributes are included only for those who manage members. */
  list(actor: Actor): Promise<MemberList>
  /** Returns a member as the actor of what they ask for, with their name. Fails with `not-found`. */
  getActor(orgId: string, userId: string): Promise<{ readonly actor: Actor; readonly name: string }>
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

    getActor: async (orgId, userId) => {
      const found = await database
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.userId')
        .where('member.organizationId', '=', orgId)
        .where('member.userId', '=', userId)
        .select(['user.name', 'user.email', 'member.role', 'member.attributes', 'member.groups'])
        .executeTakeFirst()
      if (found === undefined) throw new TidemarkError('not-found', { detail: 'No member of this workspace.' })
      return { actor: memberActor({ ...found, orgId, userId }), name: found.name }
    },

    list: async (actor) => {
      const { orgId, role: ownRole } = actor
      const rows = await database
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.userId')
        .where('member.organizationId', '=', orgId)
        .select(['user.id as userId', 'user.name', 'user.email', 'member.role', 'member.createdAt'])
        .select(['member.attributes', 'member.groups', 'user.twoFactorEnabled'])
        .execute()
      const mayManage = mayManageMembers(ownRole)
      const organization = await database
        .selectFrom('organization')
        .where('id', '=', orgId)
        .select('requiresTwoFactor')
        .executeTakeFirst()
      const all = rows.map(({ createdAt, attributes, groups, twoFactorEnabled, ...member }) => ({
        ...member,
        groups: parseGroups(groups),
        hasTwoFactor: Boolean(twoFactorEnabled),
        attributes: parseAttributes(attributes),
        joinedAt: new Date(createdAt).getTime(),
      }))
      return {
        members: all
          .map(({ email, attributes, hasTwoFactor, ...member }) => ({
            ...member,
            ...(mayManage ? { hasTwoFactor } : {}),
            email: mayManage ? email : null,
            attributes: mayManage || member.userId === actor.userId ? attributes : null,
          }))
          .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.userId < b.userId ? -1 : 1)),
        attributeNames: isAllowed(actor, { do: 'edit-content' })
          ? [...new Set(all.flatMap(({ attributes }) => Object.keys(attributes)))].sort()
          : [],
        groups: await listGroups(database, orgId),
        requiresTwoFactor: Boolean(organization?.requiresTwoFactor),
      }
    },

    change: async ({ actor, ip }, userId, { role, attributes }) => {
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        // Read within the transaction, because the caller may have been demoted meanwhile.
        const by = await presentRole(change.database, actor)
        const from = await mustGetRole(change.database, actor.orgId, userId)
        const event = { orgId: actor.orgId, at: clock(), source: auditSourceOf(actor, ip), target: userId }
        if (role !== undefined) await changeRole(change.database, event, { by, from, to: role })
        if (attributes === undefined) return
        if (!mayManageMembers(by)) throw new TidemarkError('forbidden', { detail: whoGives([]) })
        await changeAttributes(change.database, event, attributes)
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
        await deleteMember(change.database, actor.orgId, userId)
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

/** Deletes a membership and the API tokens of that person in the workspace. */
export async function deleteMember(database: AccountDatabase, orgId: string, userId: string): Promise<void> {
  await database.deleteFrom('member').where('organizationId', '=', orgId).where('userId', '=', userId).execute()
  await database.deleteFrom('api_token').where('org', '=', orgId).where('user_id', '=', userId).execute()
}

/** A change of a member as the audit log has it. target: the member's user id. */
type MemberEvent = Pick<NewAuditEvent, 'at' | 'source'> & { readonly orgId: string; readonly target: string }

/** by: the caller's role; from, to: the member's. Fails with `forbidden` or `last-owner`. */
async function changeRole(
  database: AccountDatabase,
  event: MemberEvent,
  { by, from, to }: { readonly by: Role; readonly from: Role; readonly to: Role },
): Promise<void> {
  if (!mayChangeRole(by, from, to)) throw new TidemarkError('forbidden', { detail: whoGives([from, to]) })
  if (from === to) return
  if (from === 'owner') await mustNotBeLastOwner(database, event.orgId)
  await database
    .updateTable('member')
    .set({ role: to })
    .where('organizationId', '=', event.orgId)
    .where('userId', '=', event.target)
    .execute()
  await appendAuditEvent(database, { ...event, action: 'member-role-changed', detail: { from, to } })
}

async function changeAttributes(database: AccountDatabase, event: MemberEvent, attributes: Attributes): Promise<void> {
  const stored = await database
    .selectFrom('member')
    .where('organizationId', '=', event.orgId)
    .where('userId', '=', event.target)
    .select('attributes')
    .executeTakeFirst()
  const before = parseAttributes(stored?.attributes ?? null)
  if (jsonEqual(before, attributes)) return
  await database
    .updateTable('member')
    .set({ attributes: Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes) })
    .where('organizationId', '=', event.orgId)
    .where('userId', '=', event.target)
    .execute()
  const detail = { from: loggedOf(before, attributes), to: loggedOf(attributes, before) }
  await appendAuditEvent(database, { ...event, action: 'member-attributes-changed', detail })
}

/** The most characters of an attribute's values in a line of the log. */
const longestLogged = 300

/** Returns the attributes that differ from `others`, each as one text. */
function loggedOf(attributes: Attributes, others: Attributes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name, values]) => !jsonEqual(values, others[name]))
      .map(([name, values]) => [name, values.join(', ').slice(0, longestLogged)]),
  )
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

export async function getRole(database: AccountDatabase, orgId: string, userId: string): Promise<Role | undefined> {
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

/** A workspace that a person may listen to, with what makes them an actor in it. */
type HeardWorkspace = Omit<StoredMember, 'userId'>

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
        .innerJoin('user', 'user.id', 'session.userId')
        .innerJoin('organization', 'organization.id', 'member.organizationId')
        .where('session.id', 'in', sessionIds.slice(from, from + maxSessions))
        .select(['session.id', 'session.expiresAt', 'member.organizationId as orgId', 'member.role'])
        .select(['user.name', 'user.email', 'member.attributes', 'member.groups'])
        .select(['session.provider', 'user.twoFactorEnabled', 'organization.requiresTwoFactor'])
        .execute()
      for (const { id, expiresAt, provider, twoFactorEnabled, requiresTwoFactor, ...member } of rows) {
        if (new Date(expiresAt).getTime() <= clock()) continue
        if (lacksTwoFactor({ provider, twoFactorEnabled, requiresTwoFactor })) continue
        const heard = found.get(id) ?? []
        found.set(id, heard)
        heard.push(member)
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
