import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'
import type { Config } from '@/server/base/config'

/** Returns true if a person with these memberships may create a workspace on a server with this setting. */
export function mayCreateWorkspaces(
  setting: Config['newWorkspaces'],
  memberships: readonly { readonly role: Role }[],
): boolean {
  switch (setting) {
    case 'anyone':
      return true
    case 'admins':
      return memberships.some(({ role }) => roleAtLeast(role, 'admin'))
    case 'owners':
      return memberships.some(({ role }) => role === 'owner')
    case 'nobody':
      return false
  }
}
