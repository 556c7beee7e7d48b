import { connectionIdSchema, type ConnectionKind } from '@tidemark/shared/connections/connection'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'

/** In which language a connection's SQL is written. */
export function dialectInView(view: EntryView, connectionId: string): ConnectionKind | 'duckdb' {
  const id = connectionIdSchema.safeParse(connectionId)
  return (id.success && getConnection(view, id.data)?.kind) || 'duckdb'
}
