import { dayAfter } from '../base/calendar-day'
import type { QuestionTest } from '../builder/question'
import type { FieldType } from '../query/field'

/** A condition of a WHERE that a name can tell. type: that of the value it compares with. */
export interface SqlCondition {
  readonly column: { readonly name: string; readonly type: FieldType }
  readonly test: QuestionTest
}

/**
 * Reads the conditions of a WHERE from its tokens. Null stands for one that a name cannot tell; what changes with a
 * parameter, or only joins tables, is left out. An approximation for names only.
 */
export function conditionsOfSql(tokens: readonly string[]): readonly (SqlCondition | null)[] {
  const conditions = splitByAnd(withoutOptional(tokens))
  if (conditions === null) return [null]
  return withSpans(conditions.flatMap((condition) => conditionOf(withoutBrackets(condition))))
}

/** Leaves out `[[ … ]]`, which depends on whether a parameter has a value. */
function withoutOptional(tokens: readonly string[]): readonly string[] {
  let isOptional = false
  return tokens.filter((text, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (text === '[' && after === '[') isOptional = true
    const isLeftOut = isOptional
    if (text === ']' && before === ']') isOptional = false
    return !isLeftOut
  })
}

/** Splits at each AND outside parentheses that no BETWEEN needs; null if there is an OR. */
function splitByAnd(tokens: readonly string[]): readonly (readonly string[])[] | null {
  const parts: string[][] = [[]]
  let depth = 0
  let isBetween = false
  for (const text of tokens) {
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    const word = depth === 0 ? text.toLowerCase() : ''
    if (word === 'or') return null
    if (word === 'between') isBetween = true
    if (word === 'and' && !isBetween) {
      parts.push([])
      continue
    }
    if (word === 'and') isBetween = false
    parts.at(-1)?.push(text)
  }
  return parts.filter((part) => part.length > 0)
}

function withoutBrackets(tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== '(' || tokens.at(-1) !== ')') return tokens
  let depth = 0
  const closes = tokens.findIndex((text) => (depth += text === '(' ? 1 : text === ')' ? -1 : 0) === 0)
  return closes === tokens.length - 1 ? withoutBrackets(tokens.slice(1, -1)) : tokens
}

const comparisons = { '<': 'less', '<=': 'at-most', '>': 'greater', '>=': 'at-least' } as const

function conditionOf(tokens: readonly string[]): readonly (SqlCondition | null)[] {
  if (tokens.some((text) => text.startsWith('{{'))) return []
  const at = tokens.findIndex((text) => /^(?:[=<>!]|between|in|is|like|ilike|not)$/i.test(text))
  const name = columnOf(at === -1 ? tokens : tokens.slice(0, at))
  if (name === null) return [null]
  if (at === -1) return [{ column: { name, type: 'boolean' }, test: { op: 'is-true' } }]
  const { operator, rest } = operatorOf(tokens.slice(at))
  const found = (value: Literal, test: QuestionTest): readonly SqlCondition[] => [
    { column: { name, type: value.type }, test },
  ]
  switch (operator) {
    case 'is null':
      return found(textLiteral, { op: 'is-empty' })
    case 'is not null':
      return found(textLiteral, { op: 'is-not-empty' })
    case 'between': {
      const middle = rest.findIndex((text) => text.toLowerCase() === 'and')
      const [from, to] = [literalOf(rest.slice(0, middle)), literalOf(rest.slice(middle + 1))]
      return from === null || to === null ? [null] : found(from, { op: 'between', from: from.text, to: to.text })
    }
    case 'in': {
      const values = rest
        .slice(1, -1)
        .filter((text) => text !== ',')
        .map((text) => literalOf([text]))
      const [first] = values
      if (rest[0] !== '(' || !first || values.includes(null)) return [null]
      return found(first, { op: 'is', values: values.flatMap((value) => value?.text ?? []) })
    }
    case 'like': {
      const part = /^%([^%_]+)%$/.exec(literalOf(rest)?.text ?? '')?.[1]
      return part === undefined ? [null] : found(textLiteral, { op: 'contains', value: part, ignoresCase: true })
    }
  }
  // Columns that are equal join two tables.
  if (operator === '=' && columnOf(rest) !== null && !/^(?:true|false)$/i.test(rest.join(''))) return []
  const value = literalOf(rest)
  if (value === null) return [null]
  if (value.type === 'boolean' && operator === '=')
    return found(value, { op: value.text === 'true' ? 'is-true' : 'is-false' })
  if (operator === '=') return found(value, { op: 'is', values: [value.text] })
  if (operator === '<>' || operator === '!=') return found(value, { op: 'is-not', values: [value.text] })
  return operator in comparisons
    ? found(value, { op: comparisons[operator as keyof typeof comparisons], value: value.text }) // just asked
    : [null]
}

/** Reads an operator of one or more tokens. */
function operatorOf(tokens: readonly string[]): { readonly operator: string; readonly rest: readonly string[] } {
  const [first = '', second = '', third = ''] = tokens.map((text) => text.toLowerCase())
  if (first === 'is' && second === 'not' && third === 'null') return { operator: 'is not null', rest: tokens.slice(3) }
  if (first === 'is' && second === 'null') return { operator: 'is null', rest: tokens.slice(2) }
  if (/^[<>!]$/.test(first) && /^[=>]$/.test(second)) return { operator: first + second, rest: tokens.slice(2) }
  return { operator: first === 'ilike' ? 'like' : first, rest: tokens.slice(1) }
}

/** Returns the name of `column` or `t.column`, and `year` for the year of any column; null for anything else. */
function columnOf(tokens: readonly string[]): string | null {
  const words = tokens.map((text) => text.toLowerCase())
  const takesYear =
    (words[0] === 'year' && words[1] === '(') ||
    (words[0] === 'extract' && words[2] === 'year' && words[3] === 'from') ||
    (words[0] === 'date_part' && words[2] === "'year'")
  if (takesYear && words.at(-1) === ')' && words.filter((text) => text === '(').length === 1) return 'year'
  const isPath = tokens.every((text, at) => (at % 2 === 0 ? /^[\p{L}_"`]/u.test(text) : text === '.'))
  const last = tokens.at(-1)
  if (!isPath || tokens.length % 2 === 0 || last === undefined) return null
  return /^["`]/.test(last) ? last.slice(1, -1) : last
}

interface Literal {
  readonly text: string
  readonly type: FieldType
}

const textLiteral: Literal = { text: '', type: 'text' }

/** Reads a text, number, date or boolean, with its cast; null for anything else. */
function literalOf(tokens: readonly string[]): Literal | null {
  const bare = /^(?:date|timestamp|timestamptz)$/i.test(tokens[0] ?? '') ? tokens.slice(1) : tokens
  const cast = bare.findIndex((text, at) => text === ':' && bare[at + 1] === ':')
  const [first = '', second, ...more] = cast === -1 ? bare : bare.slice(0, cast)
  if (first === '-' && second !== undefined && more.length === 0 && /^\d/.test(second))
    return { text: `-${second}`, type: 'number' }
  if (second !== undefined) return null
  if (/^\d[\d.]*$/.test(first)) return { text: first, type: 'number' }
  if (/^(?:true|false)$/i.test(first)) return { text: first.toLowerCase(), type: 'boolean' }
  if (!first.startsWith("'")) return null
  const text = first.slice(1, -1).replaceAll("''", "'")
  const day = /^(\d{4}-\d\d-\d\d)(?:[ T]00:00(?::00)?)?$/.exec(text)?.[1]
  return day === undefined ? { text, type: 'text' } : { text: day, type: 'date' }
}

/** Joins two ends of one span of days, `>= '2024-01-01'` and `< '2025-01-01'`, to one condition. */
function withSpans(conditions: readonly (SqlCondition | null)[]): readonly (SqlCondition | null)[] {
  const isOf = (condition: SqlCondition | null, name: string, ...ops: readonly string[]): condition is SqlCondition =>
    condition?.column.name === name && condition.column.type === 'date' && ops.includes(condition.test.op)
  return conditions.flatMap((condition) => {
    if (condition === null || condition.column.type !== 'date') return [condition]
    const { name } = condition.column
    const start = conditions.find((one) => isOf(one, name, 'at-least'))
    const end = conditions.find((one) => isOf(one, name, 'less', 'at-most'))
    if (!start || !end || (condition !== start && condition !== end)) return [condition]
    const [from, to] = [valueOf(start), valueOf(end)]
    const last = end.test.op === 'less' ? dayAfter(to, -1) : to
    return condition === end ? [] : [{ ...start, test: { op: 'between', from, to: last } as const }]
  })
}

function valueOf({ test }: SqlCondition): string {
  return 'value' in test ? test.value : ''
}
