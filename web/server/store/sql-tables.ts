/**
 * The relational tables that lie beside the entries (accounts, members, tokens, the audit log). The statements are written
 * for the engine they run on; values are those that both drivers take, dates and booleans included.
 */
export interface SqlTables {
  readonly engine: SqlEngine
  /**
   * Runs one statement that changes nothing, on the newest state. name: of one that is asked again and again, which PostgreSQL
   * then parses and plans once for each connection; it names its columns, or it fails once an upgrade has added one.
   */
  read(sql: string, values: readonly unknown[], name?: string): Promise<SqlResult>
  /** Runs one statement; what it changed is durable when it resolves. */
  write(sql: string, values: readonly unknown[]): Promise<SqlResult>
}

export type SqlEngine = 'sqlite' | 'postgres'

/** changedCount: rows that were inserted, updated or deleted. */
export interface SqlResult {
  readonly rows: readonly unknown[]
  readonly changedCount: number
}

/** The same tables inside a writing transaction of an org. */
export interface SqlConnection {
  readonly engine: SqlEngine
  run(sql: string, values: readonly unknown[]): Promise<SqlResult>
}
