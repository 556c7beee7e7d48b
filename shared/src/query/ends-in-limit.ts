import type { SqlSyntax } from './sql-syntax'
import { topLevelWords } from './top-level-words'

/** True if the statement itself, not a part of it in parentheses, keeps only so many of its rows. */
export function endsInLimit(sql: string, syntax: SqlSyntax): boolean {
  let isLimited = false
  let previous = ''
  for (const word of topLevelWords(sql, syntax)) {
    // LIMIT ALL keeps all of them.
    if (word === 'limit') isLimited = true
    if (previous === 'limit' && word === 'all') isLimited = false
    if (previous === 'fetch' && (word === 'first' || word === 'next')) isLimited = true
    previous = word
  }
  return isLimited
}
