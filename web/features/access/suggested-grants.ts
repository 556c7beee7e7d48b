import { granteeKey, type GrantTo } from '@tidemark/shared/access/grant-list'
import type { Grantee } from '@tidemark/shared/access/grantee'
import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'
import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member } from '@tidemark/shared/members/member'

/**
 * Returns the first list of a folder that becomes restricted: the person who restricts it, unless their role gives
 * access anyway.
 */
export function firstGrants(own: { readonly userId: string; readonly role: Role }): GrantTo<'edit'>[] {
  return roleAtLeast(own.role, 'admin') ? [] : [{ to: { kind: 'person', userId: own.userId }, level: 'edit' }]
}

/** Returns the roles below admin, the groups, and the people with such a role that the list does not contain yet. */
export function granteesToAdd(
  grants: readonly GrantTo<string>[],
  members: readonly Member[],
  groups: readonly PeopleGroup[],
): readonly Grantee[] {
  const named = new Set(grants.map(({ to }) => granteeKey(to)))
  const everybody: readonly Grantee[] = [
    { kind: 'role', role: 'viewer' },
    { kind: 'role', role: 'explorer' },
    { kind: 'role', role: 'editor' },
    ...groups.map(({ id }): Grantee => ({ kind: 'group', groupId: id })),
    ...members
      .filter(({ role }) => !roleAtLeast(role, 'admin'))
      .map(({ userId }): Grantee => ({ kind: 'person', userId })),
  ]
  return everybody.filter((to) => !named.has(granteeKey(to)))
}
