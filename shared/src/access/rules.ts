import { TidemarkError } from '../errors/tidemark-error'
import type { Actor } from './actor'
import { isRuledIn, mayUseConnection, type RunTarget } from './connection-access'
import type { ConnectionLevel } from './grants'
import { roleAtLeast } from './roles'

/** An action that the rules below allow or refuse. No other code decides this. */
export type Permission =
  | { readonly do: 'read-content' }
  | { readonly do: 'edit-content' }
  | { readonly do: 'edit-workspace' }
  | { readonly do: 'upload-data' }
  | { readonly do: 'manage-connections' }
  | { readonly do: 'run'; readonly target: RunTarget; readonly level: ConnectionLevel }

/** Returns true if the actor may do it. Pure; used by mutators, pull, pages, run-query and the API. */
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

/** Fails with `forbidden` if the actor may not do it. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (isAllowed(actor, permission)) return
  if (permission.do === 'run' && permission.level === 'sql' && isRuledIn(actor, permission.target)) throw ruledSql()
  throw new TidemarkError('forbidden', { detail: whoMay(permission) })
}

/** Tells the refused person who may do it. */
function whoMay(permission: Permission): string {
  switch (permission.do) {
    case 'read-content':
      return 'Only members of the workspace can read its content.'
    case 'edit-content':
      return 'Only editors, admins and owners can change content.'
    case 'upload-data':
      return 'Only editors, admins and owners can add and change data.'
    case 'edit-workspace':
      return 'Only admins and owners can change the workspace itself.'
    case 'manage-connections':
      return 'Only admins and owners can manage connections.'
    case 'run':
      return notGranted[permission.level]
  }
}

/** The error that tells somebody who sees only some rows of some data why no SQL is run over it. */
export function ruledSql(data = 'this data'): TidemarkError {
  return new TidemarkError('forbidden', {
    detail: `You see only your own rows of ${data}, and SQL cannot be narrowed to them.`,
    hint: 'Ask with the builder instead.',
  })
}

const notGranted = {
  results: 'You do not have access to the results of this data.',
  builder: 'You may not ask questions of this data.',
  sql: 'You may not write SQL for this data.',
} as const satisfies Record<ConnectionLevel, string>
