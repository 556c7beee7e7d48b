import type { FolderGrant, FolderLevel } from '@tidemark/shared/access/folder-access'
import type { Grantee } from '@tidemark/shared/access/grantee'
import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'
import type { Member } from '@tidemark/shared/members/member'

/** A grantee as one text, for keys and for what a list of choices gives back. */
export function granteeKey(to: Grantee): string {
  return to.kind === 'person' ? `person:${to.userId}` : `role:${to.role}`
}

/** The list that a folder starts with when it is kept to some: whoever keeps it, where the list has to name them. */
export function firstGrants(own: { readonly userId: string; readonly role: Role }): readonly FolderGrant[] {
  return roleAtLeast(own.role, 'admin') ? [] : [{ to: { kind: 'person', userId: own.userId }, level: 'edit' }]
}

/** Whom the list does not name yet and needs to: all below admin, and the roles that many people share. */
export function granteesToAdd(grants: readonly FolderGrant[], members: readonly Member[]): readonly Grantee[] {
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

export function withLevel(grants: readonly FolderGrant[], to: Grantee, level: FolderLevel): FolderGrant[] {
  const key = granteeKey(to)
  return grants.some((grant) => granteeKey(grant.to) === key)
    ? grants.map((grant) => (granteeKey(grant.to) === key ? { to, level } : grant))
    : [...grants, { to, level }]
}

export function without(grants: readonly FolderGrant[], to: Grantee): FolderGrant[] {
  return grants.filter((grant) => granteeKey(grant.to) !== granteeKey(to))
}
