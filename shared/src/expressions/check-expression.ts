import { assertNever } from '../base/assert-never'
import { isDay } from '../base/calendar-day'
import { isNumericType, type FieldType } from '../query/field'
import { everyPart, type Expression, type ExpressionProblem } from './expression'
import {
  functionNamed,
  functionOf,
  signatureOf,
  expressionFunctions,
  type ExpressionFunction,
  type ExpressionType,
  type FunctionName,
  type Parameter,
} from './expression-functions'
import { columnText } from './print-expression'
import { readPattern } from './text-pattern'

/** Where an expression stands: a value of each row, or of many rows together. */
export type ExpressionLevel = 'row' | 'measure'

export interface ExpressionScope {
  readonly level: ExpressionLevel
  /** The type of a column by the name that the text has for it; undefined if there is none. */
  readonly columnType: (name: string) => FieldType | undefined
  /** For a hint at what was meant. */
  readonly columnNames: readonly string[]
}

/** The types of all parts. type: of the whole. */
export interface CheckedExpression {
  readonly type: ExpressionType
  readonly types: ReadonlyMap<Expression, ExpressionType>
}

const typeWords: Readonly<Record<ExpressionType, string>> = {
  integer: 'a whole number',
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  timestamp: 'a point in time',
  timestamptz: 'a point in time',
  null: 'nothing',
}

/** The type in words, for people. */
export function typeInWords(type: ExpressionType): string {
  return typeWords[type]
}

/** The type of an expression's column in an answer. */
export function fieldTypeOf(type: ExpressionType): FieldType {
  if (type === 'integer') return 'bigint'
  return type === 'null' ? 'text' : type
}

/** The type that a column's values have in expressions; null for columns that no expression can use. */
export function expressionTypeOf(type: FieldType): ExpressionType | null {
  if (type === 'integer' || type === 'bigint') return 'integer'
  if (isNumericType(type)) return 'number'
  switch (type) {
    case 'text':
    case 'boolean':
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return type
    default:
      return null
  }
}

/** The types of an expression and its parts, or everything that does not fit, each at its place. */
export function checkExpression(
  expression: Expression,
  scope: ExpressionScope,
): CheckedExpression & { readonly problems: readonly ExpressionProblem[] } {
  const checker = new Checker(scope)
  const type = checker.typed(expression, scope.level === 'measure' ? 'measure' : 'row') ?? 'null'
  const problems = [...checker.problems]
  if (problems.length === 0 && type === 'null')
    problems.push({ message: 'The expression is nothing for every row.', from: expression.from, to: expression.to })
  return { type, types: checker.types, problems }
}

/** inside: a row's value; what summaries are made of; or what a function along the groups is given. */
type Place = 'row' | 'measure' | 'windowed'

const isNumber = (type: ExpressionType) => type === 'integer' || type === 'number' || type === 'null'
const isTime = (type: ExpressionType) => type === 'date' || type === 'timestamp' || type === 'timestamptz'

class Checker {
  readonly types = new Map<Expression, ExpressionType>()
  readonly problems: ExpressionProblem[] = []

  constructor(readonly scope: ExpressionScope) {}

  /** Null where a part has a fault, which is told once. */
  typed(expression: Expression, place: Place): ExpressionType | null {
    const type = this.#typeOf(expression, place)
    if (type !== null) this.types.set(expression, type)
    return type
  }

  #problem(message: string, { from, to }: ExpressionProblem | Expression): null {
    this.problems.push({ message, from, to })
    return null
  }

  #typeOf(expression: Expression, place: Place): ExpressionType | null {
    switch (expression.kind) {
      case 'number':
        if (expression.text.length > 30) return this.#problem('A number has at most 30 digits.', expression)
        return /^\d{1,15}$/.test(expression.text) ? 'integer' : 'number'
      case 'text':
        if (expression.value.includes('\0')) return this.#problem('A text has no NUL character.', expression)
        return 'text'
      case 'boolean':
        return 'boolean'
      case 'null':
        return 'null'
      case 'column':
        return this.#column(expression, place)
      case 'unary': {
        const type = this.typed(expression.of, place)
        if (type === null) return null
        if (expression.operator === 'not') return this.#expected(type, 'boolean', expression.of)
        return isNumber(type) ? (type === 'null' ? 'number' : type) : this.#expected(type, 'number', expression.of)
      }
      case 'binary':
        return this.#binary(expression, place)
      case 'is-null':
        return this.typed(expression.of, place) === null ? null : 'boolean'
      case 'in': {
        const types = [expression.of, ...expression.values].map((part) => this.typed(part, place))
        if (types.includes(null)) return null
        for (const part of expression.values) this.#comparable(expression.of, part)
        return 'boolean'
      }
      case 'call':
        return this.#call(expression, place)
      default:
        return assertNever(expression)
    }
  }

  #column(expression: Extract<Expression, { kind: 'column' }>, place: Place): ExpressionType | null {
    const { name } = expression
    const given = this.scope.columnType(name)
    if (given === undefined) {
      const near = nearest(name, this.scope.columnNames)
      const hint = near === null ? '' : ` Did you mean ${columnText(near)}?`
      return this.#problem(`There is no column “${name}”.${hint}`, expression)
    }
    if (place !== 'row')
      return this.#problem(
        `“${name}” has a value for each row: put it into a summary, such as ${summaryFor(given)}(${columnText(name)}).`,
        expression,
      )
    return (
      expressionTypeOf(given) ?? this.#problem(`“${name}” is ${given}, which expressions cannot work with.`, expression)
    )
  }

  #expected(type: ExpressionType, wanted: ExpressionType, at: Expression): ExpressionType | null {
    if (type === wanted || type === 'null') return wanted
    return this.#problem(`Expected ${typeWords[wanted]}, not ${typeWords[type]}.`, at)
  }

  #binary(expression: Extract<Expression, { kind: 'binary' }>, place: Place): ExpressionType | null {
    const { operator, left, right } = expression
    const [ofLeft, ofRight] = [this.typed(left, place), this.typed(right, place)]
    if (ofLeft === null || ofRight === null) return null
    switch (operator) {
      case 'and':
      case 'or': {
        const both = [this.#expected(ofLeft, 'boolean', left), this.#expected(ofRight, 'boolean', right)]
        return both.includes(null) ? null : 'boolean'
      }
      case '=':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#comparable(left, right) ? 'boolean' : null
      default: {
        for (const [type, part] of [
          [ofLeft, left],
          [ofRight, right],
        ] as const) {
          if (isNumber(type)) continue
          const hint = isTime(type)
            ? ' Dates are moved by date_add and subtracted by date_diff.'
            : type === 'text' && operator === '+'
              ? ' Texts are joined by concat.'
              : ''
          return this.#problem(`${operator} takes numbers, not ${typeWords[type]}.${hint}`, part)
        }
        if (operator === '/') return 'number'
        const isWhole = ofLeft === 'integer' && ofRight === 'integer'
        if (operator === '%' && !isWhole)
          return this.#problem('% takes whole numbers.', ofLeft === 'integer' ? right : left)
        return isWhole ? 'integer' : 'number'
      }
    }
  }

  /** True if two parts can be compared. */
  #comparable(left: Expression, right: Expression): boolean {
    const [a, b] = [this.types.get(left) ?? 'null', this.types.get(right) ?? 'null']
    if (a === 'null' || b === 'null') {
      this.#problem('Nothing equals null: write is null or is not null.', a === 'null' ? left : right)
      return false
    }
    if (a === b || (isNumber(a) && isNumber(b)) || (isTime(a) && isTime(b) && (a === 'date' || b === 'date')))
      return true
    const hint = isTime(a) && b === 'text' ? ' Write a day as date("2024-12-31").' : ''
    this.#problem(`${capitalized(typeWords[a])} cannot be compared with ${typeWords[b]}.${hint}`, right)
    return false
  }

  #call(expression: Extract<Expression, { kind: 'call' }>, place: Place): ExpressionType | null {
    const name = functionNamed(expression.name)
    if (name === undefined) {
      const near = nearest(expression.name, Object.keys(expressionFunctions))
      const hint = near === null ? '' : ` Did you mean ${near}?`
      return this.#problem(`There is no function “${expression.name}”.${hint}`, expression)
    }
    const found = functionOf(name)
    const inside = this.#placeWithin(found, name, expression, place)
    if (inside === null) return null
    const { args } = expression
    const params = this.#paramsFor(name, found, expression)
    if (params === null) return null
    const types = args.map((part) => this.typed(part, inside))
    if (types.includes(null)) return null
    let same: ExpressionType = 'null'
    let isFine = true
    for (const [index, part] of args.entries()) {
      const param = params[index]
      const type = types[index]
      if (param === undefined || type === undefined || type === null) continue
      if (param.type === 'same') {
        const next = unified(same, type)
        if (next === null) {
          this.#problem(`Expected ${typeWords[same]} as before, not ${typeWords[type]}.`, part)
          isFine = false
        } else same = next
      } else {
        if (param.type === 'ordered') same = type
        isFine = this.#fits(param, part, type, name) && isFine
      }
    }
    if (!isFine) return null
    if (found.returns === 'same') return same
    if (found.returns !== 'grain') return found.returns
    const [ofDay, grain] = args
    const isClock = grain?.kind === 'text' && (grain.value === 'hour' || grain.value === 'minute')
    if (isClock && ofDay !== undefined && types[0] === 'date')
      return this.#problem('A date has no time of the day.', ofDay)
    return isClock ? 'timestamp' : 'date'
  }

  #placeWithin({ level }: ExpressionFunction, name: FunctionName, expression: Expression, place: Place): Place | null {
    switch (level) {
      case 'row':
        return place
      case 'aggregate':
        if (place === 'measure' || place === 'windowed') return 'row'
        return this.#problem(
          this.scope.level === 'row'
            ? `${name} counts many rows together: it belongs in a measure.`
            : `${name} cannot be within another summary.`,
          expression,
        )
      case 'window':
        if (place === 'measure') return 'windowed'
        return this.#problem(
          this.scope.level === 'row'
            ? `${name} goes along the groups of an answer: it belongs in a measure.`
            : `${name} cannot be within a summary or another function along the groups.`,
          expression,
        )
    }
  }

  /** The parameter for each argument; null if there are too few or too many. */
  #paramsFor(
    name: FunctionName,
    { params, repeats }: ExpressionFunction,
    expression: Extract<Expression, { kind: 'call' }>,
  ): readonly Parameter[] | null {
    const { args } = expression
    const needed = params.filter(({ isOptional }) => isOptional !== true).length
    const last = params.at(-1)
    if (args.length < needed)
      return this.#problem(`${name} needs more: ${signatureOf(name)}.`, { ...expression, from: expression.to - 1 })
    if (repeats === undefined || last === undefined) {
      const extra = args[params.length]
      return extra === undefined ? params : this.#problem(`${name} takes no more than ${signatureOf(name)}.`, extra)
    }
    if (repeats === 1) return args.map((_, index) => params[index] ?? last)
    // Conditions and values in turn, with one value more at the end.
    return args.map((_, index) => {
      const isLastAlone = index === args.length - 1 && index % 2 === 0 && index > 0
      return (isLastAlone ? last : params[index % 2]) ?? last
    })
  }

  #fits({ name, type: wanted }: Parameter, part: Expression, type: ExpressionType, of: FunctionName): boolean {
    const fail = (message: string) => this.#problem(message, part) !== null
    const isWritten = (units: readonly string[]) => part.kind === 'text' && units.includes(part.value)
    const listed = (units: readonly string[]) => units.map((unit) => `"${unit}"`).join(', ')
    switch (wanted) {
      case 'any':
      case 'same':
        return true
      case 'ordered':
        return type === 'boolean' ? fail(`${of} takes no true or false.`) : true
      case 'number':
        return isNumber(type) || fail(`${of} takes a number as ${name}, not ${typeWords[type]}.`)
      case 'text':
        return type === 'text' || type === 'null' || fail(`${of} takes a text as ${name}, not ${typeWords[type]}.`)
      case 'boolean':
        return (
          type === 'boolean' || fail(`${of} takes a condition as ${name}, such as amount > 10, not ${typeWords[type]}.`)
        )
      case 'day':
        if ((of === 'hour' || of === 'minute') && type === 'date') return fail('A date has no time of the day.')
        return isTime(type) || fail(`${of} takes a date as ${name}, not ${typeWords[type]}.`)
      case 'count': {
        const isCount = part.kind === 'number' && /^\d{1,4}$/.test(part.text) && Number(part.text) > 0
        return isCount || fail(`Write a whole number from 1 to 9999 as ${name}.`)
      }
      case 'digits':
        return (part.kind === 'number' && /^[0-9]$/.test(part.text)) || fail(`Write a number from 0 to 9 as ${name}.`)
      case 'whole': {
        const digits = part.kind === 'unary' && part.operator === '-' ? part.of : part
        const isWhole = digits.kind === 'number' && /^\d{1,4}$/.test(digits.text)
        return isWhole || fail(`Write a whole number of up to four digits as ${name}.`)
      }
      case 'percent': {
        const isPercent = part.kind === 'number' && Number(part.text) <= 100
        return isPercent || fail(`Write a number from 0 to 100 as ${name}.`)
      }
      case 'unit-word':
        return isWritten(unitWords) || fail(`Write the ${name} as one of ${listed(unitWords)}.`)
      case 'grain-word':
        if (part.kind === 'text' && (part.value === 'hour' || part.value === 'minute')) return true
        return isWritten(unitWords) || fail(`Write the ${name} as one of ${listed(['minute', 'hour', ...unitWords])}.`)
      case 'day-word': {
        const isWrittenDay = part.kind === 'text' && isoDate.test(part.value) && isDay(part.value)
        return isWrittenDay || fail('Write a day as "2024-12-31".')
      }
      case 'text-word': {
        if (part.kind !== 'text') return fail(`Write the ${name} as a text in quotes.`)
        return part.value !== '' || name === 'with' || fail(`The ${name} cannot be empty.`)
      }
      case 'pattern-word': {
        if (part.kind !== 'text') return fail(`Write the ${name} as a text in quotes.`)
        const read = readPattern(part.value)
        return read.ok || fail(read.error)
      }
      default:
        return assertNever(wanted)
    }
  }
}

/** A day that every database has. */
const isoDate = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const unitWords = ['day', 'week', 'month', 'quarter', 'year'] as const

function unified(a: ExpressionType, b: ExpressionType): ExpressionType | null {
  if (a === 'null' || a === b) return b
  if (b === 'null') return a
  return isNumber(a) && isNumber(b) ? 'number' : null
}

function summaryFor(type: FieldType): string {
  return isNumericType(type) ? 'sum' : 'distinct'
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The name that differs from what was written in case or in one or two letters; null if none does. */
function nearest(written: string, names: readonly string[]): string | null {
  const own = written.toLowerCase()
  let best: { readonly name: string; readonly distance: number } | null = null
  for (const name of names) {
    if (Math.abs(name.length - own.length) > 2) continue
    const distance = editDistance(own, name.toLowerCase())
    if (distance <= Math.min(2, Math.floor(own.length / 2)) && (best === null || distance < best.distance))
      best = { name, distance }
  }
  return best?.name ?? null
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, character] of Array.from(a, (letter) => letter).entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (b.charAt(j) === character ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** True if an expression goes along the groups, so that it counts all rows of an answer. */
export function goesAlongGroups(expression: Expression): boolean {
  return everyPart(expression).some((part) => {
    const name = part.kind === 'call' ? functionNamed(part.name) : undefined
    return name !== undefined && functionOf(name).level === 'window'
  })
}
