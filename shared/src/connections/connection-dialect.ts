import type { BuilderDialect } from '../builder/dialects/builder-dialect'
import { builderDialects } from '../builder/dialects/builder-dialects'
import { createClickhouseDialect } from '../builder/dialects/clickhouse-dialect'
import type { Connection } from './connection'

/** Returns the builder's dialect for a connection (null: the embedded engine), with answers in the zone. */
export function builderDialectOf(connection: Pick<Connection, 'kind'> | null, timeZone: string): BuilderDialect {
  const kind = connection === null ? 'duckdb' : connection.kind
  return kind === 'clickhouse' ? createClickhouseDialect(timeZone) : builderDialects[kind]
}
