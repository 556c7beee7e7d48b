import * as z from 'zod/mini'

/** The roles, ascending: each may do everything that the earlier ones may. */
export const roles = ['viewer', 'explorer', 'editor', 'admin', 'owner'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

export function roleAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

export function lowerRole(a: Role, b: Role): Role {
  return roleAtLeast(a, b) ? b : a
}
