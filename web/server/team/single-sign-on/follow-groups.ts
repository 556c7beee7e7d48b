import { groupNameSchema, maxGroups, type PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { GroupRule } from '@/server/base/single-sign-on-settings'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import { insertGroup, isSameName, moveMembers, type GroupChange } from '../groups/group-service'
import { groupsOfMember, listGroups } from '../groups/list-groups'
import { getRole } from '../members/member-service'
import { rulesByOrg, type SigningIn } from './follow-roles'

/**
 * Puts a person into the groups of people that the rules name for theirs at the provider, and out of its other groups,
 * in each workspace that they are a member of. Groups made by hand stay as admins left them, but for one that a rule
 * names: that one is the provider’s from then on.
 */
export async function followGroups(
  context: TeamContext,
  rules: readonly GroupRule[],
  { userId, groups: groupsThere, ip }: SigningIn,
): Promise<void> {
  if (rules.length === 0) return
  const { database, clock, log, pokes } = context
  for (const { orgId, own } of await rulesByOrg(database, rules)) {
    const wanted = wantedGroups(own, groupsThere)
    const plan = async (among: AccountDatabase) =>
      planMoves(wanted, await listGroups(among, orgId), await groupsOfMember(among, orgId, userId))
    if ((await getRole(database, orgId, userId)) === undefined) continue
    const { leftOut, isDone } = await plan(database)
    if (leftOut.length > 0) log.info({ orgId, leftOut }, 'Groups of the identity provider were left out.')
    if (isDone) continue
    const source = { kind: 'server', userId: null, ip } as const
    await writeOrg(context, orgId, userId, async (written) => {
      if ((await getRole(written.database, orgId, userId)) === undefined) return
      const groups = await listGroups(written.database, orgId)
      const event = { orgId, at: clock(), source, detail: { by: 'groups' } }
      const change = { database: written.database, groups, moved: new Set<string>(), event }
      // Planned again, because a sign-in of somebody else may have made a group meanwhile.
      const { make, handOver, join, leave } = await plan(written.database)
      for (const group of handOver) await handOverGroup(change, group)
      const made: PeopleGroup[] = []
      for (const name of make) made.push(await insertGroup(change, { name, isFromProvider: true }))
      for (const group of [...join, ...made]) await moveMembers(change, group, { add: [userId], remove: [] })
      for (const group of leave) await moveMembers(change, group, { add: [], remove: [userId] })
    })
    pokes.publishMembership(userId)
  }
}

/** Gives groups that no rule is about any more back to the admins. Runs at the start of a server. */
export async function releaseGroups(database: AccountDatabase, rules: readonly GroupRule[]): Promise<void> {
  for (const { orgId, own } of await rulesByOrg(database, rules)) {
    if (own.some(({ group }) => group === null)) continue
    for (const { id, name, isFromProvider = false } of await listGroups(database, orgId)) {
      if (!isFromProvider || own.some((rule) => rule.name !== null && isSameName(rule.name, name))) continue
      await database.updateTable('people_group').set({ from_provider: null }).where('id', '=', id).execute()
    }
  }
}

/** A group of people that somebody should be in. isNamed: true if a rule names it. */
interface WantedGroup {
  readonly name: string
  readonly isNamed: boolean
}

function wantedGroups(rules: readonly GroupRule[], groupsThere: readonly string[]): readonly WantedGroup[] {
  const takesAll = rules.some(({ group }) => group === null)
  return groupsThere.flatMap<WantedGroup>((there) => {
    const own = rules.filter(({ group }) => group === there)
    if (own.length > 0) return own.map(({ name }) => ({ name: name ?? there, isNamed: true }))
    return takesAll ? [{ name: there, isNamed: false }] : []
  })
}

/** Returns what is to be done until somebody is in the wanted groups, and in no other one of the provider. */
function planMoves(wanted: readonly WantedGroup[], groups: readonly PeopleGroup[], ids: readonly string[]) {
  const make: string[] = []
  const handOver: PeopleGroup[] = []
  const right = new Set<PeopleGroup>()
  const leftOut: string[] = []
  for (const { name: given, isNamed } of wanted) {
    const name = groupNameSchema.safeParse(given).data
    const present = groups.find((group) => name !== undefined && isSameName(group.name, name))
    if (present !== undefined && (present.isFromProvider === true || isNamed)) {
      if (present.isFromProvider !== true && !right.has(present)) handOver.push(present)
      right.add(present)
    } else if (present !== undefined || name === undefined) leftOut.push(given)
    else if (make.some((other) => isSameName(other, name))) continue
    else if (groups.length + make.length < maxGroups) make.push(name)
    else leftOut.push(given)
  }
  const join = [...right].filter(({ id }) => !ids.includes(id))
  const leave = groups.filter((group) => group.isFromProvider === true && ids.includes(group.id) && !right.has(group))
  const isDone = make.length + handOver.length + join.length + leave.length === 0
  return { make, handOver, join, leave, leftOut, isDone }
}

async function handOverGroup({ database, event }: GroupChange, { id, name }: PeopleGroup): Promise<void> {
  await database.updateTable('people_group').set({ from_provider: true }).where('id', '=', id).execute()
  const detail = { ...event.detail, name }
  await appendAuditEvent(database, { ...event, action: 'group-handed-over', target: id, detail })
}
