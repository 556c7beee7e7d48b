import type { Question } from '../builder/question'
import { connectionIdSchema } from '../connections/connection'
import { getConnection } from '../connections/connection-queries'
import { datasetPrefix, datasetSchema } from '../datasets/dataset'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { localConnectionId, type Query } from '../query/run-query'
import { dataVersionKey, dataVersionSchema } from './data-version'

/**
 * Identifies the state of the data that a query reads: its connection's settings and data version, or the versions of
 * the datasets whose name its text or question contains. An answer is valid as long as the stamp is the same; the
 * server's cache and the browser's charts use this same function.
 */
export function dataStampOf(view: EntryView, query: Query): string {
  const { connectionId } = query
  if (connectionId !== localConnectionId) {
    const id = connectionIdSchema.safeParse(connectionId)
    const connection = id.success ? getConnection(view, id.data) : undefined
    return `${connection?.settingsAt ?? 0}.${dataVersionOf(view, connectionId)}`
  }
  const text = query.kind === 'sql' ? query.sql.toLowerCase() : tableNames(query.question)
  return listFromView(view, datasetSchema, datasetPrefix)
    .filter(({ deletedAt, tableName }) => deletedAt === null && text.includes(tableName))
    .map(({ id, versionId }) => `${id}.${versionId}.${dataVersionOf(view, id)}`)
    .join(' ')
}

function tableNames({ source, joins }: Question): string {
  return [source, ...joins.map(({ table }) => table)].map((table) => table?.name.toLowerCase() ?? '').join(' ')
}

function dataVersionOf(view: EntryView, sourceId: string): number {
  return getFromView(view, dataVersionSchema, dataVersionKey(sourceId))?.version ?? 0
}
