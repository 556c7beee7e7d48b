import type { ConnectionKind } from '@tidemark/shared/connections/connection'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { Connector, ConnectorSettings } from './connector'
import { createMysqlConnector } from './mysql-connector'
import { createPostgresConnector } from './postgres-connector'

export function createConnector(kind: ConnectionKind, settings: ConnectorSettings): Connector {
  switch (kind) {
    case 'postgres':
      return createPostgresConnector(settings)
    case 'mysql':
      return createMysqlConnector(settings)
    default:
      return assertNever(kind)
  }
}
