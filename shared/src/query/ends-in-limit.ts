import { readSqlToken } from './sql-token'
import type { SqlSyntax } from './sql-syntax'

/** Whether the statement itself, not a part of it in parentheses, keeps only so many of its rows. */
export function endsInLimit(sql: string, syntax: SqlSyntax): boolean {
  let depth = 0
  let isLimited = false
  let previous = ''
  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind === 'symbol') depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0
    if (token.kind !== 'word' || depth > 0) continue
    const text = token.text.toLowerCase()
    // LIMIT ALL keeps all of them.
    if (text === 'limit') isLimited = true
    if (previous === 'limit' && text === 'all') isLimited = false
    if (previous === 'fetch' && (text === 'first' || text === 'next')) isLimited = true
    previous = text
  }
  return isLimited
}
