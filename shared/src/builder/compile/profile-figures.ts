import { isNumericType, isTemporalType, type FieldType } from '../../query/field'
import type { BuilderDialect } from '../dialects/builder-dialect'
import { functionsFor } from '../check-question'
import { profileGrains, rangeCount, topCount } from '../column-profile'
import type { CompileOptions } from './question-base'
import { allOf, binary, call, cast, column, numberLiteral, type SqlExpression, type SqlSelect } from './sql-node'

export type Outputs = SqlSelect['columns']

/** Each value with its rows (`n`), beside the figures of all of them. figuresStep: holds those alone, in one row; null where none does. */
export interface Measured {
  readonly reading: Pick<SqlSelect, 'with' | 'from' | 'joins'>
  readonly value: SqlExpression
  readonly n: SqlExpression
  readonly figure: (name: string) => SqlExpression
  readonly figureNames: readonly string[]
  readonly figuresStep: string | null
}

/** The figures of all values of the step `counted`, which has each value with its rows (`n`), and with those that are not null (`filled`). */
export function measure(steps: SqlSelect['with'], type: FieldType, options: CompileOptions): Measured {
  return options.dialect.recountsSteps === true ? besideEach(steps, type, options) : joinedToEach(steps, type, options)
}

/** The counts are read a second time, which is no second scan of the table. */
function joinedToEach(steps: SqlSelect['with'], type: FieldType, options: CompileOptions): Measured {
  const figures = figuresOf(type, options.dialect, (of) => of)
  const names = figures.map(({ alias }) => String(alias))
  const more = furtherFigure(type, options)
  // Of one row, so that no database works them out again for each value.
  const all = [...names.map((name) => namedOutput('figures', name)), ...more].map(({ of, alias }) => ({
    of: call('max', of),
    alias,
  }))
  return {
    reading: {
      with: [
        ...steps,
        { name: 'figures', select: stepFrom('counted', figures) },
        { name: 'known', select: stepFrom('figures', all) },
      ],
      from: { table: ['counted'], alias: null },
      joins: [besideKnown],
    },
    value: column('counted', 'value'),
    n: column('counted', 'n'),
    figure: (name) => column('known', name),
    figureNames: [...names, ...more.map(({ alias }) => String(alias))],
    figuresStep: 'known',
  }
}

export const besideKnown: SqlSelect['joins'][number] = { kind: 'inner', table: ['known'], alias: null, on: allOf([]) }

/** For databases that would scan the table again for counts that are read twice. */
function besideEach(steps: SqlSelect['with'], type: FieldType, options: CompileOptions): Measured {
  const figures = figuresOf(type, options.dialect, (of) => ({
    kind: 'over',
    of,
    partition: [],
    order: [],
    isRunning: false,
  }))
  const names = figures.map(({ alias }) => String(alias))
  const more = furtherFigure(type, options)
  const values = ['value', 'n']
  const known = [...[...values, ...names].map((name) => namedOutput('figures', name)), ...more]
  return {
    reading: {
      with: [
        ...steps,
        {
          name: 'figures',
          select: stepFrom('counted', [...values.map((name) => namedOutput('counted', name)), ...figures]),
        },
        { name: 'known', select: stepFrom('figures', known) },
      ],
      from: { table: ['known'], alias: null },
      joins: [],
    },
    value: column('known', 'value'),
    n: column('known', 'n'),
    figure: (name) => column('known', name),
    figureNames: [...names, ...more.map(({ alias }) => String(alias))],
    figuresStep: null,
  }
}

/** The figures that the spread is worked out from. */
function furtherFigure(type: FieldType, options: CompileOptions): Outputs {
  if (isTemporalType(type)) return [{ of: grainOf(type, options), alias: 'grain' }]
  return isNumericType(type) ? [{ of: widthOf(options.dialect), alias: 'width' }] : []
}

/** True if a value is of its column's type, and counts as more than a value; null where no others are among them. */
export function fitting(
  value: SqlExpression,
  type: FieldType,
  { fits, comparable }: BuilderDialect,
): SqlExpression | null {
  if (fits === undefined) return null
  const isTime = type === 'timestamp' || type === 'timestamptz'
  return isTime ? { kind: 'is-null', of: comparable(value, type), isNegated: true } : fits(value, type)
}

/** of all: makes an aggregate one of all values. */
function figuresOf(
  type: FieldType,
  dialect: BuilderDialect,
  ofAll: (aggregate: SqlExpression) => SqlExpression,
): Outputs {
  const { inCodePointOrder, doubleType } = dialect
  const [given, n, filled] = [column('counted', 'value'), column('counted', 'n'), column('counted', 'filled')]
  const isFitting = fitting(given, type, dialect)
  const ofFitting = (of: SqlExpression): SqlExpression =>
    isFitting === null ? of : { kind: 'case', when: isFitting, result: of }
  const value = ofFitting(given)
  const inOrder = type === 'text' ? inCodePointOrder(value) : value
  const [least, most] = [ofAll(call('min', inOrder)), ofAll(call('max', inOrder))]
  const valueCount = ofAll(call('sum', filled))
  const ends = [
    { of: least, alias: 'least' },
    { of: most, alias: 'most' },
  ]
  // Some databases refuse a sum beyond the largest double.
  const isSummable = (lower: SqlExpression, upper: SqlExpression) =>
    isWithin(cast(lower, doubleType), cast(upper, doubleType), mostSummable)
  const part = binary(cast(value, doubleType), '*', n)
  const total = ofAll(call('sum', { kind: 'case', when: isSummable(value, value), result: part }))
  const mean = binary(total, '/', call('nullif', ofAll(call('sum', ofFitting(filled))), numberLiteral(0)))
  return [
    { of: ofAll(call('sum', n)), alias: 'row_count' },
    { of: valueCount, alias: 'value_count' },
    { of: ofAll(call('count', given)), alias: 'distinct_count' },
    ...(functionsFor(type).includes('min') ? ends : []),
    ...(isNumericType(type)
      ? [{ of: { kind: 'case', when: isSummable(least, most), result: mean } as const, alias: 'mean' }]
      : []),
  ]
}

export const isMany = (distinctCount: SqlExpression) => binary(distinctCount, '>', numberLiteral(topCount))
/** Far enough from where a double ends that the width of a range and a place in it have their room. */
const mostDouble = 8e307
const leastSpan = 1e-300
const mostSummable = 1e290

function isWithin(lower: SqlExpression, upper: SqlExpression, bound: number): SqlExpression {
  return allOf([binary(lower, '>=', numberLiteral(-bound)), binary(upper, '<=', numberLiteral(bound))])
}

/** The width of equal ranges from least to most; null if the values are few, or too far apart, and are listed one by one. */
function widthOf({ doubleType }: BuilderDialect): SqlExpression {
  const least = cast(column('figures', 'least'), doubleType)
  const most = cast(column('figures', 'most'), doubleType)
  const isWide = allOf([
    isMany(column('figures', 'distinct_count')),
    isWithin(least, most, mostDouble),
    binary(binary(most, '-', least), '>', numberLiteral(leastSpan)),
  ])
  const width = binary(binary(most, '-', least), '/', numberLiteral(rangeCount))
  return { kind: 'case', when: isWide, result: width }
}

/** The place among `profileGrains` of the finest that makes no more bars than can be told apart. */
function grainOf(type: FieldType, { dialect, weekStart }: CompileOptions): SqlExpression {
  const dayOf = (name: string) => dialect.startOf('day', column('figures', name), type, weekStart)
  return profileGrains.reduceRight<SqlExpression>(
    (coarser, { days }, index) => {
      if (days === null) return numberLiteral(index)
      if (index === 0 && type === 'date') return coarser
      const isShort = binary(dayOf('least'), '>=', dialect.shiftDate(dayOf('most'), -days, 'day'))
      return { kind: 'case', when: isShort, result: numberLiteral(index), otherwise: coarser }
    },
    numberLiteral(profileGrains.length - 1),
  )
}

export function namedOutput(step: string, name: string): Outputs[number] {
  return { of: column(step, name), alias: name }
}

export function stepFrom(step: string, columns: Outputs): SqlSelect {
  return {
    with: [],
    columns,
    from: { table: [step], alias: null },
    joins: [],
    where: null,
    groupBy: 0,
    orderBy: [],
    limit: null,
  }
}
