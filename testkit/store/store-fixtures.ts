import type { ConnectionAccess } from '@tidemark/shared/access/connection-access'
import type { Chart } from '@tidemark/shared/charts/chart'
import { chartSchema } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { connectionSchema, type Connection } from '@tidemark/shared/connections/connection'
import {
  dashboardSchema,
  tabSchema,
  tileSchema,
  type Dashboard,
  type Tab,
  type Tile,
} from '@tidemark/shared/dashboards/dashboard'
import type { Folder } from '@tidemark/shared/folders/folder'
import { folderSchema } from '@tidemark/shared/folders/folder'
import type { Logger } from '@/server/observability/log'
import type { Store } from '@/server/store/store'

const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }

/** A folder entry for tests. */
export function folderOf(id: string, name = id): Folder {
  return folderSchema.parse({ id, parentId: null, name, order: 'a0', deletedAt: null, ...authorship })
}

export function chartOf(id: string, name = id, folderId: string | null = null): Chart {
  const query = { kind: 'sql', connectionId: 'workspace', sql: 'select 1', parameters: [] }
  return chartSchema.parse({
    id,
    folderId,
    name,
    description: '',
    query,
    visual: defaultVisual,
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
}

/** Returns a connection entry for tests. access: its grants. */
export function connectionOf(id: string, access: ConnectionAccess = []): Connection {
  const where = { kind: 'postgres', host: 'db', port: 5432, database: 'd', user: 'u', tls: 'off', caCertificate: null }
  return connectionSchema.parse({ id, name: id, ...where, settingsAt: 1, access, deletedAt: null, ...authorship })
}

/** A logger that stores its lines, so that a test can check what was logged, or that nothing was. */
export interface RecordingLog extends Logger {
  readonly errors: string[]
}

export function recordingLog(): RecordingLog {
  const errors: string[] = []
  return { errors, error: (_fields, message) => errors.push(message), info: () => undefined, debug: () => undefined }
}

export function dashboardOf(id: string, folderId: string | null = null): Dashboard {
  return dashboardSchema.parse({
    id,
    folderId,
    name: id,
    description: '',
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
}

export function tabOf(dashboardId: string, id: string): Tab {
  return tabSchema.parse({ id, dashboardId, name: id, order: 'a0', ...authorship })
}

export function tileOf(dashboardId: string, tabId: string, id: string): Tile {
  const place = { x: 0, y: 0, w: 4, h: 3 }
  return tileSchema.parse({ id, dashboardId, tabId, content: { kind: 'text', text: id }, place, ...authorship })
}

/**
 * Entries of a workspace from before folders had audiences, when everyone saw everything; and where each belongs since.
 */
export const oldEntries: readonly (readonly [key: string, value: object])[] = [
  ['folder/old', folderOf('old')],
  ['chart/top', chartOf('top')],
  ['chart/in', chartOf('in', 'in', 'old')],
  ['chart/lost', chartOf('lost', 'lost', 'gone')],
  ['dashboard/d', dashboardOf('d', 'old')],
  ['tab/d/t', tabOf('d', 't')],
  ['tile/d/x', tileOf('d', 't', 'x')],
]
const placesOfOldEntries = {
  'chart/in': 'folder:old',
  'chart/lost': 'everyone',
  'chart/top': 'everyone',
  'dashboard/d': 'folder:old',
  'folder/old': 'folder:old',
  'tab/d/t': 'folder:old',
  'tile/d/x': 'folder:old',
}
const placesAsWritten = Object.fromEntries(oldEntries.map(([key]) => [key, 'everyone']))
/** The migration that gives entries their audience. */
const audiencesStep = 5

/**
 * Returns the places of entries in a store opened at this schema, with `folder/p` added afterwards; schema 0 has no
 * earlier entries.
 */
export function placesAfter(schema: number): Record<string, string> {
  const given = schema === 0 ? {} : schema < audiencesStep ? placesOfOldEntries : placesAsWritten
  return { ...given, 'folder/p': 'everyone' }
}

/** Returns the audience of every entry, by key. */
export async function placesOf(store: Store): Promise<Record<string, string>> {
  const entries = await store.read('acme', (tx) => tx.listEntries(''))
  return Object.fromEntries(entries.map(({ key, audience }) => [key, audience]))
}
