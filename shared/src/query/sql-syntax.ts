/** The parts of a database's SQL syntax needed to find strings, comments, names and parameters. */
export interface SqlSyntax {
  /** A backslash in a string escapes the next character. */
  readonly hasBackslashEscapes: boolean
  /** Double quotes enclose strings and backticks names; otherwise double quotes enclose names. */
  readonly quotesNamesWithBackticks: boolean
  /** Backticks enclose names, whatever double quotes enclose. */
  readonly hasBacktickNames: boolean
  /** `$tag$ … $tag$` is a string, `E'…'` one with backslashes, and comments nest. */
  readonly hasPostgresStrings: boolean
  /** `#` begins a comment, and `--` only before white space. */
  readonly hasHashComments: boolean
  /** Every mention of a parameter is a separate `?`. */
  readonly isPositional: boolean
  /** The database has a date type. Otherwise dates are texts, and a cast would turn one into the number of its year. */
  readonly hasDates: boolean
  /** Returns SQL for the last moment of a day. day: the placeholder of its text. */
  readonly endOfDay: (day: string) => string
}

export const postgresSyntax: SqlSyntax = {
  hasBackslashEscapes: false,
  quotesNamesWithBackticks: false,
  hasBacktickNames: false,
  hasPostgresStrings: true,
  hasHashComments: false,
  isPositional: false,
  hasDates: true,
  endOfDay: (day) => `(CAST(${day} AS DATE) + INTERVAL '1 day' - INTERVAL '1 microsecond')`,
}

/** The embedded engine reads SQL with PostgreSQL's rules. */
export const duckdbSyntax: SqlSyntax = { ...postgresSyntax }

export const mysqlSyntax: SqlSyntax = {
  hasBackslashEscapes: true,
  quotesNamesWithBackticks: true,
  hasBacktickNames: true,
  hasPostgresStrings: false,
  hasHashComments: true,
  isPositional: true,
  hasDates: true,
  endOfDay: (day) => `CAST(CONCAT(${day}, ' 23:59:59.999999') AS DATETIME(6))`,
}

/** Backslashes escape in names as in strings. */
export const clickhouseSyntax: SqlSyntax = {
  hasBackslashEscapes: true,
  quotesNamesWithBackticks: false,
  hasBacktickNames: true,
  hasPostgresStrings: false,
  hasHashComments: false,
  isPositional: false,
  hasDates: true,
  endOfDay: (day) => `toDateTime64(concat(${day}, ' 23:59:59.999999'), 6)`,
}

/** Names in brackets are not recognised; their content is read as tokens. */
export const sqliteSyntax: SqlSyntax = {
  hasBackslashEscapes: false,
  quotesNamesWithBackticks: false,
  hasBacktickNames: true,
  hasPostgresStrings: false,
  hasHashComments: false,
  isPositional: true,
  hasDates: false,
  // Sorts after every text of a time on that day, whether a blank or a T separates date and time.
  endOfDay: (day) => `(${day} || 'T23:59:59.999999')`,
}
