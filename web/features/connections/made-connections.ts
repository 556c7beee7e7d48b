import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'

/** Connections created in this tab and not pulled yet, so that they are shown at once. */
const made = new Map<ConnectionId, Connection>()

export function rememberMade(connection: Connection): void {
  made.set(connection.id, connection)
}

export function getMade(id: ConnectionId): Connection | undefined {
  return made.get(id)
}
