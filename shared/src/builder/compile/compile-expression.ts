import { assertNever } from '../../base/assert-never'
import { fieldTypeOf } from '../../expressions/check-expression'
import type { Expression } from '../../expressions/expression'
import {
  functionNamed,
  functionOf,
  type ExpressionType,
  type FunctionName,
} from '../../expressions/expression-functions'
import { readPattern } from '../../expressions/text-pattern'
import { isNumericType } from '../../query/field'
import type { BuilderDialect, TypedColumn } from '../dialects/builder-dialect'
import { dateUnits, timeGrains, type QuestionColumn, type TimeGrain } from '../question'
import type { ReadExpression } from '../question-expressions'
import { alongGroups, type GroupWindow } from './along-groups'
import { lowerCase } from './compile-filter'
import { dateDifference, quarterOf, startOf, type DatedSql } from './date-parts'
import {
  allOf,
  anyOf,
  binary,
  call,
  cast,
  isNull,
  numberLiteral,
  value,
  type SqlExpression,
  type SqlOperator,
} from './sql-node'

/** The columns of the rows that an expression is of, as for `QuestionBase`. */
export interface ExpressionContext {
  readonly raw: (of: QuestionColumn) => SqlExpression
  readonly exact: (of: QuestionColumn) => SqlExpression
  readonly dialect: BuilderDialect
  readonly weekStart: number
  readonly today?: string
}

/** A summary as `aggregate` takes it. of: null for the rows themselves. source: the type of its values. */
export interface ExpressionTerm {
  readonly fn: 'count' | 'distinct' | 'sum' | 'average' | 'min' | 'max' | 'median' | 'percentile'
  readonly percentile: number
  readonly of: SqlExpression | null
  readonly source: TypedColumn | null
}

/** The value of an expression for each row. The expression was checked before. */
export function compileRowExpression(read: ReadExpression, context: ExpressionContext): SqlExpression {
  const { expression, type } = read
  const made = new Compiler(read, context, new Map(), null).made(expression)
  if (type === 'boolean' && context.dialect.expressions.booleanType !== undefined)
    return cast(made, context.dialect.expressions.booleanType)
  return made
}

/** The summaries within a measure's expression, in the order of `compileMeasureExpression`. */
export function termsOfExpression(read: ReadExpression, context: ExpressionContext): readonly ExpressionTerm[] {
  const compiler = new Compiler(read, context, new Map(), null)
  return summariesIn(read.expression).map((part) => compiler.term(part))
}

/** A measure from the values of its summaries. window: null for expressions that do not go along the groups. */
export function compileMeasureExpression(
  read: ReadExpression,
  context: ExpressionContext,
  summaries: readonly SqlExpression[],
  window: GroupWindow | null,
): SqlExpression {
  const parts = summariesIn(read.expression)
  const byPart = new Map(parts.flatMap((part, index) => (summaries[index] ? [[part, summaries[index]] as const] : [])))
  return new Compiler(read, context, byPart, window).made(read.expression)
}

type Call = Extract<Expression, { kind: 'call' }>

function summariesIn(expression: Expression): readonly Call[] {
  switch (expression.kind) {
    case 'call': {
      const name = functionNamed(expression.name)
      const isSummary = name !== undefined && functionOf(name).level === 'aggregate'
      return isSummary ? [expression] : expression.args.flatMap(summariesIn)
    }
    case 'binary':
      return [expression.left, expression.right].flatMap(summariesIn)
    case 'in':
      return [expression.of, ...expression.values].flatMap(summariesIn)
    case 'unary':
    case 'is-null':
      return summariesIn(expression.of)
    default:
      return []
  }
}

const one = numberLiteral(1)
const zero = numberLiteral(0)
const nothing: SqlExpression = { kind: 'keyword', word: 'NULL' }

class Compiler {
  constructor(
    readonly read: ReadExpression,
    readonly context: ExpressionContext,
    readonly summaries: ReadonlyMap<Expression, SqlExpression>,
    readonly window: GroupWindow | null,
  ) {}

  made(expression: Expression): SqlExpression {
    switch (expression.kind) {
      case 'number':
        return this.typeOf(expression) === 'integer'
          ? value(expression.text, 'integer')
          : value(expression.text.replace(/^\./, '0.').replace(/\.$/, ''), 'double')
      case 'text':
        return value(expression.value, 'text')
      case 'boolean':
        return { kind: 'keyword', word: expression.value ? 'TRUE' : 'FALSE' }
      case 'null':
        return nothing
      case 'column':
        return this.#column(expression.name)
      case 'unary':
        if (expression.operator === 'not') return { kind: 'not', of: this.made(expression.of) }
        return binary(zero, '-', this.#number(expression.of, this.typeOf(expression)))
      case 'binary':
        return this.#binary(expression)
      case 'is-null':
        return { kind: 'is-null', of: this.made(expression.of), isNegated: expression.isNegated }
      case 'in': {
        const isOne = anyOf(expression.values.map((part) => this.#compared(expression.of, '=', part)))
        return expression.isNegated ? { kind: 'not', of: isOne } : isOne
      }
      case 'call':
        return this.#call(expression)
      default:
        return assertNever(expression)
    }
  }

  typeOf(expression: Expression): ExpressionType {
    return this.read.types.get(expression) ?? 'null'
  }

  /** One summary as `aggregate` takes it. */
  term(expression: Call): ExpressionTerm {
    const name = functionNamed(expression.name)
    const [first, second] = expression.args
    const term = (fn: ExpressionTerm['fn'], of: SqlExpression | null, source: TypedColumn | null): ExpressionTerm => ({
      fn,
      percentile: fn === 'percentile' && second?.kind === 'number' ? Number(second.text) : 50,
      of,
      source,
    })
    if (name === 'count_if' && first !== undefined)
      return term('count', { kind: 'case', when: this.made(first), result: one }, { type: 'integer', databaseType: '' })
    if (first === undefined) return term('count', null, null)
    const measured = this.#measured(first)
    if (name === 'sum_if' || name === 'average_if') {
      const chosen: SqlExpression =
        second === undefined ? measured.of : { kind: 'case', when: this.made(second), result: measured.of }
      return term(name === 'sum_if' ? 'sum' : 'average', chosen, measured.source)
    }
    switch (name) {
      case 'count':
      case 'distinct':
      case 'sum':
      case 'average':
      case 'min':
      case 'max':
      case 'median':
      case 'percentile':
        return term(name, measured.of, measured.source)
      default:
        throw new Error(`${String(name)} is no summary`)
    }
  }

  /** A column alone keeps its own type, in which databases add up exactly. */
  #measured(part: Expression): { readonly of: SqlExpression; readonly source: TypedColumn } {
    const column = part.kind === 'column' ? this.read.columns.get(part.name) : undefined
    if (column !== undefined) {
      const of = this.context.exact(column)
      const fits = isNumericType(column.type) ? this.context.dialect.fits?.(of, column.type) : null
      return { of: fits ? { kind: 'case', when: fits, result: of } : of, source: column }
    }
    const type = fieldTypeOf(this.typeOf(part))
    return { of: this.made(part), source: { type, databaseType: type === 'text' ? 'varchar' : '' } }
  }

  #column(name: string): SqlExpression {
    const column = this.read.columns.get(name)
    if (column === undefined) throw new Error('the expression was not checked')
    const { dialect, raw, exact } = this.context
    if (column.type === 'timestamp' || column.type === 'timestamptz') return raw(column)
    const given = column.type === 'boolean' ? raw(column) : exact(column)
    if (!isNumericType(column.type)) return given
    const fits = dialect.fits?.(given, column.type)
    const own: SqlExpression = fits ? { kind: 'case', when: fits, result: given } : given
    return column.type === 'decimal' || column.type === 'number' ? cast(own, dialect.doubleType) : own
  }

  #double(part: Expression): SqlExpression {
    return cast(this.made(part), this.context.dialect.doubleType)
  }

  #whole(of: SqlExpression): SqlExpression {
    return cast(of, this.context.dialect.expressions.wholeType)
  }

  #number(part: Expression, type: ExpressionType): SqlExpression {
    return type === 'integer' ? this.#whole(this.made(part)) : this.#double(part)
  }

  #binary(expression: Extract<Expression, { kind: 'binary' }>): SqlExpression {
    const { operator, left, right } = expression
    switch (operator) {
      case 'and':
        return allOf([this.made(left), this.made(right)])
      case 'or':
        return anyOf([this.made(left), this.made(right)])
      case '=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#compared(left, operator, right)
      case '!=':
        return this.#compared(left, '<>', right)
      case '/':
        return binary(this.#double(left), '/', call('nullif', this.#double(right), zero))
      case '%':
        return binary(this.#whole(this.made(left)), '%', call('nullif', this.#whole(this.made(right)), zero))
      default: {
        const type = this.typeOf(expression)
        return binary(this.#number(left, type), operator, this.#number(right, type))
      }
    }
  }

  #compared(left: Expression, operator: SqlOperator, right: Expression): SqlExpression {
    const [a, b] = [this.typeOf(left), this.typeOf(right)]
    const { dialect } = this.context
    if (a === 'number' || b === 'number') return binary(this.#double(left), operator, this.#double(right))
    const isOrder = operator !== '=' && operator !== '<>'
    const comparable = (part: Expression, type: ExpressionType, other: ExpressionType): SqlExpression => {
      const of = this.made(part)
      if (type === 'text') {
        const exact = dialect.exact(of, textColumn)
        return isOrder ? dialect.inCodePointOrder(exact) : exact
      }
      if (type === 'timestamp' || type === 'timestamptz') return dialect.comparable(of, type)
      if (type === 'date' && (other === 'timestamp' || other === 'timestamptz')) return dialect.dayStart(of, other)
      return of
    }
    return binary(comparable(left, a, b), operator, comparable(right, b, a))
  }

  /** A value as a branch of the type of the whole, as no database mixes types alike. */
  #branch(part: Expression, type: ExpressionType): SqlExpression {
    if (this.typeOf(part) === 'null') return nothing
    if (type === 'number') return this.#double(part)
    return type === 'integer' ? this.#whole(this.made(part)) : this.made(part)
  }

  #call(expression: Call): SqlExpression {
    const known = this.summaries.get(expression)
    if (known !== undefined) return known
    const name = functionNamed(expression.name)
    if (name === undefined) throw new Error('the expression was not checked')
    const [first, second, third] = expression.args
    if (name === 'today') {
      const { today, dialect } = this.context
      return today === undefined ? (dialect.today ?? { kind: 'keyword', word: 'CURRENT_DATE' }) : value(today, 'date')
    }
    if (first === undefined) throw new Error('the expression was not checked')
    return this.#function(name, expression, first, second ?? first, third)
  }

  #function(
    name: FunctionName,
    expression: Call,
    first: Expression,
    second: Expression,
    third: Expression | undefined,
  ): SqlExpression {
    const { args } = expression
    const { dialect } = this.context
    const own = dialect.expressions
    const type = this.typeOf(expression)
    switch (name) {
      case 'if':
      case 'case':
        return this.#case(args, type)
      case 'coalesce':
        return call('coalesce', ...args.map((part) => this.#branch(part, type)))
      case 'nullif':
        return {
          kind: 'case',
          when: this.#compared(first, '=', second),
          result: nothing,
          otherwise: this.#branch(first, type),
        }
      case 'abs':
        return call('abs', this.#double(first))
      case 'floor':
      case 'ceiling':
        return call(name, this.#double(first))
      case 'round':
        return this.#rounded(this.#double(first), second === first ? 0 : numberOf(second))
      case 'sqrt': {
        const of = this.#double(first)
        return { kind: 'case', when: binary(of, '>=', zero), result: call('sqrt', of) }
      }
      case 'ln': {
        const of = this.#double(first)
        return { kind: 'case', when: binary(of, '>', zero), result: call('ln', of) }
      }
      case 'least':
      case 'greatest': {
        const [a, b] = [this.#double(first), this.#double(second)]
        const isFirst = anyOf([binary(a, name === 'least' ? '<=' : '>=', b), isNull(b)])
        return { kind: 'case', when: isFirst, result: a, otherwise: b }
      }
      case 'concat':
        return own.concat(args.map((part) => call('coalesce', this.made(part), value('', 'text'))))
      case 'lower':
        return lowerCase(this.made(first), dialect)
      case 'upper':
        return own.upper(this.made(first))
      case 'trim':
        return own.trim(this.made(first))
      case 'length':
        return own.length(this.made(first))
      case 'substring':
        return own.substring(this.made(first), numberOf(second), third === undefined ? 1 : numberOf(third))
      case 'replace':
        return own.replace(this.made(first), this.made(second), value(textOf(third), 'text'))
      case 'contains':
        return dialect.textAt('anywhere', this.#exactText(first), this.#exactText(second))
      case 'starts_with':
        return dialect.textAt('start', this.#exactText(first), this.#exactText(second))
      case 'ends_with':
        return dialect.textAt('end', this.#exactText(first), this.#exactText(second))
      case 'split':
        return emptyAsNothing(
          own.split(this.#exactText(first), this.made(second), third === undefined ? 1 : numberOf(third)),
        )
      case 'regex_match':
        return own.matches(this.#exactText(first), this.#pattern(second))
      case 'regex_extract':
        return emptyAsNothing(own.extract(this.#exactText(first), this.#pattern(second)))
      case 'regex_replace':
        return own.replaceMatches(this.#exactText(first), this.#pattern(second), textOf(third))
      case 'date':
        return value(textOf(first), 'date')
      case 'year':
      case 'month':
      case 'day':
      case 'weekday':
      case 'week':
        return own.datePart(name, this.#day(first))
      case 'quarter':
        return quarterOf(this.#dated(first), this.context)
      case 'hour':
      case 'minute':
        return own.clockPart(name, this.#startOf(first, name))
      case 'start_of':
        return this.#startOf(first, timeGrains.find((grain) => grain === textOf(second)) ?? 'day')
      case 'date_add': {
        const unit = dateUnits.find((known) => known === textOf(third)) ?? 'day'
        return dialect.shiftDate(this.#day(first), numberOf(second), unit)
      }
      case 'date_diff':
        return dateDifference(this.#dated(first), this.#dated(second), textOf(third), this.context)
      case 'lag':
      case 'percent_change':
      case 'moving_average':
      case 'running_total':
      case 'rank':
      case 'share':
        if (this.window === null) throw new Error('nothing goes along groups that are not known yet')
        return alongGroups(name, this.#double(first), second === first ? 1 : numberOf(second), this.window)
      case 'today':
      case 'count':
      case 'distinct':
      case 'sum':
      case 'average':
      case 'min':
      case 'max':
      case 'median':
      case 'percentile':
      case 'count_if':
      case 'sum_if':
      case 'average_if':
        throw new Error(`${name} has no value of one row`)
      default:
        return assertNever(name)
    }
  }

  #exactText(part: Expression): SqlExpression {
    return this.context.dialect.exact(this.made(part), textColumn)
  }

  #pattern(part: Expression): SqlExpression {
    const read = readPattern(textOf(part))
    if (!read.ok) throw new Error('the expression was not checked')
    return value(read.value.written(this.context.dialect.expressions.patternEnd), 'text')
  }

  /** Conditions and values in turn; one alone at the end is for all others. */
  #case(args: readonly Expression[], type: ExpressionType): SqlExpression {
    const [when, result, ...rest] = args
    if (when === undefined) return nothing
    if (result === undefined) return this.#branch(when, type)
    const found = this.#branch(result, type)
    if (rest.length === 0) return { kind: 'case', when: this.made(when), result: found }
    return { kind: 'case', when: this.made(when), result: found, otherwise: this.#case(rest, type) }
  }

  /** A half goes away from zero, which the databases' own functions do not agree on. */
  #rounded(of: SqlExpression, digits: number): SqlExpression {
    const factor = value(String(10 ** digits), 'double')
    const half = value('0.5', 'double')
    const rounded = (positive: SqlExpression) => {
      const scaled = digits === 0 ? positive : binary(positive, '*', factor)
      const whole = call('floor', binary(scaled, '+', half))
      return digits === 0 ? whole : binary(whole, '/', factor)
    }
    return {
      kind: 'case',
      when: binary(of, '<', zero),
      result: binary(zero, '-', rounded(binary(zero, '-', of))),
      otherwise: rounded(of),
    }
  }

  /** The day of a date or point in time, in the zone of the run. */
  #day(part: Expression): SqlExpression {
    return this.#startOf(part, 'day')
  }

  #startOf(part: Expression, grain: TimeGrain): SqlExpression {
    return startOf(grain, this.#dated(part), this.context)
  }

  #dated(part: Expression): DatedSql {
    return { of: this.made(part), type: fieldTypeOf(this.typeOf(part)) }
  }
}

const textColumn: TypedColumn = { type: 'text', databaseType: 'varchar' }

function emptyAsNothing(text: SqlExpression): SqlExpression {
  return call('nullif', text, value('', 'text'))
}

function textOf(part: Expression | undefined): string {
  return part?.kind === 'text' ? part.value : ''
}

function numberOf(part: Expression): number {
  if (part.kind === 'unary') return -numberOf(part.of)
  return part.kind === 'number' ? Number(part.text) : 1
}
