import type { ConnectionSettings } from '@tidemark/shared/connections/connection'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { OpenProcess } from '../engine/process/process-port'
import type { ConnectionReach } from '../base/connection-reach'
import type { Connector } from './connector'
import type { DatabaseFiles } from './database-files'

/** Creates a connector on this server. password: empty for files. */
export type CreateConnector = (orgId: string, settings: ConnectionSettings, password: string) => Promise<Connector>

export interface ConnectorHost {
  readonly files: Pick<DatabaseFiles, 'locate'>
  readonly openProcess: OpenProcess
  /** The path of the built `sqlite-process`. */
  readonly sqliteEntryPath: string
  readonly reach: ConnectionReach
}

/**
 * Returns the function that creates connectors. A driver is loaded when the first connection needs it, because most
 * servers use few kinds of databases.
 */
export function createConnectors({ files, openProcess, sqliteEntryPath, reach }: ConnectorHost): CreateConnector {
  return async (orgId, settings, password) => {
    switch (settings.kind) {
      case 'postgres': {
        const { createPostgresConnector } = await import('./postgres/postgres-connector')
        return createPostgresConnector({ ...settings, password }, reach)
      }
      case 'mysql': {
        const { createMysqlConnector } = await import('./mysql/mysql-connector')
        return createMysqlConnector({ ...settings, password }, reach)
      }
      case 'clickhouse': {
        const { createClickhouseConnector } = await import('./clickhouse/clickhouse-connector')
        return createClickhouseConnector({ ...settings, password }, reach)
      }
      case 'sqlite': {
        const { createSqliteConnector } = await import('./sqlite/sqlite-connector')
        return createSqliteConnector({
          locate: () => files.locate(orgId, settings.file),
          openProcess,
          entryPath: sqliteEntryPath,
        })
      }
      default:
        return assertNever(settings)
    }
  }
}
