import type { Grantee } from '@tidemark/shared/access/grantee'
import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'
import type { Member } from '@tidemark/shared/members/member'

/** One line of a list that says whom something is for. */
export interface GrantTo<Level extends string> {
  readonly to: Grantee
  readonly level: Level
}

/** A grantee as one text, for keys and for what a list of choices gives back. */
export function granteeKey(to: Grantee): string {
  return to.kind === 'person' ? `person:${to.userId}` : `role:${to.role}`
}

/** The list that a folder starts with when it is kept to some: whoever keeps it, where the list has to name them. */
export function firstGrants(own: { readonly userId: string; readonly role: Role }): GrantTo<'edit'>[] {
  return roleAtLeast(own.role, 'admin') ? [] : [{ to: { kind: 'person', userId: own.userId }, level: 'edit' }]
}

/** Whom the list does not name yet and needs to: the roles below admin, and the people who have them. */
export function granteesToAdd(grants: readonly GrantTo<string>[], members: readonly Member[]): readonly Grantee[] {
  const named = new Set(grants.map(({ to }) => granteeKey(to)))
  const everybody: readonly Grantee[] = [
    { kind: 'role', role: 'viewer' },
    { kind: 'role', role: 'explorer' },
    { kind: 'role', role: 'editor' },
    ...members
      .filter(({ role }) => !roleAtLeast(role, 'admin'))
      .map(({ userId }): Grantee => ({ kind: 'person', userId })),
  ]
  return everybody.filter((to) => !named.has(granteeKey(to)))
}

export function withLevel<Level extends string>(
  grants: readonly GrantTo<Level>[],
  to: Grantee,
  level: Level,
): GrantTo<Level>[] {
  const key = granteeKey(to)
  return grants.some((grant) => granteeKey(grant.to) === key)
    ? grants.map((grant) => (granteeKey(grant.to) === key ? { to, level } : grant))
    : [...grants, { to, level }]
}

export function without<Level extends string>(grants: readonly GrantTo<Level>[], to: Grantee): GrantTo<Level>[] {
  return grants.filter((grant) => granteeKey(grant.to) !== granteeKey(to))
}
