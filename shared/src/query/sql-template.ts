import { err, ok, type Result } from '../base/result'
import type { SqlSyntax } from './sql-syntax'
import { sqlLimits } from './sql-limits'
import { depthOfComment, readSqlToken, type SqlToken } from './sql-token'

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

/** A syntax error of a template, or a limit that its text exceeds, and its index in the text. */
export interface TemplateProblem {
  readonly code: 'query-syntax' | 'text-too-large'
  readonly index: number
  readonly detail: string
}

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
    if (closer === null) return wrong(token.from, 'This optional part is not closed with ]].')
    if (inner !== null) return wrong(token.from, 'An optional part cannot lie inside another one.')
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

/** A bracket or a mention. Nothing else of a text matters here, so that long texts leave few tokens. */
type TemplateToken =
  | { readonly kind: 'open' | 'close'; readonly from: number; readonly to: number }
  | { readonly kind: 'mention'; readonly mention: ParameterMention; readonly from: number; readonly to: number }

/**
 * Reads the tokens of a text once, within `sqlLimits`. Whatever reads the text afterwards can rely on these: the
 * database's own parser may need time that grows with the square of a nesting.
 */
function lex(sql: string, syntax: SqlSyntax): Result<readonly TemplateToken[], TemplateProblem> {
  if (sql.length > sqlLimits.characters)
    return tooLarge(sqlLimits.characters, `${sql.length} characters`, sqlLimits.characters)
  const tokens: TemplateToken[] = []
  const names = new Set<string>()
  let [tokenCount, mentionCount, depth] = [0, 0, 0]
  for (let index = 0; index < sql.length;) {
    tokenCount += 1
    if (tokenCount > sqlLimits.tokens) return tooLarge(index, 'more words and signs', sqlLimits.tokens)
    if (sql.startsWith('{{', index)) {
      mentionCount += 1
      if (mentionCount > sqlLimits.mentions)
        return wrong(index, `Parameters can be mentioned ${sqlLimits.mentions} times at most.`)
      mentionPattern.lastIndex = index
      const match = mentionPattern.exec(sql)
      if (match === null) return wrong(index, 'A parameter is written {{name}}: letters, digits and _.')
      if (match[1] === '__proto__') return wrong(index, '“__proto__” cannot be the name of a parameter.')
      const mention = { name: match[1] ?? '', part: partOf(match[2]), from: index, to: mentionPattern.lastIndex }
      names.add(mention.name)
      if (names.size > sqlLimits.parameters) return tooLarge(index, 'more parameters', sqlLimits.parameters)
      tokens.push({ kind: 'mention', mention, from: mention.from, to: mention.to })
      index = mention.to
      continue
    }
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind === 'space') tokenCount -= 1
    if (token.kind === 'comment' && token.text.startsWith('/*') && depthOfComment(token.text) > sqlLimits.comments)
      return tooLarge(token.from, 'comments nested deeper', sqlLimits.comments)
    if (token.kind !== 'symbol') continue
    if (openers.has(token.text)) depth += 1
    if (closers.has(token.text)) depth = Math.max(0, depth - 1)
    if (depth > sqlLimits.brackets) return tooLarge(token.from, 'brackets nested deeper', sqlLimits.brackets)
    const kind = bracketKind(token)
    if (kind !== null) tokens.push({ kind, from: token.from, to: token.to })
  }
  return ok(tokens)
}

const openers: ReadonlySet<string> = new Set(['(', '[', '{'])
const closers: ReadonlySet<string> = new Set([')', ']', '}'])

function bracketKind({ text }: SqlToken): 'open' | 'close' | null {
  return text === '[' ? 'open' : text === ']' ? 'close' : null
}

function wrong(index: number, detail: string): Result<never, TemplateProblem> {
  return err({ code: 'query-syntax', index, detail })
}

function tooLarge(index: number, what: string, limit: number): Result<never, TemplateProblem> {
  return err({ code: 'text-too-large', index, detail: `The SQL has ${what}: the limit is ${limit}.` })
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
