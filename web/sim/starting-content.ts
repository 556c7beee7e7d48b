import type { JsonObject } from '@tidemark/shared/base/json'
import { connectionIdSchema, connectionKey } from '@tidemark/shared/connections/connection'
import { datasetIdSchema, datasetKey } from '@tidemark/shared/datasets/dataset'
import { workspaceKey } from '@tidemark/shared/workspaces/workspace'

const authorship = { createdAt: 1, createdBy: 'server', updatedAt: 1, updatedBy: 'server' }

/**
 * The content that the server creates and people then change: settings, data, and connections that not everybody may
 * query.
 */
export const startingContent: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [workspaceKey, { name: 'Acme', timeZone: 'UTC', weekStart: 1, ...authorship }],
  dataset('data1', 'orders'),
  dataset('data2', 'visits'),
  connection('shop1', [{ to: { kind: 'role', role: 'viewer' }, level: 'results' }]),
  connection('shop2', [{ to: { kind: 'role', role: 'editor' }, level: 'sql' }]),
])

/** A dataset that everybody sees. */
function dataset(id: string, tableName: string): [key: string, value: JsonObject] {
  const columns = ['n1', 'n2', 'n3'].map((name) => ({
    ...{ name, type: 'text', databaseType: 'VARCHAR', nullCount: 1, sample: [`${name} of ${tableName}`] },
  }))
  const file = { format: 'csv', fileName: `${tableName}.csv`, versionId: 'version1', rowCount: 1, sizeBytes: 4 }
  const value = {
    id,
    name: tableName,
    tableName,
    description: '',
    ...file,
    columns,
    notes: [],
    sourceUrl: null,
    licence: null,
  }
  return [
    datasetKey(datasetIdSchema.parse(id)),
    { ...value, folderId: null, access: null, restricted: [], deletedAt: null, ...authorship },
  ]
}

function connection(id: string, access: readonly JsonObject[]): [key: string, value: JsonObject] {
  const file = { place: 'upload', id: `file-${id}`, fileName: 'shop.sqlite' }
  const value = { kind: 'sqlite', id, name: id, settingsAt: 1, file, access: [...access], limits: {}, deletedAt: null }
  return [connectionKey(connectionIdSchema.parse(id)), { ...value, ...authorship }]
}
