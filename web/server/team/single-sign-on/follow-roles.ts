import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'
import { newId } from '@tidemark/shared/base/ids'
import type { OfWorkspace, RoleRule } from '@/server/base/single-sign-on-settings'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import { deleteMember, getRole } from '../members/member-service'

/** A workspace that rules are about, with the role that they give; null is none. */
interface WantedRole {
  readonly orgId: string
  readonly role: Role | null
}

/** Somebody who signs in. groups: the names of theirs at the identity provider. */
export interface SigningIn {
  readonly userId: string
  readonly groups: readonly string[]
  readonly ip: string | null
}

/**
 * Gives a person the role of their groups in each workspace that a rule names: adds, changes and removes them as the
 * rules say. Owners stay as they are.
 */
export async function followRoles(
  context: TeamContext,
  rules: readonly RoleRule[],
  { userId, groups, ip }: SigningIn,
): Promise<void> {
  const { database, clock, pokes } = context
  for (const { orgId, role } of await wantedRoles(database, rules, groups)) {
    const isAsWanted = (present: Role | undefined) => present === 'owner' || (present ?? null) === role
    if (isAsWanted(await getRole(database, orgId, userId))) continue
    await writeOrg(context, orgId, userId, async (change) => {
      const at = clock()
      const present = await getRole(change.database, orgId, userId)
      if (isAsWanted(present)) return
      const source = { kind: 'server', userId: null, ip } as const
      const event = { orgId, at, source, target: userId }
      if (role === null) {
        await deleteMember(change.database, orgId, userId)
        const detail = { role: present ?? '', by: 'groups' }
        await appendAuditEvent(change.database, { ...event, action: 'member-removed', detail })
      } else if (present === undefined) {
        await change.database
          .insertInto('member')
          .values({ id: newId(), organizationId: orgId, userId, role, createdAt: new Date(at) })
          .execute()
        await appendAuditEvent(change.database, { ...event, action: 'member-added', detail: { role, by: 'groups' } })
      } else {
        await change.database
          .updateTable('member')
          .set({ role })
          .where('organizationId', '=', orgId)
          .where('userId', '=', userId)
          .execute()
        const detail = { from: present, to: role, by: 'groups' }
        await appendAuditEvent(change.database, { ...event, action: 'member-role-changed', detail })
      }
    })
    pokes.publishMembership(userId)
  }
}

/** Returns true if the rules make somebody of these groups a member anywhere. */
export async function areAdmitted(
  database: AccountDatabase,
  rules: readonly RoleRule[],
  groups: readonly string[],
): Promise<boolean> {
  return (await wantedRoles(database, rules, groups)).some(({ role }) => role !== null)
}

async function wantedRoles(
  database: AccountDatabase,
  rules: readonly RoleRule[],
  groups: readonly string[],
): Promise<readonly WantedRole[]> {
  const ruled = (await rulesByOrg(database, rules)).filter(({ own }) => own.length > 0)
  return ruled.map(({ orgId, own }) => ({ orgId, role: highestRole(own, groups) }))
}

/** Returns all workspaces with the rules that are about them. */
export async function rulesByOrg<Rule extends OfWorkspace>(
  database: AccountDatabase,
  rules: readonly Rule[],
): Promise<readonly { readonly orgId: string; readonly own: readonly Rule[] }[]> {
  const orgs = await database.selectFrom('organization').select(['id', 'slug']).orderBy('createdAt').execute()
  return orgs.map(({ id, slug }, index) => ({
    orgId: id,
    own: rules.filter(({ workspace }) => (workspace === null ? index === 0 : workspace === slug)),
  }))
}

/** Returns the highest role that the rules give to somebody of these groups; null if none fits. */
function highestRole(rules: readonly RoleRule[], groups: readonly string[]): Role | null {
  return rules
    .filter(({ group }) => group === '*' || groups.includes(group))
    .map(({ role }) => role)
    .reduce<Role | null>((best, role) => (best === null || roleAtLeast(role, best) ? role : best), null)
}
