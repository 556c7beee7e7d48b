import { readSqlToken } from './sql-token'
import type { SqlSyntax } from './sql-syntax'

/** Yields the words of a statement outside parentheses, in lower case and in order. */
export function* topLevelWords(sql: string, syntax: SqlSyntax): Generator<string> {
  let depth = 0
  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind === 'symbol') depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0
    if (token.kind === 'word' && depth === 0) yield token.text.toLowerCase()
  }
}
