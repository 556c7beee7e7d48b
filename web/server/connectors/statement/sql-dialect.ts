import {
  clickhouseSyntax,
  mysqlSyntax,
  postgresSyntax,
  sqliteSyntax,
  type SqlSyntax,
} from '@tidemark/shared/query/sql-syntax'
import type { CellValue } from '@tidemark/shared/query/field'
import { preserveOrder } from './preserve-order'
import { refusedNames, type RefusedNames } from './refused-names'
import { tellingRules, type TellingRules } from './telling-statement'

/** How statements and conditions are written for a database. */
export interface SqlDialect extends SqlSyntax {
  /** Returns the placeholder of a parameter. number: from 1. value: the parameter's value. */
  readonly placeholder: (number: number, value: CellValue) => string
  /** Returns the condition that a column's text contains a text, ignoring case. part: the placeholder of the text. */
  readonly contains: (column: string, part: string) => string
  /**
   * Converts a number's text for comparison with a column, for databases in which a number never equals a text. bind:
   * returns the text's placeholder.
   */
  readonly asIn?: (column: string, bind: () => string) => string
  /**
   * Normalises a column or a placeholder so that equal points in time have equal texts; absent if times are not stored
   * as texts.
   */
  readonly moment?: (text: string) => string
  /**
   * Returns the condition that a value is of a kind, for databases in which any column may hold texts, which sort after
   * numbers and among dates.
   */
  readonly isOf?: (kind: 'numbers' | 'moments', column: string) => string
  /** Changes a statement so that its rows stay in order inside another statement; absent if they do anyway. */
  readonly keepOrder?: (sql: string) => string
  /** Words that would make a SELECT write, in lower case. */
  readonly refusedWords: ReadonlySet<string>
  /** Functions and tables that a statement must not use. */
  readonly refusedNames?: RefusedNames
  /** The statements besides SELECT that may be asked. */
  readonly telling: TellingRules
  /** The characters that begin a parameter in the database's own syntax. */
  readonly parameterSigns: ReadonlySet<string>
}

export const postgresDialect: SqlDialect = {
  ...postgresSyntax,
  placeholder: (number) => `$${number}`,
  contains: (column, part) => `strpos(lower(CAST(${column} AS text)), lower(CAST(${part} AS text))) > 0`,
  // SELECT … INTO creates a table. The read-only transaction would refuse it too, but without a position.
  refusedWords: new Set(['into']),
  refusedNames: refusedNames.postgres,
  telling: tellingRules.postgres,
  parameterSigns: new Set(),
}

export const mysqlDialect: SqlDialect = {
  ...mysqlSyntax,
  placeholder: () => '?',
  // Compare by characters, whatever the column's collation considers equal.
  contains: (column, part) => `LOCATE(LOWER(${part}), LOWER(CONVERT(${column} USING utf8mb4)) COLLATE utf8mb4_bin) > 0`,
  keepOrder: (sql) => preserveOrder(sql, mysqlSyntax),
  // SELECT … INTO OUTFILE writes a file on the server, even in a read-only transaction.
  refusedWords: new Set(['into']),
  refusedNames: refusedNames.mysql,
  telling: tellingRules.mysql,
  parameterSigns: new Set(),
}

export const sqliteDialect: SqlDialect = {
  ...sqliteSyntax,
  placeholder: () => '?',
  contains: (column, part) => `instr(lower(CAST(${column} AS text)), lower(${part})) > 0`,
  // SQLite knows the type of a table's column but not of an expression.
  asIn: (column, bind) =>
    `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN CAST(${bind()} AS numeric) ELSE ${bind()} END`,
  moment: (text) => `moment_text(${text})`,
  isOf: (kind, column) =>
    kind === 'numbers'
      ? `typeof(${column}) IN ('integer', 'real')`
      : `${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'`,
  // The file is opened read-only, and an authorizer allows nothing but reading.
  refusedWords: new Set(),
  telling: tellingRules.sqlite,
  parameterSigns: new Set([':', '@']),
}

export const clickhouseDialect: SqlDialect = {
  ...clickhouseSyntax,
  placeholder: (number, value) => `{p${number}:${clickhouseTypeOf(value)}}`,
  contains: (column, part) => `position(lowerUTF8(toString(${column})), lowerUTF8(${part})) > 0`,
  // The settings make the run read-only, and the answer must be in the format that we ask for.
  refusedWords: new Set(['into']),
  refusedNames: refusedNames.clickhouse,
  telling: tellingRules.clickhouse,
  parameterSigns: new Set(),
}

/** Returns the type under which ClickHouse receives a value. A text can be compared with dates and numbers too. */
function clickhouseTypeOf(value: CellValue): string {
  if (value === null) return 'Nullable(String)'
  if (typeof value === 'boolean') return 'UInt8'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'Int64' : 'Float64'
  return 'String'
}

export function quoteNameIn(dialect: SqlDialect, name: string): string {
  // ClickHouse escapes with backslashes in names.
  if (dialect.hasBackslashEscapes && !dialect.quotesNamesWithBackticks)
    return `"${name.replace(/[\\"]/g, (character) => `\\${character}`)}"`
  return dialect.quotesNamesWithBackticks ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
}
