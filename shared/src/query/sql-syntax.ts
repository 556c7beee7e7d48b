/** The parts of a database's SQL syntax needed to find strings, comments, names and parameters. */
export interface SqlSyntax {
  /** A backslash in a string takes the next character with it. */
  readonly hasBackslashEscapes: boolean
  /** Double quotes are around strings, backticks around names; else double quotes are around names. */
  readonly quotesNamesWithBackticks: boolean
  /** Backticks are around names, whatever double quotes are around. */
  readonly hasBacktickNames: boolean
  /** `$tag$ … $tag$` is a string, `E'…'` one with backslashes, and comments nest. */
  readonly hasPostgresStrings: boolean
  /** `#` begins a comment, and `--` only before white space. */
  readonly hasHashComments: boolean
  /** Each mention of a parameter is one of its own, written `?`. */
  readonly isPositional: boolean
  /** There is a type of dates; else they are texts, and a cast to one would make a number of the year. */
  readonly hasDates: boolean
  /** SQL for the last moment of a day. day: the placeholder of its text. */
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

/** Names have backslashes as strings do. */
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

/** Names in brackets are not told from other text: what they hold is read as tokens. */
export const sqliteSyntax: SqlSyntax = {
  hasBackslashEscapes: false,
  quotesNamesWithBackticks: false,
  hasBacktickNames: true,
  hasPostgresStrings: false,
  hasHashComments: false,
  isPositional: true,
  hasDates: false,
  // After every text of a time of that day, with a blank or a T between.
  endOfDay: (day) => `(${day} || 'T23:59:59.999999')`,
}
