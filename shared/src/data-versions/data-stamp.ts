import { connectionIdSchema } from '../connections/connection'
import { getConnection } from '../connections/connection-queries'
import { datasetPrefix, datasetSchema } from '../datasets/dataset'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { localConnectionId, type SqlQuery } from '../query/run-query'
import { dataVersionKey, dataVersionSchema } from './data-version'

/**
 * Names the state of the data that a query reads: its connection's settings and data version, or the versions of the
 * datasets whose name its text contains. An answer holds as long as the stamp is the same; the server's cache and the
 * browser's charts ask the same function.
 */
export function dataStampOf(view: EntryView, { connectionId, sql }: Pick<SqlQuery, 'connectionId' | 'sql'>): string {
  if (connectionId !== localConnectionId) {
    const id = connectionIdSchema.safeParse(connectionId)
    const connection = id.success ? getConnection(view, id.data) : undefined
    return `${connection?.settingsAt ?? 0}.${dataVersionOf(view, connectionId)}`
  }
  const text = sql.toLowerCase()
  return listFromView(view, datasetSchema, datasetPrefix)
    .filter(({ deletedAt, tableName }) => deletedAt === null && text.includes(tableName))
    .map(({ id, versionId }) => `${id}.${versionId}.${dataVersionOf(view, id)}`)
    .join(' ')
}

function dataVersionOf(view: EntryView, sourceId: string): number {
  return getFromView(view, dataVersionSchema, dataVersionKey(sourceId))?.version ?? 0
}
