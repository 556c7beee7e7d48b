/** What of a database's SQL must be known to find its strings, comments, names and parameters. */
export interface SqlSyntax {
  /** A backslash in a string takes the next character with it. */
  readonly hasBackslashEscapes: boolean
  /** Double quotes are around strings, backticks around names; else double quotes are around names. */
  readonly quotesNamesWithBackticks: boolean
  /** `$tag$ … $tag$` is a string, `E'…'` one with backslashes, and comments nest. */
  readonly hasPostgresStrings: boolean
  /** `#` begins a comment, and `--` only before white space. */
  readonly hasHashComments: boolean
  /** Each mention of a parameter is one of its own, written `?`. */
  readonly isPositional: boolean
}

export const postgresSyntax: SqlSyntax = {
  hasBackslashEscapes: false,
  quotesNamesWithBackticks: false,
  hasPostgresStrings: true,
  hasHashComments: false,
  isPositional: false,
}

/** The embedded engine reads SQL with PostgreSQL's rules. */
export const duckdbSyntax: SqlSyntax = { ...postgresSyntax }

export const mysqlSyntax: SqlSyntax = {
  hasBackslashEscapes: true,
  quotesNamesWithBackticks: true,
  hasPostgresStrings: false,
  hasHashComments: true,
  isPositional: true,
}
