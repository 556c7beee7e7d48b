import { newConnectionAccess, ownDataAccess, type RunTarget } from '../access/connection-access'
import { byDeletion, isDeleted } from '../base/deletion'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { localConnectionId } from '../query/run-query'
import {
  connectionIdSchema,
  connectionKey,
  connectionPrefix,
  connectionSchema,
  type Connection,
  type ConnectionId,
} from './connection'

export function getConnection(view: EntryView, id: ConnectionId): Connection | undefined {
  return getFromView(view, connectionSchema, connectionKey(id))
}

/** Returns the connection that a query names; undefined for the workspace's own data. */
export function findConnection(view: EntryView, connectionId: string): Connection | undefined {
  const id = connectionIdSchema.safeParse(connectionId)
  return id.success ? getConnection(view, id.data) : undefined
}

/** Lists connections in use, by name. */
export function listConnections(view: EntryView): Connection[] {
  return listFromView(view, connectionSchema, connectionPrefix)
    .filter((connection) => connection.deletedAt === null)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Lists connections in the trash, the last deleted first. */
export function listDeletedConnections(view: EntryView): Connection[] {
  return listFromView(view, connectionSchema, connectionPrefix).filter(isDeleted).sort(byDeletion)
}

/**
 * Returns the part of a connection that the access rules need before a query runs. An unknown connection counts as a
 * new one.
 */
export function getRunTarget(view: EntryView, connectionId: string): RunTarget {
  if (connectionId === localConnectionId) return { id: connectionId, access: ownDataAccess }
  const connection = findConnection(view, connectionId)
  return { id: connectionId, access: connection?.access ?? newConnectionAccess, rowRules: connection?.rowRules }
}
