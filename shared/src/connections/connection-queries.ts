import { byDeletion, isDeleted } from '../base/deletion'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { connectionKey, connectionPrefix, connectionSchema, type Connection, type ConnectionId } from './connection'

export function getConnection(view: EntryView, id: ConnectionId): Connection | undefined {
  return getFromView(view, connectionSchema, connectionKey(id))
}

/** Connections in use, by name. */
export function listConnections(view: EntryView): Connection[] {
  return listFromView(view, connectionSchema, connectionPrefix)
    .filter((connection) => connection.deletedAt === null)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Connections in the trash, the last deleted first. */
export function listDeletedConnections(view: EntryView): Connection[] {
  return listFromView(view, connectionSchema, connectionPrefix).filter(isDeleted).sort(byDeletion)
}
