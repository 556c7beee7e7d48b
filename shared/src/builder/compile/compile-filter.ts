import { dayAfter } from '../../base/calendar-day'
import { assertNever } from '../../base/assert-never'
import { isNumericType, isTemporalType, type FieldType } from '../../query/field'
import { asSingle } from '../../query/single-float'
import type { BuilderDialect, TypedColumn } from '../dialects/builder-dialect'
import type { DateUnit, LastUnits, QuestionColumn, QuestionCondition, QuestionFilter } from '../question'
import { allOf, anyOf, binary, call, isNull, value, type SqlExpression, type SqlValueType } from './sql-node'

/** raw, exact: a column as the database has it, and so that equal means the same characters. */
export interface FilterContext {
  readonly raw: (of: QuestionColumn) => SqlExpression
  readonly exact: (of: QuestionColumn) => SqlExpression
  readonly dialect: BuilderDialect
  readonly weekStart: number
  readonly today?: string
}

/** The condition of all filters together; null where there are none. The question was checked and its segments found before. */
export function questionCondition(
  { match, items }: Pick<QuestionFilter, 'match' | 'items'>,
  context: FilterContext,
): SqlExpression | null {
  const parts = items.flatMap((item): SqlExpression[] => {
    if (item.kind === 'condition') return [conditionOf(item, context)]
    const inner = item.kind === 'group' ? item : item.filter
    if (inner === undefined) throw new Error(`the segment was not found before: ${item.id}`)
    const condition = questionCondition(inner, context)
    return condition === null ? [] : [condition]
  })
  if (parts.length === 0) return null
  return match === 'all' ? allOf(parts) : anyOf(parts)
}

const noText = value('', 'text')
const operators = { less: '<', 'at-most': '<=', greater: '>', 'at-least': '>=' } as const

const orderedOps: ReadonlySet<string> = new Set([
  'less',
  'at-most',
  'greater',
  'at-least',
  'between',
  'in-last',
  'in-next',
])

function conditionOf(condition: QuestionCondition, context: FilterContext): SqlExpression {
  const { column, test } = condition
  const fits = orderedOps.has(test.op) ? context.dialect.fits?.(context.exact(column), column.type) : null
  const tested = testOf(condition, context)
  return fits ? allOf([tested, fits]) : tested
}

function testOf({ column, test }: QuestionCondition, context: FilterContext): SqlExpression {
  const { dialect } = context
  const given = context.raw(column)
  const exact = context.exact(column)
  const raw = isTemporalType(column.type)
    ? dialect.comparable(given, column.type)
    : isNumericType(column.type)
      ? exact
      : given
  const compared = (text: string) => valueFor(isSingle(column, dialect) ? asSingle(text) : text, column.type)
  switch (test.op) {
    case 'is-empty':
      return column.type === 'text' ? anyOf([isNull(given), binary(exact, '=', noText)]) : isNull(given)
    case 'is-not-empty':
      // No null is another text than this one.
      if (column.type === 'text') return binary(exact, '<>', noText)
      return { kind: 'is-null', of: given, isNegated: true }
    case 'is-true':
      return binary(raw, '=', { kind: 'keyword', word: 'TRUE' })
    case 'is-false':
      return binary(raw, '=', { kind: 'keyword', word: 'FALSE' })
    case 'is':
      if (isTemporalType(column.type))
        return anyOf(test.values.map((day) => onDays(raw, column.type, day, day, dialect)))
      return isOneOf(exact, test.values.map(compared))
    case 'is-not': {
      const isOne = isOneOf(exact, test.values.map(compared))
      const isOther: SqlExpression =
        isOne.kind === 'in'
          ? { ...isOne, isNegated: true }
          : isOne.kind === 'binary'
            ? { ...isOne, operator: '<>' }
            : { kind: 'not', of: isOne }
      return anyOf([isOther, isNull(raw)])
    }
    case 'contains':
      return textTest('anywhere', exact, test.value, test.ignoresCase, dialect)
    case 'not-contains':
      return anyOf([
        { kind: 'not', of: textTest('anywhere', exact, test.value, test.ignoresCase, dialect) },
        isNull(raw),
      ])
    case 'starts-with':
      return textTest('start', exact, test.value, test.ignoresCase, dialect)
    case 'ends-with':
      return textTest('end', exact, test.value, test.ignoresCase, dialect)
    case 'less':
    case 'at-least':
      return binary(raw, operators[test.op], compared(test.value))
    case 'greater':
    case 'at-most': {
      if (!isTemporalType(column.type)) return binary(raw, operators[test.op], compared(test.value))
      // A day is over when the next one begins.
      const next = dayAfter(test.value, 1)
      if (test.op === 'at-most') return beforeDay(raw, column.type, next, dialect)
      return isBeyond(next, dialect) ? anyOf([]) : binary(raw, '>=', compared(next))
    }
    case 'between':
      if (isTemporalType(column.type)) return onDays(raw, column.type, test.from, test.to, dialect)
      return allOf([binary(raw, '>=', compared(test.from)), binary(raw, '<=', compared(test.to))])
    case 'in-last': {
      const current = startOfCurrent(test.unit, context, test.ago)
      const past = test.includesCurrent ? test.count - 1 : test.count
      return inDates(
        raw,
        column.type,
        dialect.shiftDate(current, -past, test.unit),
        dialect.shiftDate(current, test.includesCurrent ? 1 : 0, test.unit),
        dialect,
      )
    }
    case 'in-next': {
      const current = startOfCurrent(test.unit, context)
      return inDates(
        raw,
        column.type,
        dialect.shiftDate(current, 1, test.unit),
        dialect.shiftDate(current, test.count + 1, test.unit),
        dialect,
      )
    }
    default:
      return assertNever(test)
  }
}

/** True if a column holds 32-bit floats. */
export function isSingle({ type, databaseType }: TypedColumn, { singleType }: BuilderDialect): boolean {
  return type === 'number' && singleType?.test(databaseType) === true
}

function isOneOf(of: SqlExpression, values: readonly SqlExpression[]): SqlExpression {
  const [first] = values
  if (values.length === 1 && first !== undefined) return binary(of, '=', first)
  return { kind: 'in', of, values, isNegated: false }
}

function textTest(
  place: Parameters<BuilderDialect['textAt']>[0],
  of: SqlExpression,
  text: string,
  ignoresCase: boolean,
  dialect: BuilderDialect,
): SqlExpression {
  const part = value(text, 'text')
  return ignoresCase
    ? dialect.textAt(place, lowerCase(of, dialect), lowerCase(part, dialect))
    : dialect.textAt(place, of, part)
}

export function lowerCase(of: SqlExpression, { lower }: Pick<BuilderDialect, 'lower'>): SqlExpression {
  return lower?.(of) ?? call('lower', of)
}

const currentDate: SqlExpression = { kind: 'keyword', word: 'CURRENT_DATE' }

function startOfCurrent(unit: DateUnit, context: FilterContext, ago?: LastUnits['ago']): SqlExpression {
  const { dialect, weekStart, today } = context
  const day = today === undefined ? (dialect.today ?? currentDate) : value(today, 'date')
  const asOf = ago === undefined ? day : dialect.shiftDate(day, -ago.count, ago.unit)
  return dialect.startOf(unit, asOf, 'date', weekStart)
}

function onDays(of: SqlExpression, type: FieldType, from: string, to: string, dialect: BuilderDialect): SqlExpression {
  if (type === 'date' && from === to) return binary(of, '=', valueFor(from, type))
  if (type === 'date') return allOf([binary(of, '>=', valueFor(from, type)), binary(of, '<=', valueFor(to, type))])
  return allOf([binary(of, '>=', valueFor(from, type)), beforeDay(of, type, dayAfter(to, 1), dialect)])
}

/** The condition for times earlier than a day; true for all where the database has no such day. */
export function beforeDay(of: SqlExpression, type: FieldType, day: string, dialect: BuilderDialect): SqlExpression {
  if (isBeyond(day, dialect)) return { kind: 'is-null', of, isNegated: true }
  return binary(of, '<', valueFor(day, type))
}

function isBeyond(day: string, { endsIn9999 }: BuilderDialect): boolean {
  return endsIn9999 === true && day.length > '9999-12-31'.length
}

function inDates(
  of: SqlExpression,
  type: FieldType,
  from: SqlExpression,
  before: SqlExpression,
  dialect: BuilderDialect,
): SqlExpression {
  return between(of, dialect.dayStart(from, type), dialect.dayStart(before, type))
}

function between(of: SqlExpression, from: SqlExpression, before: SqlExpression): SqlExpression {
  return allOf([binary(of, '>=', from), binary(of, '<', before)])
}

export function valueFor(text: string, type: FieldType): SqlExpression {
  if (type === 'timestamp' || type === 'timestamptz') return value(`${text} 00:00:00`, type)
  return value(text, valueTypeOf(text, type))
}

function valueTypeOf(text: string, type: FieldType): SqlValueType {
  if (type === 'date') return 'date'
  if (type === 'number') return 'double'
  if (isNumericType(type)) return /^-?\d{1,18}$/.test(text) ? 'integer' : 'decimal'
  return 'text'
}
