import { err, ok, type Result } from '../../base/result'
import { isGroupable, isNumericType, isTemporalType, type FieldType } from '../../query/field'
import type { BuilderDialect } from '../dialects/builder-dialect'
import { checkQuestion } from '../check-question'
import type { QuestionProblem } from '../stages/question-problem'
import { maxYears, profileGrains, topCount } from '../column-profile'
import type { NarrowedQuestion, NarrowOptions } from './compile-question'
import { filteredColumns, narrowQuestion } from './compile-result-filters'
import {
  besideKnown,
  fitting,
  isMany,
  measure,
  namedOutput,
  stepFrom,
  type Measured,
  type Outputs,
} from './profile-figures'
import { ungrouped, type Question, type QuestionColumn } from '../question'
import { baseOf, narrowedBy, type CompileOptions } from './question-base'
import {
  allOf,
  anyOf,
  binary,
  call,
  cast,
  column,
  isNull,
  numberLiteral,
  type SqlExpression,
  type SqlOrder,
  type SqlSelect,
} from './sql-node'

/**
 * Compiles the profile of a column among the rows a question reads: figures and spread, in one statement with one scan
 * on every database. The rows of each value are counted once, and all else is worked out from those counts. `readProfile` reads the answer.
 * Filters of columns that the question does not know are left out.
 */
export function compileProfile(
  question: Question,
  of: QuestionColumn,
  options: CompileOptions,
  { filters, sourceColumns, onTheWall }: NarrowOptions,
): Result<NarrowedQuestion, readonly QuestionProblem[]> {
  const asked: Question = { ...ungrouped(question), columns: [of] }
  const problems = checkQuestion(asked)
  const { source } = question
  if (problems.length > 0 || source === null) return err(problems)
  const base = baseOf(asked, source, options)
  const columns = filteredColumns(asked, base, options, sourceColumns)
  const narrowed = narrowQuestion(filters, columns, { dialect: options.dialect, onTheWall })
  if (narrowed.problems.length > 0) return err(narrowed.problems)
  const { reading: rows } = narrowedBy(base, narrowed.before)
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

/** counted: each value with its rows (`n`), and with those that are not null (`filled`). */
function profileOf({ type }: QuestionColumn, options: CompileOptions, counted: SqlSelect): SqlSelect {
  const steps = [...counted.with, { name: 'counted', select: { ...counted, with: [] } }]
  const measured = measure(steps, type, options)
  if (isTemporalType(type)) return spread(measured, spansOf(measured, type, options))
  if (isNumericType(type)) return spread(measured, rangesOf(measured, type, options.dialect))
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

/** Nulls are counted in the figures; they come along where there is nothing else to carry those. */
const isShown = ({ value, figure }: Measured) =>
  anyOf([{ kind: 'is-null', of: value, isNegated: true }, binary(figure('value_count'), '=', numberLiteral(0))])

function rangesOf({ value, figure }: Measured, type: FieldType, dialect: BuilderDialect): Outputs {
  const { doubleType } = dialect
  const past = binary(cast(value, doubleType), '-', cast(figure('least'), doubleType))
  const isWide: SqlExpression = { kind: 'is-null', of: figure('width'), isNegated: true }
  const isFitting = fitting(value, type, dialect)
  const hasPlace = isFitting === null ? isWide : allOf([isWide, isFitting])
  return [
    {
      of: { kind: 'case', when: hasPlace, result: call('floor', binary(past, '/', figure('width'))) },
      alias: 'place',
    },
    { of: { kind: 'case', when: isNull(figure('width')), result: value }, alias: 'listed' },
  ]
}

/** The span that each time begins in; the times themselves where they are few. */
function spansOf({ value, figure }: Measured, type: FieldType, { dialect, weekStart }: CompileOptions): Outputs {
  const startOf = (index: number): SqlExpression =>
    dialect.startOf(profileGrains[index]?.grain ?? 'year', value, type, weekStart)
  const isOf = (index: number) => binary(figure('grain'), '=', numberLiteral(index))
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
      ...[...names, rows.alias].map((name) => namedOutput('spread', name)),
      ...figureNames.map((name) => namedOutput(figuresStep, name)),
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
