import { roleAtLeast, type Role } from '../access/roles'
import type { Workspace } from '../workspaces/workspace'

/** Returns true if a role may make public links. A link works only while its maker's role still may. */
export function mayMakePublicLinks(role: Role, workspace: Pick<Workspace, 'publicLinksBy'> | undefined): boolean {
  switch (workspace?.publicLinksBy ?? 'admins') {
    case 'nobody':
      return false
    case 'admins':
      return roleAtLeast(role, 'admin')
    case 'editors':
      return roleAtLeast(role, 'editor')
  }
}
