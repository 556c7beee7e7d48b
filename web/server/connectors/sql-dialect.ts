/** What of a database's SQL must be known to find its strings, comments and parameters, and to write conditions. */
export interface SqlDialect {
  /** A backslash in a string takes the next character with it. */
  readonly hasBackslashEscapes: boolean
  /** Double quotes are around strings, backticks around names; else double quotes are around names. */
  readonly quotesNamesWithBackticks: boolean
  /** `$tag$ … $tag$` is a string, `E'…'` one with backslashes, and comments nest. */
  readonly hasPostgresStrings: boolean
  /** `#` begins a comment, and `--` only before white space. */
  readonly hasHashComments: boolean
  /** The parameter in the text that is sent; number: from 1. */
  readonly placeholder: (number: number) => string
  /** Each mention of a parameter is one of its own, with its own value. */
  readonly isPositional: boolean
  /** Words that make a SELECT write. Lower case. */
  readonly refusedWords: ReadonlySet<string>
}

export const postgresDialect: SqlDialect = {
  hasBackslashEscapes: false,
  quotesNamesWithBackticks: false,
  hasPostgresStrings: true,
  hasHashComments: false,
  placeholder: (number) => `$${number}`,
  isPositional: false,
  // SELECT … INTO makes a table, which the read-only transaction refuses; here it is said with its place.
  refusedWords: new Set(['into']),
}

export const mysqlDialect: SqlDialect = {
  hasBackslashEscapes: true,
  quotesNamesWithBackticks: true,
  hasPostgresStrings: false,
  hasHashComments: true,
  placeholder: () => '?',
  isPositional: true,
  // SELECT … INTO OUTFILE writes a file of the server, in a read-only transaction too.
  refusedWords: new Set(['into']),
}

export function quoteName(dialect: SqlDialect, name: string): string {
  return dialect.quotesNamesWithBackticks ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
}
