import { err, ok, type Result } from '../../base/result'
import { textHash } from '../../base/text-hash'
import { TidemarkError } from '../../errors/tidemark-error'
import { bindTemplate } from '../../query/bind-template'
import type { SqlQuery } from '../../query/run-query'
import { parseSqlTemplate } from '../../query/sql-template'
import type { SqlSyntax } from '../../query/sql-syntax'
import { readSqlToken } from '../../query/sql-token'
import type { SqlText } from '../compile/sql-node'

/** The words that a statement begins with which can stand in brackets after `AS`. */
const readingWords: ReadonlySet<string> = new Set(['select', 'with', 'from', 'values', 'table'])

/**
 * Returns a statement as it can stand in brackets of another one, on lines of its own; or why it cannot, as the end of a
 * sentence. It is one statement that reads, and every bracket, text and comment that it opens it closes: what comes
 * after it in brackets is certainly not part of it. values: those of the `$name` in it.
 */
export function nestedSelect(
  sql: string,
  syntax: SqlSyntax,
  values: Readonly<Record<string, unknown>> = {},
): Result<string, string> {
  let [depth, end] = [1, sql.length]
  let [begins, isEnded] = [false, false]
  // Our own closing bracket is met as one only if nothing before has swallowed it.
  const closed = `${sql}\n)`
  for (let index = 0; index < closed.length;) {
    const token = readSqlToken(closed, index, syntax)
    index = token.to
    if (token.kind === 'space' || token.kind === 'comment') continue
    if (token.kind === 'executable-comment') return err('has a comment that the database runs.')
    const isGiven = token.kind === 'parameter' && Object.hasOwn(values, token.text.slice(1))
    if (!isGiven && (token.kind === 'parameter' || token.kind === 'placeholder'))
      return err(`waits for a value at ${token.text}. Write {{name}}, with a default.`)
    const sign = token.kind === 'symbol' ? token.text : ''
    if (sign === ')' && index === closed.length) depth -= 1
    else if (sign === ';') {
      if (depth !== 1) return err('has a ; inside brackets.')
      if (!isEnded) end = token.from
      isEnded = true
    } else if (isEnded) return err('has more than one statement.')
    else if (sign === '(') depth += 1
    else if (sign === ')') {
      depth -= 1
      if (depth === 0) return err('closes a bracket that it does not open.')
    } else if (!begins) {
      begins = true
      if (token.kind !== 'word' || !readingWords.has(token.text.toLowerCase())) return err('is not one SELECT.')
    }
  }
  if (!begins) return err('has no SQL yet.')
  return depth === 0 ? ok(sql.slice(0, end).trim()) : err('leaves a bracket, text or comment open.')
}

/**
 * Returns a query's text as a part of another statement, with the defaults of its parameters; or why it cannot be one, as the end of a
 * sentence. id: keeps its values apart from those of other models.
 */
export function nestedSql(query: SqlQuery, syntax: SqlSyntax, id: string): Result<SqlText, string> {
  const template = parseSqlTemplate(query.sql, syntax)
  if (!template.ok) return err(`cannot be read: ${template.error.detail}`)
  try {
    const { text, params } = bindTemplate(template.value, query.parameters ?? [], {}, new Set(), `m_${textHash(id)}_`)
    const nested = nestedSelect(text, syntax, params)
    return nested.ok ? ok({ kind: 'text', text: nested.value, params }) : nested
  } catch (thrown) {
    if (!(thrown instanceof TidemarkError)) throw thrown
    return err(`waits for a value: ${thrown.detail} Give it a default.`)
  }
}
