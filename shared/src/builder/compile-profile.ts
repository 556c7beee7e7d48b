import { err, ok, type Result } from '../base/result'
import { isNumericType, isTemporalType, type FieldType } from '../query/field'
import type { BuilderDialect } from './builder-dialect'
import { checkQuestion, functionsFor, isGroupable, type QuestionProblem } from './check-question'
import { maxYears, profileGrains, rangeCount, topCount } from './column-profile'
import type { NarrowedQuestion, NarrowOptions } from './compile-question'
import { filteredColumns, narrowQuestion } from './compile-result-filters'
import type { Question, QuestionColumn } from './question'
import { baseOf, type CompileOptions } from './question-base'
import {
  allOf,
  anyOf,
  binary,
  call,
  cast,
  column,
  isNull,
  number,
  type SqlExpression,
  type SqlOrder,
  type SqlSelect,
} from './sql-node'

/**
 * What a column holds among the rows that a question reads: its figures and how its values are spread, in one statement with one scan
 * on every database. The rows of each value are counted once, and all else is worked out from those counts. `readProfile` reads the answer.
 * Filters of columns that the question does not know are left out.
 */
export function compileProfile(
  question: Question,
  of: QuestionColumn,
  options: CompileOptions,
  { filters, sourceColumns, onTheWall }: NarrowOptions,
): Result<NarrowedQuestion, readonly QuestionProblem[]> {
  const reading: Question = { ...question, groups: [], measures: [], columns: [of], sort: [], limit: null }
  const problems = checkQuestion(reading)
  const { source } = question
  if (problems.length > 0 || source === null) return err(problems)
  const base = baseOf(reading, source, options)
  const columns = filteredColumns(reading, base, options, sourceColumns)
  const narrowed = narrowQuestion(filters, columns, { dialect: options.dialect, onTheWall })
  if (narrowed.problems.length > 0) return err(narrowed.problems)
  const { where } = base.reading
  const conditions = [...(where === null ? [] : [where]), ...narrowed.before]
  const rows = { ...base.reading, where: conditions.length === 0 ? null : allOf(conditions) }
  const all = call('count', { kind: 'keyword', word: '*' })
  const value = base.exact(of)
  const select: SqlSelect = isGroupable(of.type)
    ? profileOf(of, options, {
        with: base.with,
        columns: [
          { of: value, alias: 'value' },
          { of: all, alias: 'n' },
          { of: call('count', value), alias: 'filled' },
        ],
        ...rows,
        groupBy: 1,
        orderBy: [],
        limit: null,
      })
    : {
        with: base.with,
        columns: [
          { of: all, alias: 'row_count' },
          { of: call('count', base.raw(of)), alias: 'value_count' },
        ],
        ...rows,
        groupBy: 0,
        orderBy: [],
        limit: null,
      }
  return ok({ select, applied: narrowed.applied, rest: [] })
}

type Outputs = SqlSelect['columns']

/** Each value with its rows (`n`), beside the figures of all of them. figuresStep: holds those alone, in one row; null where none does. */
interface Measured {
  readonly reading: Pick<SqlSelect, 'with' | 'from' | 'joins'>
  readonly value: SqlExpression
  readonly n: SqlExpression
  readonly figure: (name: string) => SqlExpression
  readonly figureNames: readonly string[]
  readonly figuresStep: string | null
}

/** counted: each value with its rows (`n`), and with those that are not null (`filled`). */
function profileOf({ type }: QuestionColumn, options: CompileOptions, counted: SqlSelect): SqlSelect {
  const steps = [...counted.with, { name: 'counted', select: { ...counted, with: [] } }]
  const measured =
    options.dialect.recountsSteps === true ? besideEach(steps, type, options) : joinedToEach(steps, type, options)
  if (isTemporalType(type)) return spread(measured, spansOf(measured, type, options))
  if (isNumericType(type)) return spread(measured, rangesOf(measured, options.dialect))
  const { value, n, figure, figureNames } = measured
  return {
    ...measured.reading,
    columns: [
      { of: value, alias: 'listed' },
      { of: n, alias: 'bar_rows' },
      ...figureNames.map((name) => ({ of: figure(name), alias: name })),
    ],
    where: isShown(measured),
    groupBy: 0,
    orderBy: [
      { of: n, direction: 'descending' },
      { of: type === 'text' ? options.dialect.inCodePointOrder(value) : value, direction: 'ascending' },
    ],
    limit: topCount,
  }
}

/** The counts are read a second time, which is no second scan of the table. */
function joinedToEach(steps: SqlSelect['with'], type: FieldType, options: CompileOptions): Measured {
  const figures = figuresOf(type, options.dialect, (of) => of)
  const names = figures.map(({ alias }) => String(alias))
  const more = furtherFigure(type, options)
  // Of one row, so that no database works them out again for each value.
  const all = [...names.map((name) => named('figures', name)), ...more].map(({ of, alias }) => ({
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

const besideKnown: SqlSelect['joins'][number] = { kind: 'inner', table: ['known'], alias: null, on: allOf([]) }

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
  const known = [...[...values, ...names].map((name) => named('figures', name)), ...more]
  return {
    reading: {
      with: [
        ...steps,
        { name: 'figures', select: stepFrom('counted', [...values.map((name) => named('counted', name)), ...figures]) },
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

/** What the spread goes by. */
function furtherFigure(type: FieldType, options: CompileOptions): Outputs {
  if (isTemporalType(type)) return [{ of: grainOf(type, options), alias: 'grain' }]
  return isNumericType(type) ? [{ of: widthOf(options.dialect), alias: 'width' }] : []
}

/** of all: makes an aggregate one of all values. */
function figuresOf(
  type: FieldType,
  { inCodePointOrder, doubleType }: BuilderDialect,
  ofAll: (aggregate: SqlExpression) => SqlExpression,
): Outputs {
  const [value, n] = [column('counted', 'value'), column('counted', 'n')]
  const inOrder = type === 'text' ? inCodePointOrder(value) : value
  const [least, most] = [ofAll(call('min', inOrder)), ofAll(call('max', inOrder))]
  const valueCount = ofAll(call('sum', column('counted', 'filled')))
  const ends = [
    { of: least, alias: 'least' },
    { of: most, alias: 'most' },
  ]
  /** Some databases refuse a sum beyond the largest double. */
  const isSummable = (lower: SqlExpression, upper: SqlExpression) =>
    allOf([
      binary(cast(lower, doubleType), '>=', number(-mostSummable)),
      binary(cast(upper, doubleType), '<=', number(mostSummable)),
    ])
  const part = binary(cast(value, doubleType), '*', n)
  const total = ofAll(call('sum', { kind: 'case', when: isSummable(value, value), result: part }))
  const mean = binary(total, '/', call('nullif', valueCount, number(0)))
  return [
    { of: ofAll(call('sum', n)), alias: 'row_count' },
    { of: valueCount, alias: 'value_count' },
    { of: ofAll(call('count', value)), alias: 'distinct_count' },
    ...(functionsFor(type).includes('min') ? ends : []),
    ...(isNumericType(type)
      ? [{ of: { kind: 'case', when: isSummable(least, most), result: mean } as const, alias: 'mean' }]
      : []),
  ]
}

const isMany = (distinctCount: SqlExpression) => binary(distinctCount, '>', number(topCount))
/** Nulls are counted in the figures; they come along where there is nothing else to carry those. */
const isShown = ({ value, figure }: Measured) =>
  anyOf([{ kind: 'is-null', of: value, isNegated: true }, binary(figure('value_count'), '=', number(0))])

/** Far enough from where a double ends that the width of a range and a place in it have their room. */
const mostDouble = 8e307
const leastSpan = 1e-300
const mostSummable = 1e290

/** Of equal ranges from the least to the most; null where the values are few or so far apart that they are told one by one. */
function widthOf({ doubleType }: BuilderDialect): SqlExpression {
  const least = cast(column('figures', 'least'), doubleType)
  const most = cast(column('figures', 'most'), doubleType)
  const isWide = allOf([
    isMany(column('figures', 'distinct_count')),
    binary(least, '>=', number(-mostDouble)),
    binary(most, '<=', number(mostDouble)),
    binary(binary(most, '-', least), '>', number(leastSpan)),
  ])
  const width = binary(binary(most, '-', least), '/', number(rangeCount))
  return { kind: 'case', when: isWide, result: width }
}

function rangesOf({ value, figure }: Measured, { doubleType }: BuilderDialect): Outputs {
  const past = binary(cast(value, doubleType), '-', cast(figure('least'), doubleType))
  const isWide: SqlExpression = { kind: 'is-null', of: figure('width'), isNegated: true }
  return [
    {
      of: { kind: 'case', when: isWide, result: call('floor', binary(past, '/', figure('width'))) },
      alias: 'place',
    },
    { of: { kind: 'case', when: isNull(figure('width')), result: value }, alias: 'listed' },
  ]
}

/** The place among `profileGrains` of the finest that makes no more bars than can be told apart. */
function grainOf(type: FieldType, { dialect, weekStart }: CompileOptions): SqlExpression {
  const dayOf = (name: string) => dialect.startOf('day', column('figures', name), type, weekStart)
  return profileGrains.reduceRight<SqlExpression>(
    (coarser, { days }, index) => {
      if (days === null) return number(index)
      if (index === 0 && type === 'date') return coarser
      const isShort = binary(dayOf('least'), '>=', dialect.shiftDate(dayOf('most'), -days, 'day'))
      return { kind: 'case', when: isShort, result: number(index), otherwise: coarser }
    },
    number(profileGrains.length - 1),
  )
}

/** The span that each time begins in; the times themselves where they are few. */
function spansOf({ value, figure }: Measured, type: FieldType, { dialect, weekStart }: CompileOptions): Outputs {
  const startOf = (index: number): SqlExpression =>
    dialect.startOf(profileGrains[index]?.grain ?? 'year', value, type, weekStart)
  const isOf = (index: number) => binary(figure('grain'), '=', number(index))
  const last = profileGrains.length - 1
  const days = profileGrains.reduceRight<SqlExpression>(
    (coarser, _, index) =>
      index === 0 || index === last
        ? coarser
        : { kind: 'case', when: isOf(index), result: startOf(index), otherwise: coarser },
    startOf(last),
  )
  const many = isMany(figure('distinct_count'))
  const hours = { of: { kind: 'case', when: allOf([many, isOf(0)]), result: startOf(0) }, alias: 'hour' } as const
  return [
    ...(type === 'date' ? [] : [hours]),
    { of: { kind: 'case', when: many, result: days }, alias: 'day' },
    { of: { kind: 'case', when: { kind: 'not', of: many }, result: value }, alias: 'listed' },
  ]
}

/** How many rows are at each of the places, with the figures beside them. */
function spread(measured: Measured, places: Outputs): SqlSelect {
  const { reading, n, figure, figureNames, figuresStep } = measured
  const rows = { of: call('sum', n), alias: 'bar_rows' }
  const grouped = { ...reading, where: isShown(measured), groupBy: places.length }
  const names = places.map(({ alias }) => String(alias))
  if (figuresStep === null)
    return {
      ...grouped,
      columns: [...places, rows, ...figureNames.map((name) => ({ of: call('max', figure(name)), alias: name }))],
      orderBy: mostFirst(rows.of, names, null),
      limit: maxYears,
    }
  const step: SqlSelect = { ...grouped, with: [], columns: [...places, rows], orderBy: [], limit: null }
  return {
    ...stepFrom('spread', [
      ...[...names, rows.alias].map((name) => named('spread', name)),
      ...figureNames.map((name) => named(figuresStep, name)),
    ]),
    with: [...reading.with, { name: 'spread', select: step }],
    joins: [besideKnown],
    orderBy: mostFirst(column('spread', rows.alias), names, 'spread'),
    limit: maxYears,
  }
}

function mostFirst(rows: SqlExpression, places: readonly string[], step: string | null): readonly SqlOrder[] {
  return [
    { of: rows, direction: 'descending' },
    ...places.map((name) => ({ of: column(step, name), direction: 'ascending' as const })),
  ]
}

function named(step: string, name: string): Outputs[number] {
  return { of: column(step, name), alias: name }
}

function stepFrom(step: string, columns: Outputs): SqlSelect {
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
