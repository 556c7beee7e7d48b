import { type ConnectionKind } from '@tidemark/shared/connections/connection'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'

/** In which language a connection's SQL is written. */
export function dialectInView(view: EntryView, connectionId: string): ConnectionKind | 'duckdb' {
  return findConnection(view, connectionId)?.kind ?? 'duckdb'
}
