import * as z from 'zod/mini'
import type { Actor } from './actor'
import { bestGrant, everyRole, granteeSchema, maxGrants, type Grantee, type Person } from './grantee'
import { connectionLevels, connectionLevelSchema, type ConnectionLevel } from './grants'
import { roleAtLeast } from './roles'
import { isUnderRule, type AccessRule } from './row-rules'

export const connectionGrantSchema = z.object({ to: granteeSchema, level: connectionLevelSchema })
export type ConnectionGrant = z.infer<typeof connectionGrantSchema>

/** The grants on a connection. People without a grant do not see even the results of its charts. */
export const connectionAccessSchema = z.array(connectionGrantSchema).check(z.maxLength(maxGrants))
export type ConnectionAccess = z.infer<typeof connectionAccessSchema>

/** The access of a new connection: everyone sees its charts, but only those who manage connections may query it. */
export const newConnectionAccess: ConnectionAccess = [{ to: everyRole, level: 'results' }]

/** The part of a query's target that the rules look at. rowRules: of any of its tables; absent for none. */
export interface RunTarget {
  readonly id: string
  readonly access: ConnectionAccess
  readonly rowRules?: readonly Pick<AccessRule, 'exempt'>[] | undefined
}

/** The access to the workspace's own data: open to every role that may ask questions. */
export const ownDataAccess: ConnectionAccess = [
  { to: everyRole, level: 'results' },
  { to: { kind: 'role', role: 'explorer' }, level: 'sql' },
]

export type ConnectionReason =
  | { readonly kind: 'manages' }
  | { readonly kind: 'granted'; readonly to: Grantee }
  | { readonly kind: 'not-granted' }

/**
 * granted: the level that the connection grants. level: the part of it that the person's role can use; viewers only see
 * results.
 */
export interface ConnectionDecision {
  readonly granted: ConnectionLevel | 'none'
  readonly level: ConnectionLevel | 'none'
  readonly reason: ConnectionReason
}

/** The audience of what people say about a connection's tables: who sees results of its charts. */
export function connectionAudience(connectionId: string): string {
  return `connection:${connectionId}`
}

export function decideConnection(person: Person, access: ConnectionAccess): ConnectionDecision {
  if (roleAtLeast(person.role, 'admin')) return { granted: 'sql', level: 'sql', reason: { kind: 'manages' } }
  const grant = bestGrant(person, access, connectionLevels)
  if (grant === undefined) return { granted: 'none', level: 'none', reason: { kind: 'not-granted' } }
  const level = roleAtLeast(person.role, 'explorer') ? grant.level : 'results'
  return { granted: grant.level, level, reason: { kind: 'granted', to: grant.to } }
}

/**
 * Returns true if a rule decides which rows of some table of a connection the actor sees. SQL reaches every table there,
 * by views and functions too, so they write none.
 */
export function isRuledIn(actor: Actor, { rowRules = [] }: Pick<RunTarget, 'rowRules'>): boolean {
  return rowRules.some((rule) => isUnderRule(actor, rule))
}

/** True if the actor's grants or the connection's own list give at least this level. */
export function mayUseConnection(actor: Actor, { id, access, rowRules }: RunTarget, level: ConnectionLevel): boolean {
  if (level === 'sql' && isRuledIn(actor, { rowRules })) return false
  const needed = connectionLevels.indexOf(level)
  if (actor.kind === 'publicLink' || !roleAtLeast(actor.role, 'explorer')) {
    if (level !== 'results') return false
    // A public link has the audiences of its maker.
    if (actor.kind === 'publicLink') return access === ownDataAccess || actor.audiences.includes(connectionAudience(id))
  }
  const decided = decideConnection(actor, access).level
  if (decided !== 'none' && connectionLevels.indexOf(decided) >= needed) return true
  return actor.grants.some(
    (grant) =>
      grant.on === 'connection' && grant.connectionId === id && connectionLevels.indexOf(grant.level) >= needed,
  )
}
