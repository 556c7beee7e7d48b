import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import { parseGroups } from '@/server/base/admitted-actor'
import type { AccountDatabase } from '@/server/store/accounts/account-database'

/** Lists the groups of a workspace by name. */
export async function listGroups(database: AccountDatabase, orgId: string): Promise<PeopleGroup[]> {
  const stored = await database
    .selectFrom('people_group')
    .where('org', '=', orgId)
    .select(['id', 'name', 'from_provider'])
    .execute()
  const groups = stored.map(({ id, name, from_provider: fromProvider }) => ({
    ...{ id, name },
    ...(Boolean(fromProvider) && { isFromProvider: true }),
  }))
  return groups.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
}

/** Returns the ids of a member's groups; none for who is no member. */
export async function groupsOfMember(database: AccountDatabase, orgId: string, userId: string): Promise<string[]> {
  const member = await database
    .selectFrom('member')
    .where('organizationId', '=', orgId)
    .where('userId', '=', userId)
    .select('groups')
    .executeTakeFirst()
  return parseGroups(member?.groups ?? null)
}
