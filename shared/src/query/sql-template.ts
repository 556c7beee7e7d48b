import { err, ok, type Result } from '../base/result'
import type { SqlSyntax } from './sql-syntax'
import { readSqlToken, type SqlToken } from './sql-token'

/** One `{{name}}` in a text. part: of a date range. from, to: UTF-16 units, including the braces. */
export interface ParameterMention {
  readonly name: string
  readonly part: 'start' | 'end' | null
  readonly from: number
  readonly to: number
}

/** block: `[[ … ]]`, which is left out unless each parameter in it has a value. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly from: number; readonly to: number }
  | { readonly kind: 'mention'; readonly mention: ParameterMention }
  | {
      readonly kind: 'block'
      readonly from: number
      readonly to: number
      readonly nodes: readonly Exclude<TemplateNode, { readonly kind: 'block' }>[]
    }

/** Parsed SQL with its parameters. mentions: all of them, in the order of the text. */
export interface SqlTemplate {
  readonly sql: string
  readonly syntax: Pick<SqlSyntax, 'hasDates' | 'endOfDay'>
  readonly nodes: readonly TemplateNode[]
  readonly mentions: readonly (ParameterMention & { readonly isOptional: boolean })[]
}

/** A syntax error of a template and its index in the text. */
export interface TemplateProblem {
  readonly index: number
  readonly detail: string
}

const maxMentions = 500
const mentionPattern = /\{\{\s*([\p{L}_][\p{L}\p{N}_]{0,62})(?:\.(start|end))?\s*\}\}/uy

/**
 * Parses `{{name}}`, `{{name.start}}`, `{{name.end}}` and `[[ … ]]` outside strings, quoted names and comments.
 *
 * Two opening brackets begin a block only if the two closing ones are adjacent and a parameter is inside, so that `[[1,
 * 2], [3]]` and `ARRAY[[1, 2]]` keep their meaning in the database's language. Blocks do not nest.
 */
export function parseSqlTemplate(sql: string, syntax: SqlSyntax): Result<SqlTemplate, TemplateProblem> {
  const lexed = lex(sql, syntax)
  if (!lexed.ok) return lexed
  const tokens = lexed.value
  const closers = blockClosers(tokens)
  const nodes: TemplateNode[] = []
  const mentions: (ParameterMention & { readonly isOptional: boolean })[] = []
  let inner: Exclude<TemplateNode, { kind: 'block' }>[] | null = null
  let blockFrom = 0
  let blockEndsAt = -1
  let textFrom = 0
  const flushText = (to: number) => {
    if (to > textFrom) (inner ?? nodes).push({ kind: 'text', from: textFrom, to })
  }

  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined) break
    if (index === blockEndsAt && inner !== null) {
      flushText(token.from)
      textFrom = token.to + 1
      nodes.push({ kind: 'block', from: blockFrom, to: textFrom, nodes: inner })
      inner = null
      index++
      continue
    }
    if (token.kind === 'mention') {
      flushText(token.from)
      textFrom = token.to
      ;(inner ?? nodes).push({ kind: 'mention', mention: token.mention })
      mentions.push({ ...token.mention, isOptional: inner !== null })
      continue
    }
    const closer = closers.get(index)
    if (closer === undefined) continue
    if (closer === null) return err({ index: token.from, detail: 'This optional part is not closed with ]].' })
    if (inner !== null) return err({ index: token.from, detail: 'An optional part cannot lie inside another one.' })
    flushText(token.from)
    inner = []
    blockFrom = token.from
    blockEndsAt = closer
    textFrom = token.to + 1
    index++
  }
  flushText(sql.length)
  return ok({ sql, syntax, nodes, mentions })
}

type TemplateToken =
  | { readonly kind: 'open' | 'close' | 'other'; readonly from: number; readonly to: number }
  | { readonly kind: 'mention'; readonly mention: ParameterMention; readonly from: number; readonly to: number }

function lex(sql: string, syntax: SqlSyntax): Result<readonly TemplateToken[], TemplateProblem> {
  const tokens: TemplateToken[] = []
  let mentionCount = 0
  for (let index = 0; index < sql.length;) {
    if (sql.startsWith('{{', index)) {
      mentionCount += 1
      if (mentionCount > maxMentions)
        return err({ index, detail: `Parameters can be mentioned ${maxMentions} times at most.` })
      mentionPattern.lastIndex = index
      const match = mentionPattern.exec(sql)
      if (match === null) return err({ index, detail: 'A parameter is written {{name}}: letters, digits and _.' })
      const mention = { name: match[1] ?? '', part: partOf(match[2]), from: index, to: mentionPattern.lastIndex }
      tokens.push({ kind: 'mention', mention, from: mention.from, to: mention.to })
      index = mention.to
      continue
    }
    const token = readSqlToken(sql, index, syntax)
    tokens.push({ kind: kindOf(token), from: token.from, to: token.to })
    index = token.to
  }
  return ok(tokens)
}

function kindOf({ kind, text }: SqlToken): 'open' | 'close' | 'other' {
  if (kind !== 'symbol') return 'other'
  return text === '[' ? 'open' : text === ']' ? 'close' : 'other'
}

function partOf(text: string | undefined): ParameterMention['part'] {
  return text === 'start' || text === 'end' ? text : null
}

/**
 * Returns, by the index of a block's first token, the index of the first of its closing brackets; null if a block was
 * intended but not closed.
 */
function blockClosers(tokens: readonly TemplateToken[]): ReadonlyMap<number, number | null> {
  const closers = new Map<number, number | null>()
  const open: number[] = []
  const pairs = new Map<number, number>()
  tokens.forEach(({ kind }, index) => {
    if (kind === 'open') open.push(index)
    else if (kind === 'close') {
      const opener = open.pop()
      if (opener !== undefined) pairs.set(opener, index)
    }
  })
  const mentionsBefore = [0]
  for (const { kind } of tokens) mentionsBefore.push((mentionsBefore.at(-1) ?? 0) + (kind === 'mention' ? 1 : 0))
  const hasMention = (from: number, to: number) => mentionsBefore[to] !== mentionsBefore[from]
  for (let index = 0; index + 1 < tokens.length; index++) {
    if (!isPair(tokens, index, 'open')) continue
    const [outer, inner] = [pairs.get(index), pairs.get(index + 1)]
    if (outer === undefined) {
      if (hasMention(index, tokens.length)) closers.set(index, null)
    } else if (inner === outer - 1 && isPair(tokens, inner, 'close') && hasMention(index, outer)) {
      closers.set(index, inner)
    }
  }
  return closers
}

function isPair(tokens: readonly TemplateToken[], index: number, kind: 'open' | 'close'): boolean {
  const [first, second] = [tokens[index], tokens[index + 1]]
  return first?.kind === kind && second?.kind === kind && first.to === second.from
}
