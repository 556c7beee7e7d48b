import type { SqlSyntax } from './sql-syntax'
import { topLevelWords } from './top-level-words'

/** Returns true if the statement itself, not a part in parentheses, limits its rows. */
export function endsInLimit(sql: string, syntax: SqlSyntax): boolean {
  let isLimited = false
  let previous = ''
  for (const word of topLevelWords(sql, syntax)) {
    // LIMIT ALL keeps all rows.
    if (word === 'limit') isLimited = true
    if (previous === 'limit' && word === 'all') isLimited = false
    if (previous === 'fetch' && (word === 'first' || word === 'next')) isLimited = true
    previous = word
  }
  return isLimited
}
