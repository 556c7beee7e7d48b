import { assertNever } from '../base/assert-never'
import { TidemarkError, type Position } from '../errors/tidemark-error'
import { mentionedParameters } from './declared-parameters'
import { decimalPlaces, exactNumberSchema } from './exact-number'
import type { CellValue } from './field'
import {
  dateRangeSchema,
  givenValue,
  isoDateSchema,
  parameterLabel,
  type Parameter,
  type ParameterValues,
} from './parameter'
import { sqlLimits } from './sql-limits'
import type { ParameterMention, SqlTemplate, TemplateNode } from './sql-template'

/**
 * SQL whose parameters are `$p1`, `$p2` …, to be bound. positionOf: maps a position in `text` to one in the template.
 */
export interface BoundTemplate {
  readonly text: string
  readonly params: Readonly<Record<string, CellValue>>
  readonly positionOf: (position: Position) => Position
}

/** The type as which a value is bound: a text may be a day, or the digits of a number. */
type WrittenType = 'plain' | 'date' | 'day-end' | 'number'

/** A checked value, which replaces each mention. */
type CheckedValue =
  | { readonly kind: 'one'; readonly value: CellValue; readonly type: WrittenType }
  | { readonly kind: 'many'; readonly values: readonly CellValue[]; readonly type: WrittenType }
  | { readonly kind: 'range'; readonly start: string; readonly end: string }

/**
 * Replaces parameters by placeholders, and leaves out optional parts with a parameter that has no value. The text
 * depends on which parameters have a value and on the length of lists, never on a value itself. prefix: what the names of
 * placeholders begin with.
 *
 * Fails with `query-parameter`, at its position in the template, for a value that is missing, unknown or of another
 * type.
 */
export function bindTemplate(
  template: SqlTemplate,
  declared: readonly Parameter[],
  values: ParameterValues,
  taken: ReadonlySet<string> = new Set(),
  prefix = 'p',
): BoundTemplate {
  const { sql, syntax } = template
  const parameters = mentionedParameters(template, declared)
  const checked = new Map<string, CheckedValue>()
  for (const name of Object.keys(values)) {
    if (!parameters.some((parameter) => parameter.name === name))
      throw new TidemarkError('query-parameter', { detail: `There is no parameter “${name}” here.` })
  }
  for (const parameter of parameters) {
    const first = template.mentions.find(({ name }) => name === parameter.name)
    const fail = (detail: string) => {
      const position = first === undefined ? undefined : positionAtIndex(sql, first.from)
      return new TidemarkError('query-parameter', { detail, position })
    }
    const given = givenValue(values, parameter.name)
    const value = checkValue(parameter, given === undefined ? (parameter.default ?? null) : given, fail)
    if (value !== null) checked.set(parameter.name, value)
    else if (parameter.isRequired) throw fail(`“${parameterLabel(parameter)}” needs a value.`)
  }

  const names = placeholderNames(sql, taken, prefix)
  const params: Record<string, CellValue> = {}
  let boundCount = 0
  const pieces: Piece[] = []
  let text = ''
  const push = (from: number, written: string, isCopy: boolean) => {
    pieces.push({ at: text.length, from, isCopy })
    text += written
  }
  const bind = (value: CellValue, type: WrittenType): string => {
    boundCount += 1
    if (boundCount > sqlLimits.boundValues)
      throw new TidemarkError('text-too-large', {
        detail: `The parameters bind more values: the limit is ${sqlLimits.boundValues}.`,
      })
    const name = names.next()
    params[name] = value
    // Casts in the text, so that date functions accept it; the cast does not depend on the value.
    if (type === 'day-end') return syntax.endOfDay(`$${name}`)
    if (type === 'date' && syntax.hasDates) return `CAST($${name} AS DATE)`
    // A number that a double cannot represent is passed as text; the SQL contains only its number of decimals.
    if (type === 'number' && typeof value === 'string') return `CAST($${name} AS DECIMAL(38,${decimalPlaces(value)}))`
    return `$${name}`
  }
  const writeMention = (mention: ParameterMention) => {
    const value = checked.get(mention.name)
    const fail = (detail: string) =>
      new TidemarkError('query-parameter', { detail, position: positionAtIndex(sql, mention.from) })
    const parameter = parameters.find(({ name }) => name === mention.name)
    if (value === undefined || parameter === undefined)
      throw fail(`“${parameterLabel(parameter ?? mention)}” needs a value.`)
    // Spaces around it keep it from joining a neighbouring word or number.
    push(mention.from, ` ${placeholdersOf(value, mention, isUpTo(sql, mention), bind, fail)} `, false)
  }
  const write = (node: TemplateNode): void => {
    switch (node.kind) {
      case 'text':
        return push(node.from, sql.slice(node.from, node.to), true)
      case 'mention':
        return writeMention(node.mention)
      case 'block': {
        push(node.from, ' ', false)
        const isWhole = node.nodes.every((inner) => inner.kind !== 'mention' || checked.has(inner.mention.name))
        if (isWhole) node.nodes.forEach(write)
        // The closing space also ends a word; a comment inside ends at its line.
        return push(node.to - 2, ' ', false)
      }
      default:
        return assertNever(node)
    }
  }
  template.nodes.forEach(write)
  return { text, params, positionOf: (position) => originalPosition(sql, text, pieces, position) }
}

interface Piece {
  readonly at: number
  readonly from: number
  readonly isCopy: boolean
}

function placeholdersOf(
  value: CheckedValue,
  { name, part }: ParameterMention,
  isLast: boolean,
  bind: (value: CellValue, type: WrittenType) => string,
  fail: (detail: string) => TidemarkError,
): string {
  switch (value.kind) {
    case 'range':
      if (part === null) throw fail(`“${name}” is a range of dates: write {{${name}.start}} and {{${name}.end}}.`)
      return bind(value[part], part === 'end' && isLast ? 'day-end' : 'date')
    case 'one':
      if (part !== null) throw fail(`“${name}” is one value: write {{${name}}}.`)
      return bind(value.value, value.type === 'date' && isLast ? 'day-end' : value.type)
    case 'many':
      if (part !== null) throw fail(`“${name}” is a list: write {{${name}}}.`)
      return value.values.map((item) => bind(item, value.type)).join(', ')
    default:
      return assertNever(value)
  }
}

/** Enough for `between {{name.start}} and` with a long name and line breaks. */
const longestBetween = 400

/** Returns true if a mention is an inclusive upper bound: a day then means its last moment. */
function isUpTo(sql: string, { from, to }: Pick<ParameterMention, 'from' | 'to'>): boolean {
  // Only the ends beside it are searched, because a full search per mention would be slow in long texts.
  const before = sql.slice(Math.max(0, from - longestBetween), from).trimEnd()
  if (before.endsWith('<=') || /\bbetween\s+\{\{[^{}]*\}\}\s+and$/i.test(before)) return true
  return /^\s*>=/.test(sql.slice(to, to + longestBetween))
}

function checkValue(
  parameter: Parameter,
  value: unknown,
  fail: (detail: string) => TidemarkError,
): CheckedValue | null {
  const label = parameterLabel(parameter)
  if (value === null || value === '') return null
  const isDay = (item: unknown): item is string => isoDateSchema.safeParse(item).success
  const one = (item: CellValue, type: WrittenType = 'plain'): CheckedValue => ({ kind: 'one', value: item, type })
  switch (parameter.type) {
    case 'text':
      if (typeof value !== 'string') throw fail(`“${label}” takes text.`)
      return one(value)
    case 'number':
      if (!isNumber(value)) throw fail(`“${label}” takes a number.`)
      return one(value, 'number')
    case 'date':
      if (!isDay(value)) throw fail(`“${label}” takes a date such as 2026-01-31.`)
      return one(value, 'date')
    case 'date-range': {
      const range = dateRangeSchema.safeParse(value)
      if (!range.success) throw fail(`“${label}” takes a first and a last date.`)
      if (range.data.start > range.data.end) throw fail(`“${label}” starts after it ends.`)
      return { kind: 'range', ...range.data }
    }
    case 'enum':
      if (typeof value !== 'string' || !parameter.options.some((option) => option.value === value))
        throw fail(`“${label}” takes one of ${parameter.options.length} values, and this is none of them.`)
      return one(value)
    case 'list': {
      const isFitting = { text: isText, number: isNumber, date: isDay }[parameter.of]
      const type = parameter.of === 'text' ? 'plain' : parameter.of
      return many(value, isFitting, type, () => fail(`“${label}” takes a list of ${parameter.of}s.`))
    }
    case 'query':
      if (parameter.isMultiple) return many(value, isText, 'plain', () => fail(`“${label}” takes a list of texts.`))
      if (typeof value !== 'string') throw fail(`“${label}” takes one of the values offered.`)
      return one(value)
    default:
      return assertNever(parameter)
  }
}

function many(
  value: unknown,
  isFitting: (item: unknown) => item is CellValue & {},
  type: WrittenType,
  fail: () => TidemarkError,
): CheckedValue | null {
  if (!Array.isArray(value)) throw fail()
  const values: CellValue[] = []
  for (const item of value as readonly unknown[]) {
    if (!isFitting(item)) throw fail()
    values.push(item)
  }
  return values.length === 0 ? null : { kind: 'many', values, type }
}

function isText(item: unknown): item is string {
  return typeof item === 'string'
}

function isNumber(item: unknown): item is string | number {
  return exactNumberSchema.safeParse(item).success
}

/** Returns the names `p1`, `p2` …, except those that the text or its caller uses. */
function placeholderNames(sql: string, taken: ReadonlySet<string>, prefix: string): { next(): string } {
  const written = new Set(sql.match(/\$\w{1,40}/g))
  // `$p12` also keeps `p1` from being taken, whose placeholder would be the beginning of it.
  for (const name of [...written]) for (let end = name.length; end > 2; end--) written.add(name.slice(0, end))
  let count = 0
  return {
    next: () => {
      do count += 1
      while (taken.has(`${prefix}${count}`) || written.has(`$${prefix}${count}`))
      return `${prefix}${count}`
    },
  }
}

/** Returns the 1-based line and column (UTF-16 units) of an index. */
export function positionAtIndex(text: string, index: number): Position {
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}

function originalPosition(sql: string, text: string, pieces: readonly Piece[], { line, column }: Position): Position {
  let lineStart = 0
  for (let current = 1; current < line; current++) {
    const end = text.indexOf('\n', lineStart)
    if (end === -1) break
    lineStart = end + 1
  }
  const index = Math.min(text.length, lineStart + column - 1)
  const piece = pieces.findLast(({ at }) => at <= index)
  if (piece === undefined) return { line, column }
  return positionAtIndex(sql, Math.min(sql.length, piece.from + (piece.isCopy ? index - piece.at : 0)))
}
