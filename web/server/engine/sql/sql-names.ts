/**
 * The table functions a query may call. A list of what is allowed: the others read files, secrets, settings, the
 * engine's catalogue, or run SQL given as text.
 */
export const tableFunctions: ReadonlySet<string> = new Set([
  'range',
  'generate_series',
  'unnest',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
])

const refusedFunctions: ReadonlySet<string> = new Set([
  // The machine, its settings and secrets.
  'getenv',
  'current_setting',
  'set_config',
  'getvariable',
  'which_secret',
  'glob',
  'write_log',
  'parse_duckdb_log_message',
  // SQL given as text, plans and definitions, which name files.
  'query',
  'query_table',
  'json_serialize_sql',
  'json_serialize_plan',
  'json_deserialize_sql',
  'json_execute_serialized_sql',
  'sql_auto_complete',
  'current_query',
  'current_query_id',
  'current_connection_id',
  'current_transaction_id',
  'txid_current',
  // State of the engine, and waiting for its own sake.
  'nextval',
  'currval',
  'setval',
  'setseed',
  'sleep_ms',
  'pg_sleep',
  'checkpoint',
  'force_checkpoint',
  'storage_info',
  'get_block_size',
  'in_search_path',
  'obj_description',
  'col_description',
  'shobj_description',
])

const refusedFunctionPattern =
  /^(read_|duckdb_|pragma_|parquet_|sniff_|enable_|disable_|inet_|has_.*_privilege$|pg_(?!typeof$|size_pretty$)|__internal|.*_scan$)/

/** True if a scalar, aggregate or window function is kept from queries. name: lower case. */
export function isRefusedFunction(name: string): boolean {
  return refusedFunctions.has(name) || refusedFunctionPattern.test(name)
}

/** Names of the engine's own tables, and file names, which DuckDB would open. name: lower case. */
export function isSystemName(name: string): boolean {
  return (
    /^(duckdb_|pragma_|sqlite_|pg_|information_schema)/.test(name) ||
    /[/\\:*?]/.test(name) ||
    /\.[a-z0-9]{2,8}$/.test(name)
  )
}
