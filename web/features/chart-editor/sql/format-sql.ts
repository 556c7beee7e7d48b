import { clickhouse, duckdb, formatDialect, mysql, postgresql, sqlite, type DialectOptions } from 'sql-formatter'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { err, ok, type Result } from '@tidemark/shared/base/result'
import {
  clickhouseSyntax,
  duckdbSyntax,
  mysqlSyntax,
  postgresSyntax,
  sqliteSyntax,
  type SqlSyntax,
} from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import { readSqlToken } from '@tidemark/shared/query/sql-token'

export type FormatDialect = 'duckdb' | 'postgres' | 'mysql' | 'clickhouse' | 'sqlite'

const mention = String.raw`\{\{\s*[\p{L}_][\p{L}\p{N}_]*(?:\.(?:start|end))?\s*\}\}`

/**
 * Formats SQL and keeps parameters, optional parts and comments. If the formatted text does not have exactly the same
 * tokens in the same order, it is rejected.
 */
export function formatSql(sql: string, dialect: FormatDialect): Result<string, 'unreadable'> {
  const { formatter, syntax } = dialectOf(dialect)
  try {
    const formatted = formatDialect(sql, {
      dialect: formatter,
      tabWidth: 2,
      keywordCase: 'preserve',
      expressionWidth: 80,
      linesBetweenQueries: 1,
      paramTypes: { custom: [{ regex: mention }, ...(hasBlocks(sql, syntax) ? blockBrackets : [])], named: ['$'] },
    })
    return tokensOf(formatted, syntax) === tokensOf(sql, syntax) ? ok(formatted) : err('unreadable')
  } catch (thrown) {
    // The formatter cannot parse unfinished text; nothing changes then.
    console.debug('the SQL was not formatted', thrown)
    return err('unreadable')
  }
}

function dialectOf(dialect: FormatDialect): { readonly formatter: DialectOptions; readonly syntax: SqlSyntax } {
  switch (dialect) {
    case 'duckdb':
      return { formatter: duckdb, syntax: duckdbSyntax }
    case 'postgres':
      return { formatter: postgresql, syntax: postgresSyntax }
    case 'mysql':
      return { formatter: mysql, syntax: mysqlSyntax }
    case 'clickhouse':
      return { formatter: clickhouse, syntax: clickhouseSyntax }
    case 'sqlite':
      return { formatter: sqlite, syntax: sqliteSyntax }
    default:
      return assertNever(dialect)
  }
}

const blockBrackets = [{ regex: String.raw`\[\[` }, { regex: String.raw`\]\]` }]

/** Returns true if the text has optional parts; otherwise double brackets are nested lists. */
function hasBlocks(sql: string, syntax: SqlSyntax): boolean {
  const template = parseSqlTemplate(sql, syntax)
  return template.ok && template.value.nodes.some(({ kind }) => kind === 'block')
}

/** Returns the tokens without layout: white space between tokens, and at the ends of lines in comments. */
function tokensOf(sql: string, syntax: SqlSyntax): string {
  const texts: string[] = []
  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind === 'comment') texts.push(token.text.replace(/\s+/g, ' ').trim())
    else if (token.kind !== 'space') texts.push(token.text)
  }
  return texts.join('\u0000')
}
