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
  [
    datasetKey(datasetIdSchema.parse('data1')),
    {
      id: 'data1',
      name: 'Orders',
      tableName: 'orders',
      description: '',
      format: 'csv',
      fileName: 'orders.csv',
      versionId: 'version1',
      rowCount: 1,
      sizeBytes: 4,
      columns: [],
      notes: [],
      sourceUrl: null,
      licence: null,
      deletedAt: null,
      ...authorship,
    },
  ],
  connection('shop1', [{ to: { kind: 'role', role: 'viewer' }, level: 'results' }]),
  connection('shop2', [{ to: { kind: 'role', role: 'editor' }, level: 'sql' }]),
])

function connection(id: string, access: readonly JsonObject[]): [key: string, value: JsonObject] {
  const file = { place: 'upload', id: `file-${id}`, fileName: 'shop.sqlite' }
  const value = { kind: 'sqlite', id, name: id, settingsAt: 1, file, access: [...access], limits: {}, deletedAt: null }
  return [connectionKey(connectionIdSchema.parse(id)), { ...value, ...authorship }]
}
