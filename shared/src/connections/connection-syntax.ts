import { assertNever } from '../base/assert-never'
import {
  clickhouseSyntax,
  duckdbSyntax,
  mysqlSyntax,
  postgresSyntax,
  sqliteSyntax,
  type SqlSyntax,
} from '../query/sql-syntax'
import type { Connection } from './connection'

/** Returns the SQL syntax of a connection; null: the embedded engine. */
export function syntaxOf(connection: Pick<Connection, 'kind'> | null): SqlSyntax {
  if (connection === null) return duckdbSyntax
  switch (connection.kind) {
    case 'postgres':
      return postgresSyntax
    case 'mysql':
      return mysqlSyntax
    case 'clickhouse':
      return clickhouseSyntax
    case 'sqlite':
      return sqliteSyntax
    default:
      return assertNever(connection.kind)
  }
}
