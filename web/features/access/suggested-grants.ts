import { granteeKey, type GrantTo } from '@tidemark/shared/access/grant-list'
import { everyRole, maxGrants, type Grantee } from '@tidemark/shared/access/grantee'
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

/**
 * Returns the list with which those who have something now keep it: that of the folder around it, if one decides so far,
 * otherwise a line for each below admin, or one for everybody if there are too many. all: the level of everybody's line.
 */
export function presentGrants<Level extends string>(
  around: readonly GrantTo<Level>[] | null,
  present: readonly { readonly member: Member; readonly level: Level | 'none' }[],
  all: Level,
): GrantTo<Level>[] {
  if (around !== null) return [...around]
  const people = present.flatMap(({ member: { userId, role }, level }): GrantTo<Level>[] =>
    roleAtLeast(role, 'admin') || level === 'none' ? [] : [{ to: { kind: 'person', userId }, level }],
  )
  return people.length > maxGrants ? [{ to: everyRole, level: all }] : people
}

/** Returns a first list in which who restricts something has their own line, whatever the rest says of them. */
export function withOwnLine<Level extends string>(
  rest: readonly GrantTo<Level>[],
  own: readonly GrantTo<Level>[],
): GrantTo<Level>[] {
  const ownKeys = new Set(own.map(({ to }) => granteeKey(to)))
  return [...rest.filter(({ to }) => !ownKeys.has(granteeKey(to))), ...own]
}

/** Returns the members below admin, besides oneself, who have something now. */
export function othersWith(
  present: readonly { readonly member: Member; readonly level: string }[],
  ownId: string,
): readonly Member[] {
  return present.flatMap(({ member, level }) =>
    roleAtLeast(member.role, 'admin') || level === 'none' || member.userId === ownId ? [] : [member],
  )
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
