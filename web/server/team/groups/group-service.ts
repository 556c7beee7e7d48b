import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { maxGroups, type ChangeGroup, type CreateGroup, type PeopleGroup } from '@tidemark/shared/groups/people-group'
import { mayManageMembers, whoGives } from '@tidemark/shared/members/member-rules'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { appendAuditEvent, auditSourceOf, type NewAuditEvent } from '@/server/store/accounts/audit-log'
import { parseGroups } from '@/server/base/admitted-actor'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import { presentRole } from '../members/member-service'
import type { Caller } from '../signed-in'
import { listGroups } from './list-groups'

/**
 * Changes the groups of people of a workspace, for those who manage members. Each change, its audit event and the
 * workspace's new version are written in one transaction, so that pulls after it have the new rights.
 */
export interface GroupService {
  /** Fails with `forbidden`, `group-name-taken`, `too-many-groups`, or `not-found` for who is no member. */
  create(caller: Caller, body: CreateGroup): Promise<PeopleGroup>
  /** Fails like `create`, and with `group-from-provider`. */
  change(caller: Caller, id: string, body: ChangeGroup): Promise<void>
  /** Fails with `forbidden` or `not-found`. Lists that name the group admit nobody by it from then on. */
  remove(caller: Caller, id: string): Promise<void>
}

export function createGroupService(context: TeamContext): GroupService {
  const { clock, pokes } = context

  /** Writes a change, and tells those who have joined or left the group. */
  const write = async <T>({ actor, ip }: Caller, run: (change: GroupChange) => Promise<T>): Promise<T> => {
    const { orgId, userId } = actor
    const moved = new Set<string>()
    const value = await writeOrg(context, orgId, userId, async ({ database }) => {
      // Read within the transaction, because the caller may have been demoted meanwhile.
      if (!mayManageMembers(await presentRole(database, actor)))
        throw new TidemarkError('forbidden', { detail: whoGives([]) })
      const source = auditSourceOf(actor, ip)
      const groups = await listGroups(database, orgId)
      return await run({ database, groups, moved, event: { orgId, at: clock(), source } })
    })
    for (const moving of moved) pokes.publishMembership(moving)
    return value
  }

  return {
    create: (caller, { name, userIds }) =>
      write(caller, async (change) => {
        const { groups } = change
        if (groups.length >= maxGroups) throw new TidemarkError('too-many-groups')
        mustBeFree(groups, name)
        const group = await insertGroup(change, { name })
        await moveMembers(change, group, { add: userIds, remove: [] })
        return group
      }),

    change: (caller, id, { name, add = [], remove = [] }) =>
      write(caller, async (change) => {
        const { database, groups, event } = change
        const group = mustFind(groups, id)
        if (group.isFromProvider) throw new TidemarkError('group-from-provider')
        if (name !== undefined && name !== group.name) {
          mustBeFree(
            groups.filter((other) => other !== group),
            name,
          )
          await database.updateTable('people_group').set({ name }).where('id', '=', id).execute()
          const detail = { name, from: group.name }
          await appendAuditEvent(database, { ...event, action: 'group-renamed', target: id, detail })
        }
        await moveMembers(change, { id, name: name ?? group.name }, { add, remove })
      }),

    remove: (caller, id) =>
      write(caller, async (change) => {
        const { database, groups, event } = change
        const { name } = mustFind(groups, id)
        await moveMembers(change, { id, name }, { add: [], remove: 'all' })
        await database.deleteFrom('people_group').where('id', '=', id).execute()
        await appendAuditEvent(database, { ...event, action: 'group-deleted', target: id, detail: { name } })
      }),
  }
}

/**
 * A change in its transaction. groups: those of the workspace before it. moved: takes the user ids of who joins or
 * leaves. event: where its audit events come from, with what they all tell.
 */
export interface GroupChange {
  readonly database: AccountDatabase
  readonly groups: readonly PeopleGroup[]
  readonly moved: Set<string>
  readonly event: Pick<NewAuditEvent, 'at' | 'source' | 'detail'> & { readonly orgId: string }
}

function mustFind(groups: readonly PeopleGroup[], id: string): PeopleGroup {
  const group = groups.find((one) => one.id === id)
  if (group === undefined) throw new TidemarkError('not-found', { detail: 'No group of this workspace.' })
  return group
}

function mustBeFree(groups: readonly PeopleGroup[], name: string): void {
  if (groups.some((group) => isSameName(group.name, name))) throw new TidemarkError('group-name-taken')
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Makes an empty group. */
export async function insertGroup(
  { database, event }: GroupChange,
  { name, isFromProvider = false }: Pick<PeopleGroup, 'name' | 'isFromProvider'>,
): Promise<PeopleGroup> {
  const group = { id: newId(), name }
  await database
    .insertInto('people_group')
    .values({ ...group, org: event.orgId, created_at: event.at, from_provider: isFromProvider || null })
    .execute()
  const detail = { ...event.detail, name }
  await appendAuditEvent(database, { ...event, action: 'group-created', target: group.id, detail })
  return group
}

/** The user ids of who comes into a group and who leaves it. */
interface Move {
  readonly add: readonly string[]
  readonly remove: readonly string[] | 'all'
}

/** Puts members into a group and out of it. Fails with `not-found` if one to add is no member. */
export async function moveMembers(
  { database, moved, event }: GroupChange,
  { id, name }: PeopleGroup,
  { add, remove }: Move,
): Promise<void> {
  const members = await database
    .selectFrom('member')
    .where('organizationId', '=', event.orgId)
    .select(['userId', 'groups'])
    .execute()
  const known = new Set(members.map(({ userId }) => userId))
  if (add.some((userId) => !known.has(userId)))
    throw new TidemarkError('not-found', { detail: 'Somebody to add is no member of this workspace.' })
  for (const { userId, groups } of members) {
    const before = parseGroups(groups)
    const isIn = before.includes(id)
    const isWanted = add.includes(userId) || (isIn && remove !== 'all' && !remove.includes(userId))
    if (isIn === isWanted) continue
    const after = isWanted ? [...before, id] : before.filter((other) => other !== id)
    await database
      .updateTable('member')
      .set({ groups: after.length === 0 ? null : JSON.stringify(after) })
      .where('organizationId', '=', event.orgId)
      .where('userId', '=', userId)
      .execute()
    const action = isWanted ? 'group-member-added' : 'group-member-removed'
    await appendAuditEvent(database, { ...event, action, target: userId, detail: { ...event.detail, name } })
    moved.add(userId)
  }
}
