import type { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { SqlToken } from '@tidemark/shared/query/sql-token'

/**
 * Functions that reach beyond the data and that a read-only transaction allows if the connection's user has the rights:
 * they read files of the database's server, run SQL given as text, or affect other sessions. The rights of the
 * database's user are the first barrier, this is the second.
 */
const postgres =
  /^(pg_read_(binary_)?file|pg_ls_\w+|pg_stat_file|pg_current_logfile|lo_(import|export|get|put|creat\w*|unlink|from_bytea)|dblink\w*|(query|cursor|database|schema)_to_xml\w*|pg_(terminate|cancel)_backend|pg_reload_conf|pg_rotate_logfile\w*|pg_switch_wal|pg_promote|pg_create_restore_point|pg_logical_\w+|pg_(try_)?advisory_\w+|pg_notify|pg_file_\w+|pg_execute_server_program|set_config|setval|nextval)$/
const mysql =
  /^(load_file|get_lock|release_lock|release_all_locks|sys_exec|sys_eval|sys_get|sys_set|benchmark|master_pos_wait|master_gtid_wait|setval|nextval|lastval)$/

/**
 * Table functions that read files of ClickHouse's server or contact other servers, and functions that inspect the
 * server.
 */
const clickhouse =
  /^(file\w*|url\w*|s3\w*|gcs|azureblobstorage\w*|hdfs\w*|remote|remotesecure|cluster|clusterallreplicas|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|executable|input|iceberg\w*|deltalake\w*|hudi\w*|paimon\w*|ytsaurus|arrowflight|mergetreeindex\w*|catboostevaluate|showcertificate|filesystem\w+)$/

/** Views that show files of PostgreSQL's server or password hashes. */
const postgresViews = /^(pg_hba_file_rules|pg_file_settings|pg_ident_file_mappings|pg_authid|pg_shadow)$/

export interface RefusedNames {
  readonly calls: RegExp
  readonly views: RegExp | null
}

export const refusedNames = {
  postgres: { calls: postgres, views: postgresViews },
  mysql: { calls: mysql, views: null },
  clickhouse: { calls: clickhouse, views: null },
} as const satisfies Record<string, RefusedNames>

/** Creates a function that checks the tokens of a statement in order and fails for a refused name. */
export function createNameWatch(
  refused: RefusedNames | undefined,
  fail: (detail: string, token: SqlToken) => TidemarkError,
): (token: SqlToken) => void {
  let name: SqlToken | null = null
  return (token) => {
    if (refused === undefined || token.kind === 'space' || token.kind === 'comment') return
    if (token.text === '(' && name !== null && refused.calls.test(plainName(name)))
      throw fail(`The function ${plainName(name)} is not available.`, name)
    if (isName(token) && refused.views?.test(plainName(token)) === true)
      throw fail(`${plainName(token)} cannot be read.`, token)
    // In U&"\\0070…" the letters of a name are written as numbers.
    if (token.kind === 'quoted-name' && name?.text.toLowerCase() === 'u')
      throw fail('Names with escaped letters cannot be used.', token)
    const isAmpersand = token.text === '&' && name?.text.toLowerCase() === 'u'
    if (!isAmpersand) name = isName(token) ? token : null
  }
}

function isName({ kind }: SqlToken): boolean {
  return kind === 'word' || kind === 'quoted-name'
}

function plainName({ kind, text }: SqlToken): string {
  return (kind === 'word' ? text : text.slice(1, -1)).toLowerCase()
}
