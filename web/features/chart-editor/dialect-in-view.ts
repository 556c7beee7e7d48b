import { connectionIdSchema, type ConnectionKind } from '@tidemark/shared/connections/connection'
import { builderDialectOf } from '@tidemark/shared/connections/connection-dialect'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'

/** Whether the builder can ask over a connection; else it is asked in SQL alone. */
export function hasBuilderInView(view: EntryView, connectionId: string): boolean {
  const kind = dialectInView(view, connectionId)
  return builderDialectOf(kind === 'duckdb' ? null : { kind }) !== null
}

/** In which language a connection's SQL is written. */
export function dialectInView(view: EntryView, connectionId: string): ConnectionKind | 'duckdb' {
  const id = connectionIdSchema.safeParse(connectionId)
  return (id.success && getConnection(view, id.data)?.kind) || 'duckdb'
}
