import type { Role } from '@tidemark/shared/access/roles'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { workspaceKey, workspaceSchema } from '@tidemark/shared/workspaces/workspace'
import type { Store } from '@/server/store/store'
import type { AccountDatabase } from '@/server/store/accounts/account-database'

export interface Membership {
  readonly orgId: string
  readonly slug: string
  /** The name at creation; the current name is in the workspace's settings. */
  readonly firstName: string
  readonly role: Role
  /** As `StoredMember` has them. */
  readonly attributes: string | null
  readonly groups: string | null
}

/** Lists the workspaces of a person, from the tables and not from the session. */
export async function listMemberships(database: AccountDatabase, userId: string): Promise<readonly Membership[]> {
  return await database
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .where('member.userId', '=', userId)
    .select(['organization.id as orgId', 'organization.slug', 'organization.name as firstName'])
    .select(['member.role', 'member.attributes', 'member.groups'])
    .orderBy('organization.createdAt')
    .execute()
}

/** Lists the same workspaces with their current names, in the order of those names. */
export async function listWorkspaces(
  { database, store }: { readonly database: AccountDatabase; readonly store: Store },
  userId: string,
): Promise<readonly WorkspaceSummary[]> {
  const memberships = await listMemberships(database, userId)
  const found = await Promise.all(
    memberships.map(async ({ orgId, slug, firstName, role }): Promise<WorkspaceSummary> => ({
      id: orgId,
      slug,
      name: (await workspaceNameOf(store, orgId)) ?? firstName,
      role,
    })),
  )
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
}

/** Returns the workspace's current name; undefined if it has no settings or they cannot be parsed. */
export async function workspaceNameOf(store: Store, orgId: string): Promise<string | undefined> {
  const entry = await store.read(orgId, (tx) => tx.getEntry(workspaceKey))
  return workspaceSchema.safeParse(entry?.value).data?.name
}
