import { TidemarkError } from '../errors/tidemark-error'
import type { Actor } from './actor'
import { mayUseConnection, type RunTarget } from './connection-access'
import type { ConnectionLevel } from './grants'
import { roleAtLeast } from './roles'

/** What an actor may want to do; the rules below are the only place that decides. */
export type Permission =
  | { readonly do: 'read-content' }
  | { readonly do: 'edit-content' }
  | { readonly do: 'edit-workspace' }
  | { readonly do: 'upload-data' }
  | { readonly do: 'manage-connections' }
  | { readonly do: 'run'; readonly target: RunTarget; readonly level: ConnectionLevel }

/** Whether the actor may do it. Pure: used by mutators, pull, pages, run-query and the API alike. */
export function isAllowed(actor: Actor, permission: Permission): boolean {
  switch (permission.do) {
    case 'read-content':
      return true
    case 'edit-content':
    case 'upload-data':
      return roleAtLeast(actor.role, 'editor')
    case 'edit-workspace':
    case 'manage-connections':
      return roleAtLeast(actor.role, 'admin')
    case 'run':
      return mayUseConnection(actor, permission.target, permission.level)
  }
}

/** Fails with `forbidden`. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isAllowed(actor, permission)) throw new TidemarkError('forbidden', { detail: permission.do })
}
