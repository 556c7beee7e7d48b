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

/** How statements and conditions are written for a database. */
export interface SqlDialect extends SqlSyntax {
  /** The parameter in the text that is sent; number: from 1. value: what it stands for. */
  readonly placeholder: (number: number, value: CellValue) => string
  /** The condition that a text, a parameter, is in a column's text, ignoring case. */
  readonly contains: (column: string, part: string) => string
  /** A text of a number as a column has it, where a number is never equal to a text. bind: what stands for the text. */
  readonly asIn?: (column: string, bind: () => string) => string
  /** A column, or what stands for a value, so that a point in time is the same text however it is written; absent where times are no texts. */
  readonly moment?: (text: string) => string
  /** The condition that a value is of a kind, if any column may hold texts, which come after numbers and beside days. */
  readonly isOf?: (kind: 'numbers' | 'moments', column: string) => string
  /** Whatever a statement needs so that its rows stay in their order where another reads them; absent where they do. */
  readonly keepOrder?: (sql: string) => string
  /** Words that make a SELECT write. Lower case. */
  readonly refusedWords: ReadonlySet<string>
  /** Functions and tables that may be neither called nor read. */
  readonly refusedNames?: RefusedNames
  /** The signs that begin a parameter in the database's own syntax. */
  readonly parameterSigns: ReadonlySet<string>
}

export const postgresDialect: SqlDialect = {
  ...postgresSyntax,
  placeholder: (number) => `$${number}`,
  contains: (column, part) => `strpos(lower(CAST(${column} AS text)), lower(CAST(${part} AS text))) > 0`,
  // SELECT … INTO makes a table, which the read-only transaction refuses; here it is said with its place.
  refusedWords: new Set(['into']),
  refusedNames: refusedNames.postgres,
  parameterSigns: new Set(),
}

export const mysqlDialect: SqlDialect = {
  ...mysqlSyntax,
  placeholder: () => '?',
  // By characters, whatever the column's own collation takes for equal.
  contains: (column, part) => `LOCATE(LOWER(${part}), LOWER(CONVERT(${column} USING utf8mb4)) COLLATE utf8mb4_bin) > 0`,
  keepOrder: (sql) => preserveOrder(sql, mysqlSyntax),
  // SELECT … INTO OUTFILE writes a file of the server, in a read-only transaction too.
  refusedWords: new Set(['into']),
  refusedNames: refusedNames.mysql,
  parameterSigns: new Set(),
}

export const sqliteDialect: SqlDialect = {
  ...sqliteSyntax,
  placeholder: () => '?',
  contains: (column, part) => `instr(lower(CAST(${column} AS text)), lower(${part})) > 0`,
  // Of a table's own column it knows the type, of what is calculated it does not.
  asIn: (column, bind) =>
    `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN CAST(${bind()} AS numeric) ELSE ${bind()} END`,
  moment: (text) => `moment_text(${text})`,
  isOf: (kind, column) =>
    kind === 'numbers'
      ? `typeof(${column}) IN ('integer', 'real')`
      : `${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'`,
  // Its file is opened to be read, and an authorizer passes nothing else.
  refusedWords: new Set(),
  parameterSigns: new Set([':', '@']),
}

export const clickhouseDialect: SqlDialect = {
  ...clickhouseSyntax,
  placeholder: (number, value) => `{p${number}:${clickhouseTypeOf(value)}}`,
  contains: (column, part) => `position(lowerUTF8(toString(${column})), lowerUTF8(${part})) > 0`,
  // Its settings are those of a run that reads alone, and it answers in a format of ours.
  refusedWords: new Set(['into']),
  refusedNames: refusedNames.clickhouse,
  parameterSigns: new Set(),
}

/** ClickHouse is told the type of each value. A text compares with dates as well, and with numbers. */
function clickhouseTypeOf(value: CellValue): string {
  if (value === null) return 'Nullable(String)'
  if (typeof value === 'boolean') return 'UInt8'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'Int64' : 'Float64'
  return 'String'
}

export function quoteNameIn(dialect: SqlDialect, name: string): string {
  // ClickHouse's names have backslashes.
  if (dialect.hasBackslashEscapes && !dialect.quotesNamesWithBackticks)
    return `"${name.replace(/[\\"]/g, (character) => `\\${character}`)}"`
  return dialect.quotesNamesWithBackticks ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
}
