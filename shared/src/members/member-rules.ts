import { roleAtLeast, type Role } from '../access/roles'

/** May read e-mail addresses, invite, and change the roles below owner. */
export function mayManageMembers(role: Role): boolean {
  return roleAtLeast(role, 'admin')
}

/** The roles somebody may give, and take from others. Only owners make and unmake owners. */
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

/** True if somebody of one role may change a member's role from one to another. */
export function mayChangeRole(by: Role, from: Role, to: Role): boolean {
  const given = rolesToGive(by)
  return given.includes(from) && given.includes(to)
}

/** For the person who was refused: who gives and takes these roles. */
export function whoGives(roles: readonly Role[]): string {
  return roles.includes('owner')
    ? 'Only owners give and take the role of owner.'
    : 'Only admins and owners manage members.'
}

/** True if somebody of one role may remove another member. Everybody may leave; the last owner stays. */
export function mayRemove(by: Role, member: Role): boolean {
  return rolesToGive(by).includes(member)
}
