import type { Actor } from './actor'
import { mayUseConnection, type RunTarget } from './connection-access'
import { roleAtLeast } from './roles'

/*
 * Audiences to which no entry belongs. Actors in one receive charts without the text of their SQL. Because they are
 * audiences, a cookie's audience hash covers them too, so that a change of them is noticed.
 */

/** The audience of people who may see only results, and no chart's SQL. */
export const withoutSql = 'without-sql'

const ofConnection = 'without-sql-of:'

/** Returns the audience without the SQL of charts that query this connection. */
export function withoutSqlOf(connectionId: string): string {
  return `${ofConnection}${connectionId}`
}

/**
 * The audience without the SQL of charts whose connection is gone, because its readers are unknown. No connection has
 * this id.
 */
export const withoutSqlOfGone = withoutSqlOf('?')

/** Returns the audiences of this kind that an actor is in. connections: all that exist. */
export function sqlAudiencesAmong(actor: Actor, connections: readonly RunTarget[]): readonly string[] {
  if (actor.kind === 'publicLink' || !roleAtLeast(actor.role, 'explorer')) return [withoutSql]
  if (roleAtLeast(actor.role, 'admin')) return []
  const closed = connections.filter((connection) => !mayUseConnection(actor, connection, 'sql'))
  return [withoutSqlOfGone, ...closed.map(({ id }) => withoutSqlOf(id))]
}

/**
 * Returns true if charts that query this connection are sent to these audiences without SQL. isThere: true if the
 * connection exists.
 */
export function isSqlWithheld(audiences: readonly string[], connectionId: string, isThere: boolean): boolean {
  return (
    audiences.includes(withoutSql) ||
    audiences.includes(withoutSqlOf(connectionId)) ||
    (!isThere && audiences.includes(withoutSqlOfGone))
  )
}

/**
 * Returns the connections whose charts must be sent again when audiences change and the connections do not: `'all'` or
 * their ids.
 */
export function connectionsShownAnew(before: readonly string[], now: readonly string[]): 'all' | ReadonlySet<string> {
  const differs = (audience: string) => before.includes(audience) !== now.includes(audience)
  if (differs(withoutSql) || differs(withoutSqlOfGone)) return 'all'
  const ids = [...before, ...now]
    .filter((audience) => audience.startsWith(ofConnection) && differs(audience))
    .map((audience) => audience.slice(ofConnection.length))
  return new Set(ids)
}
