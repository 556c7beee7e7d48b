/**
 * The relational tables beside the entries (accounts, members, tokens, the audit log). Statements are written for the
 * engine in use; values are those that both drivers accept, including dates and booleans.
 */
export interface SqlTables {
  readonly engine: SqlEngine
  /**
   * Runs one read-only statement on the newest state. name: for a statement that runs often, which PostgreSQL then
   * parses and plans once per connection. A named statement must list its columns; `SELECT *` would fail after an
   * upgrade adds one.
   */
  read(sql: string, values: readonly unknown[], name?: string): Promise<SqlResult>
  /** Runs one statement. Its changes are durable when it resolves. */
  write(sql: string, values: readonly unknown[]): Promise<SqlResult>
}

export type SqlEngine = 'sqlite' | 'postgres'

/** The result of a statement. changedCount: number of rows inserted, updated or deleted. */
export interface SqlResult {
  readonly rows: readonly unknown[]
  readonly changedCount: number
}

/** The same tables inside a writing transaction of an org. */
export interface SqlConnection {
  readonly engine: SqlEngine
  run(sql: string, values: readonly unknown[]): Promise<SqlResult>
}

/** Returns the function that writes the placeholders `?` of a statement as an engine has them. */
export function placedSql(engine: SqlEngine): (sql: string) => string {
  return (sql) => {
    let index = 0
    return engine === 'sqlite' ? sql : sql.replaceAll('?', () => `$${++index}`)
  }
}
