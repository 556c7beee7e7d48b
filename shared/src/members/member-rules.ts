import { roleAtLeast, type Role } from '../access/roles'

/** Returns true if the role may read e-mail addresses, invite people, and change roles below owner. */
export function mayManageMembers(role: Role): boolean {
  return roleAtLeast(role, 'admin')
}

/** Returns the roles that a role may give to others and take from them. Only owners make and unmake owners. */
export function rolesToGive(role: Role): readonly Role[] {
  switch (role) {
    case 'owner':
      return ['viewer', 'explorer', 'editor', 'admin', 'owner']
    case 'admin':
      return ['viewer', 'explorer', 'editor', 'admin']
    case 'editor':
    case 'explorer':
    case 'viewer':
      return []
  }
}

/** Returns true if the role `by` may change a member's role. */
export function mayChangeRole(by: Role, from: Role, to: Role): boolean {
  const given = rolesToGive(by)
  return given.includes(from) && given.includes(to)
}

/** Tells the refused person who gives and takes these roles. */
export function whoGives(roles: readonly Role[]): string {
  return roles.includes('owner')
    ? 'Only owners can grant or remove the owner role.'
    : 'Only admins and owners can manage members.'
}

/** Returns true if the role `by` may remove another member. Everybody may leave themselves, except the last owner. */
export function mayRemove(by: Role, member: Role): boolean {
  return rolesToGive(by).includes(member)
}
