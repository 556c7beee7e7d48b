import { localConnectionId } from '@tidemark/shared/query/run-query'
import { draftRequestSchema, type DraftRequest } from '@tidemark/shared/dashboard-drafts/dashboard-draft'

/** Returns the address of the page that drafts a dashboard. */
export function draftHref({ connectionId, table, about, measure, time }: DraftRequest): string {
  const query = new URLSearchParams({ connection: connectionId, table: table.name })
  if (table.schema !== null) query.set('schema', table.schema)
  if (about !== undefined) query.set('about', about)
  // An empty value means that nothing was chosen deliberately.
  if (measure !== undefined) query.set('measure', measure ?? '')
  if (time !== undefined) query.set('time', time ?? '')
  return `/draft?${query.toString()}`
}

/** Returns the request to draft a dashboard of a table of the workspace. */
export function draftOf(tableName: string): DraftRequest {
  return { connectionId: localConnectionId, table: { schema: null, name: tableName } }
}

/** Parses the draft request in an address; null if it names no table. */
export function draftInAddress(query: URLSearchParams): DraftRequest | null {
  const chosen = (name: string) => (query.has(name) ? { [name]: query.get(name) || null } : {})
  const asked = {
    connectionId: query.get('connection') ?? '',
    table: { schema: query.get('schema'), name: query.get('table') ?? '' },
    ...(query.has('about') ? { about: query.get('about') } : {}),
    ...chosen('measure'),
    ...chosen('time'),
  }
  return draftRequestSchema.safeParse(asked).data ?? null
}
