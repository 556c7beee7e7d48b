import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import { navigate } from '@/client/page/navigation'

/** Connections created in this tab and not pulled yet, so that they are shown at once. */
const made = new Map<ConnectionId, Connection>()

export function rememberMade(connection: Connection): void {
  made.set(connection.id, connection)
}

/** Opens the page of a connection that was just created. */
export function openMade(connection: Connection): void {
  rememberMade(connection)
  navigate(`/connections/${connection.id}`)
}

export function getMade(id: ConnectionId): Connection | undefined {
  return made.get(id)
}
