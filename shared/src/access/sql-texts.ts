import type { Actor } from './actor'
import { mayUseConnection, type RunTarget } from './connection-access'
import { roleAtLeast } from './roles'

/*
 * Audiences that no entry has. Who is in one is sent charts without the text of their SQL; being audiences, they are in the
 * name that a cookie has for all that its holder was told.
 */

/** The audience of people who may see results alone, and no chart's text. */
export const withoutSql = 'without-sql'

const ofConnection = 'without-sql-of:'

/** No text of charts that ask this connection. */
export function withoutSqlOf(connectionId: string): string {
  return `${ofConnection}${connectionId}`
}

/** The audience without the text of charts whose connection is gone: who might read it is unknown. No connection has this id. */
export const withoutSqlOfGone = withoutSqlOf('?')

/** Which of these audiences an actor is in. connections: all there are. */
export function sqlAudiencesAmong(actor: Actor, connections: readonly RunTarget[]): readonly string[] {
  if (actor.kind === 'publicLink' || !roleAtLeast(actor.role, 'explorer')) return [withoutSql]
  if (roleAtLeast(actor.role, 'admin')) return []
  const closed = connections.filter((connection) => !mayUseConnection(actor, connection, 'sql'))
  return [withoutSqlOfGone, ...closed.map(({ id }) => withoutSqlOf(id))]
}

/** True if a chart that asks this connection is sent to these audiences without its text. isThere: whether the connection is. */
export function isSqlWithheld(audiences: readonly string[], connectionId: string, isThere: boolean): boolean {
  return (
    audiences.includes(withoutSql) ||
    audiences.includes(withoutSqlOf(connectionId)) ||
    (!isThere && audiences.includes(withoutSqlOfGone))
  )
}

/**
 * The connections whose charts are sent another way to the one audiences than to the other, while the connections stay as
 * they are: the whole `'all'`, or their ids.
 */
export function connectionsShownAnew(before: readonly string[], now: readonly string[]): 'all' | ReadonlySet<string> {
  const differs = (audience: string) => before.includes(audience) !== now.includes(audience)
  if (differs(withoutSql) || differs(withoutSqlOfGone)) return 'all'
  const ids = [...before, ...now]
    .filter((audience) => audience.startsWith(ofConnection) && differs(audience))
    .map((audience) => audience.slice(ofConnection.length))
  return new Set(ids)
}
