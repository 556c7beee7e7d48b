import { columnWords, asTitle } from '../builder/column-words'
import { measureWords, rowsOf, totalName } from '../builder/measure-words'
import type { MeasureFunction } from '../builder/question'
import { conditionsOfSql, type SqlCondition } from './sql-conditions'

/** The parts of one plain SELECT. conditions: of its WHERE; null for one that a name cannot tell. */
export interface SqlParts extends Omit<NameParts, 'filters'> {
  readonly conditions: readonly (SqlCondition | null)[]
}

/** The parts of a name. table: as in the database. measures, groups: in words; both are empty for plain rows. */
export interface NameParts {
  readonly table: string
  readonly measures: readonly NamedPart[]
  readonly groups: readonly string[]
  /** The conditions on rows in words; null for a condition that has no words. */
  readonly filters: readonly (string | null)[]
  /** Like `top 10`. */
  readonly rank: string | null
}

/** One measure. total: its name if it is one number over all rows. */
export interface NamedPart {
  readonly words: string
  readonly total: string
}

const token =
  /--[^\n]*|\/\*.*?\*\/|(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\{\{.*?\}\}|[\p{L}_][\p{L}\p{N}_$]*|\d[\d.]*|\S)/gsu

const clauses = new Set(['from', 'where', 'group', 'having', 'order', 'limit', 'window', 'qualify', 'offset', 'fetch'])
/** With any of these there are several tables, or one without a name. */
const combined = new Set(['union', 'except', 'intersect', 'lateral'])

/**
 * Finds the parts of one plain SELECT for its name: the first table, the conditions of its WHERE, and measures and
 * groups whose columns say so by their name or a single function. Null for anything else. An approximation for names only, never for what runs.
 */
export function partsOfSql(sql: string): SqlParts | null {
  const tokens = [...sql.matchAll(token)].map(([text]) => text).filter((text) => !/^(?:--|\/\*)/.test(text))
  if (tokens.at(-1) === ';') tokens.pop()
  if (wordOf(tokens[0]) !== 'select') return null
  const byClause = clausesOf(tokens.slice(1))
  const table = byClause === null ? null : tableOf(byClause.get('from') ?? [])
  if (byClause === null || table === null) return null
  const conditions = conditionsOfSql(byClause.get('where') ?? [])
  const parts = { table, measures: [], groups: [], conditions, rank: null } as const
  const items = splitByCommas(byClause.get('select') ?? []).map((item) => itemOf(item, table))
  const measures = items.flatMap((item) => (item?.kind === 'measure' ? item.part : []))
  const isGrouped = byClause.has('group')
  // A name without one of the columns would describe another question.
  if (measures.length === 0 || items.includes(null)) return parts
  const groups = items.flatMap((item) => (item?.kind === 'column' ? item.words : []))
  if (!isGrouped && groups.length > 0) return parts
  return { ...parts, measures, groups }
}

function wordOf(text: string | undefined): string {
  return (text ?? '').toLowerCase()
}

/** Returns the tokens of each clause of the outermost statement; null if several statements are combined. */
function clausesOf(tokens: readonly string[]): ReadonlyMap<string, readonly string[]> | null {
  const byClause = new Map<string, string[]>()
  let current: string[] = []
  byClause.set('select', current)
  let depth = 0
  for (const text of tokens) {
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    const word = wordOf(text)
    if (depth === 0 && combined.has(word)) return null
    if (depth === 0 && clauses.has(word) && !byClause.has(word)) byClause.set(word, (current = []))
    else current.push(text)
  }
  return byClause
}

/** Returns the name of the first table after FROM, without its schema; null for a subquery or function. */
function tableOf(tokens: readonly string[]): string | null {
  let at = 0
  while (tokens[at + 1] === '.') at += 2
  const name = tokens[at]
  if (name === undefined || !/^[\p{L}_"`]/u.test(name) || tokens[at + 1] === '(') return null
  return unquoted(name)
}

function unquoted(name: string): string {
  return /^["`]/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name
}

function splitByCommas(tokens: readonly string[]): readonly (readonly string[])[] {
  const items: string[][] = [[]]
  let depth = 0
  for (const text of tokens) {
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (text === ',' && depth === 0) items.push([])
    else items.at(-1)?.push(text)
  }
  return items
}

type Item = { readonly kind: 'measure'; readonly part: NamedPart } | { readonly kind: 'column'; readonly words: string }

const functions: ReadonlyMap<string, MeasureFunction> = new Map([
  ['count', 'count'],
  ['sum', 'sum'],
  ['avg', 'average'],
  ['mean', 'average'],
  ['min', 'min'],
  ['max', 'max'],
  ['median', 'median'],
])
/** Matches names that say nothing about a column's content. */
const saysNothing = /^(?:.{0,2}|cnt|num|count|value|total|result)$/i

/** Describes a column of the answer in words; null if that is not possible. */
function itemOf(tokens: readonly string[], table: string): Item | null {
  const { expression, alias } = aliasOf(tokens)
  const call = callOf(expression)
  const isMeasured = expression.some((text, at) => expression[at + 1] === '(' && functions.has(wordOf(text)))
  if (alias !== null && !saysNothing.test(alias)) {
    const words = columnWords(alias)
    return isMeasured ? { kind: 'measure', part: { words, total: asTitle(words) } } : { kind: 'column', words }
  }
  if (call !== null) {
    const rows = rowsOf(table)
    return { kind: 'measure', part: { words: measureWords(call, rows), total: totalName(call, rows) } }
  }
  const column = isMeasured ? null : pathOf(expression)
  return column === null ? null : { kind: 'column', words: columnWords(column) }
}

function aliasOf(tokens: readonly string[]): { readonly expression: readonly string[]; readonly alias: string | null } {
  const last = tokens.at(-1)
  if (last === undefined || !/^[\p{L}_"`]/u.test(last) || tokens.length < 2) return { expression: tokens, alias: null }
  const before = tokens.at(-2)
  if (wordOf(before) === 'as') return { expression: tokens.slice(0, -2), alias: unquoted(last) }
  return before === ')'
    ? { expression: tokens.slice(0, -1), alias: unquoted(last) }
    : { expression: tokens, alias: null }
}

/** Reads one function of a column or of the rows: `sum(amount)`, `count(distinct o.id)`. */
function callOf(tokens: readonly string[]): { fn: MeasureFunction; column: { name: string } | null } | null {
  const fn = functions.get(wordOf(tokens[0]))
  if (fn === undefined || tokens[1] !== '(' || tokens.at(-1) !== ')') return null
  const isDistinct = wordOf(tokens[2]) === 'distinct'
  const inside = tokens.slice(isDistinct ? 3 : 2, -1)
  if (fn === 'count' && !isDistinct && (inside.length === 0 || inside[0] === '*')) return { fn, column: null }
  const name = pathOf(inside)
  return name === null ? null : { fn: fn === 'count' && isDistinct ? 'distinct' : fn, column: { name } }
}

/** Returns the last name of `column`, `t.column` or `schema.t.column`; null for anything else. */
function pathOf(tokens: readonly string[]): string | null {
  const isPath = tokens.every((text, at) => (at % 2 === 0 ? /^[\p{L}_"`]/u.test(text) : text === '.'))
  return isPath && tokens.length % 2 === 1 ? unquoted(tokens.at(-1) ?? '') : null
}
