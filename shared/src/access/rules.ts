import { TidemarkError } from '../errors/tidemark-error'
import type { Actor } from './actor'
import { connectionLevels, type ConnectionLevel } from './grants'
import { roleAtLeast } from './roles'

/** What an actor may want to do; the rules below are the only place that decides. */
export type Permission =
  | { readonly do: 'read-content' }
  | { readonly do: 'edit-content' }
  | { readonly do: 'edit-workspace' }
  | { readonly do: 'upload-data' }
  | { readonly do: 'manage-connections' }
  | { readonly do: 'run'; readonly connectionId: string; readonly level: ConnectionLevel }

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
      return mayRun(actor, permission.connectionId, permission.level)
  }
}

/** Fails with `forbidden`. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isAllowed(actor, permission)) throw new TidemarkError('forbidden', { detail: permission.do })
}

function mayRun(actor: Actor, connectionId: string, level: ConnectionLevel): boolean {
  if (level === 'results') return true
  if (actor.kind === 'publicLink' || !roleAtLeast(actor.role, 'explorer')) return false
  if (roleAtLeast(actor.role, 'admin')) return true
  return actor.grants.some(
    (grant) =>
      grant.on === 'connection' &&
      grant.connectionId === connectionId &&
      connectionLevels.indexOf(grant.level) >= connectionLevels.indexOf(level),
  )
}
