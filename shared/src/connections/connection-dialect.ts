import type { BuilderDialect } from '../builder/builder-dialect'
import { builderDialects } from '../builder/builder-dialects'
import type { Connection } from './connection'

/** How questions are put to a connection (null: the embedded engine); null where it is asked in SQL alone. */
export function builderDialectOf(connection: Pick<Connection, 'kind'> | null): BuilderDialect | null {
  const kind = connection === null ? 'duckdb' : connection.kind
  return kind === 'clickhouse' ? null : builderDialects[kind]
}
