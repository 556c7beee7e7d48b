import type { BuilderDialect } from '../builder/builder-dialect'
import { builderDialects } from '../builder/builder-dialects'
import type { Connection } from './connection'

/** How questions are put to a connection; null: the embedded engine. */
export function builderDialectOf(connection: Pick<Connection, 'kind'> | null): BuilderDialect {
  return builderDialects[connection === null ? 'duckdb' : connection.kind]
}
