import type { ConnectionSettings } from '@tidemark/shared/connections/connection'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { OpenProcess } from '../engine/process-port'
import { createClickhouseConnector } from './clickhouse-connector'
import type { ConnectionReach } from './connection-reach'
import type { Connector } from './connector'
import type { DatabaseFiles } from './database-files'
import { createMysqlConnector } from './mysql-connector'
import { createPostgresConnector } from './postgres-connector'
import { createSqliteConnector } from './sqlite-connector'

/** How connectors are made on this server. password: empty for files. */
export type CreateConnector = (orgId: string, settings: ConnectionSettings, password: string) => Connector

export interface ConnectorHost {
  readonly files: Pick<DatabaseFiles, 'locate'>
  readonly openProcess: OpenProcess
  /** The built `sqlite-process`. */
  readonly sqliteEntryPath: string
  readonly reach: ConnectionReach
}

export function createConnectors({ files, openProcess, sqliteEntryPath, reach }: ConnectorHost): CreateConnector {
  return (orgId, settings, password) => {
    switch (settings.kind) {
      case 'postgres':
        return createPostgresConnector({ ...settings, password }, reach)
      case 'mysql':
        return createMysqlConnector({ ...settings, password }, reach)
      case 'clickhouse':
        return createClickhouseConnector({ ...settings, password }, reach)
      case 'sqlite':
        return createSqliteConnector({
          locate: () => files.locate(orgId, settings.file),
          openProcess,
          entryPath: sqliteEntryPath,
        })
      default:
        return assertNever(settings)
    }
  }
}
