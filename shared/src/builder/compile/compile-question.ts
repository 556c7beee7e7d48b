import { err, ok, type Result } from '../../base/result'
import { isNumericType } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'
import type { BuilderDialect } from '../dialects/builder-dialect'
import { checkQuestion, type QuestionProblem } from '../check-question'
import { filteredColumns, narrowQuestion } from './compile-result-filters'
import type { Question, QuestionColumn, QuestionMeasure } from '../question'
import { baseOf, groupKey, narrowedBy, type CompileOptions, type QuestionBase } from './question-base'
import { distinctLabels, outputNames } from '../part-labels'
import {
  allOf,
  binary,
  call,
  cast,
  column,
  numberLiteral,
  type SqlExpression,
  type SqlOrder,
  type SqlSelect,
} from './sql-node'

/**
 * filters: of the answer's columns, or of what is read. sourceColumns: those of the source, as far as they are known; null for
 * somebody who may see the answer alone, whom no filter may tell about other columns. onTheWall: a point in time as the clock of
 * the run's zone shows it, for databases that compare those.
 */
export interface NarrowOptions {
  readonly filters: readonly ResultFilter[]
  readonly sourceColumns: readonly Omit<QuestionColumn, 'join'>[] | null
  readonly onTheWall: (text: string) => string
}

/** applied: the columns of filters that went into the statement. rest: filters of which nobody here knows the column. */
export interface NarrowedQuestion {
  readonly select: SqlSelect
  readonly applied: readonly string[]
  readonly rest: readonly ResultFilter[]
}

/** A question as one SELECT, or what is wrong with it. Rows come in a definite order where they are grouped. */
export function compileQuestion(
  question: Question,
  options: CompileOptions,
): Result<SqlSelect, readonly QuestionProblem[]> {
  const compiled = compileNarrowed(question, options, { filters: [], sourceColumns: [], onTheWall: (text) => text })
  return compiled.ok ? ok(compiled.value.select) : compiled
}

/** The same, of the rows that pass the filters: those of rows and groups count before grouping, all of them before the limit. */
export function compileNarrowed(
  question: Question,
  options: CompileOptions,
  narrowing: NarrowOptions,
): Result<NarrowedQuestion, readonly QuestionProblem[]> {
  const found = narrowedBase(question, options, narrowing)
  if (!found.ok) return found
  const { base, after, applied, rest } = found.value
  const select =
    question.groups.length + question.measures.length === 0
      ? compileRows(question, base, options.dialect)
      : compileGroups(question, base, options, after)
  return ok({ select, applied, rest })
}

/** after: conditions on the measures. */
interface NarrowedBase extends Pick<NarrowedQuestion, 'applied' | 'rest'> {
  readonly base: QuestionBase
  readonly after: readonly SqlExpression[]
}

/** The rows that a question reads as far as they pass the filters. */
export function narrowedBase(
  question: Question,
  options: CompileOptions,
  { filters, sourceColumns, onTheWall }: NarrowOptions,
): Result<NarrowedBase, readonly QuestionProblem[]> {
  const problems = checkQuestion(question)
  const { source } = question
  if (problems.length > 0 || source === null) return err(problems)
  const base = baseOf(question, source, options)
  const columns = filters.length === 0 ? [] : filteredColumns(question, base, options, sourceColumns)
  const {
    before,
    after,
    applied,
    rest,
    problems: wrong,
  } = narrowQuestion(filters, columns, {
    ...options,
    onTheWall,
  })
  return wrong.length > 0 ? err(wrong) : ok({ base: narrowedBy(base, before), after, applied, rest })
}

function compileRows(question: Question, base: QuestionBase, dialect: BuilderDialect): SqlSelect {
  const labels = distinctLabels(question.columns.map(({ name }) => name))
  return {
    with: base.with,
    columns:
      question.columns.length === 0
        ? base.allOfSource
        : question.columns.map((of, index) => {
            const raw = base.raw(of)
            return { of: raw, alias: aliasUnlessSame(nameOf(raw), labels[index]) }
          }),
    ...base.reading,
    groupBy: 0,
    orderBy: question.sort.flatMap(({ by, direction }) =>
      by.kind === 'column' ? [{ of: ordered(base.exact(by.column), by.column, dialect), direction }] : [],
    ),
    limit: question.limit,
  }
}

export function aliasUnlessSame(name: string, label: string | undefined): string | null {
  return label === undefined || label === name ? null : label
}

function ordered(of: SqlExpression, { type }: Pick<QuestionColumn, 'type'>, dialect: BuilderDialect): SqlExpression {
  return type === 'text' ? dialect.inCodePointOrder(of) : of
}

/** A group or a measure with the name of its column in the answer. */
export interface QuestionOutput {
  readonly id: string
  readonly name: string
  readonly of: SqlExpression
  readonly isText: boolean
  readonly isGroup: boolean
}

/** after: conditions on the measures. */
function compileGroups(
  question: Question,
  base: QuestionBase,
  { dialect, weekStart }: CompileOptions,
  after: readonly SqlExpression[],
): SqlSelect {
  const names = outputNames(question)
  const keys = question.groups.map((group) => groupKey(group, base, dialect, weekStart))
  const needsRanks =
    dialect.percentile === null && question.measures.some(({ fn }) => fn === 'median' || fn === 'percentile')
  const rows = (needsRanks ? rankedRows : plainRows)(question, keys, base, dialect)

  const groups = question.groups.map((group, index): QuestionOutput => ({
    id: group.id,
    name: names[index] ?? group.id,
    of: rows.keys[index] ?? column(null, group.id),
    isText: group.grain === null && group.column.type === 'text',
    isGroup: true,
  }))
  const measures = question.measures.map((measure, index): QuestionOutput => ({
    id: measure.id,
    name: names[groups.length + index] ?? measure.id,
    of: aggregate(measure, rows.args[index] ?? null, dialect),
    isText: (measure.fn === 'min' || measure.fn === 'max') && measure.column?.type === 'text',
    isGroup: false,
  }))
  const outputs = [...groups, ...measures]
  const grouped: SqlSelect = {
    with: rows.with,
    columns: outputs.map(({ of, name }) => ({ of, alias: aliasUnlessSame(nameOf(of), name) })),
    ...rows.reading,
    groupBy: groups.length,
    orderBy: orderOf(question, outputs, dialect),
    limit: question.limit,
  }
  const shows = question.measures.map(({ show }) => show)
  const shown = shows.every((show) => show === 'value')
    ? grouped
    : withWindows(question, grouped, groups, measures, dialect)
  return after.length === 0 ? shown : withConditions(question, shown, outputs, after, dialect)
}

/** Only the groups whose measures pass, before the limit cuts them. */
function withConditions(
  question: Question,
  shown: SqlSelect,
  outputs: readonly QuestionOutput[],
  conditions: readonly SqlExpression[],
  dialect: BuilderDialect,
): SqlSelect {
  const name = 'measured'
  const own = outputs.map((output): QuestionOutput => ({ ...output, of: column(null, output.name) }))
  return {
    with: [...shown.with, { name, select: { ...shown, with: [], orderBy: [], limit: null } }],
    columns: own.map(({ of }) => ({ of, alias: null })),
    from: { table: [name], alias: null },
    joins: [],
    where: allOf(conditions),
    groupBy: 0,
    orderBy: orderOf(question, own, dialect),
    limit: question.limit,
  }
}

function nameOf(of: SqlExpression): string {
  return of.kind === 'column' ? of.name : ''
}

/** The rows to group: the keys and the measures' arguments, by place. */
interface GroupedRows {
  readonly with: SqlSelect['with']
  readonly reading: QuestionBase['reading']
  readonly keys: readonly SqlExpression[]
  readonly args: readonly (MeasureArgument | null)[]
}

/** rank, size: a value's place among its group's, from 1, and how many the group has; where they had to be counted. */
export interface MeasureArgument {
  readonly of: SqlExpression
  readonly ranked: { readonly rank: SqlExpression; readonly size: SqlExpression } | null
}

function plainRows(
  { measures }: Question,
  keys: readonly SqlExpression[],
  base: QuestionBase,
  dialect: BuilderDialect,
): GroupedRows {
  return {
    with: base.with,
    reading: base.reading,
    keys,
    args: measures.map((measure) => {
      const of = measuredValue(measure, base, dialect)
      return of === null ? null : { of, ranked: null }
    }),
  }
}

/**
 * The value to calculate with: null if it is not of its column's type, though it still counts, and in rows that the measure
 * leaves out. Null instead of an expression where all rows are counted.
 */
export function measuredValue(
  { column: of, fn, filters = [] }: QuestionMeasure,
  base: QuestionBase,
  { fits }: BuilderDialect,
): SqlExpression | null {
  const passed = filters.flatMap((filter) => base.condition(filter) ?? [])
  if (of === null) return passed.length === 0 ? null : { kind: 'case', when: allOf(passed), result: numberLiteral(1) }
  const value = base.exact(of)
  const isFitting = fn === 'count' || fn === 'distinct' || !isNumericType(of.type) ? null : fits?.(value, of.type)
  const conditions = isFitting ? [...passed, isFitting] : passed
  return conditions.length === 0 ? value : { kind: 'case', when: allOf(conditions), result: value }
}

/** Returns true for a count of all rows, which calculates with no value; see `measuredValue`. */
export function countsAllRows({ column: of, filters = [] }: QuestionMeasure): boolean {
  return (
    of === null && filters.every(({ items }) => items.every((item) => item.kind === 'group' && item.items.length === 0))
  )
}

/** For databases without an aggregate for medians: each value is given its place first. */
function rankedRows(
  { measures }: Question,
  keys: readonly SqlExpression[],
  base: QuestionBase,
  dialect: BuilderDialect,
): GroupedRows {
  const name = 'ranked'
  const columns: { of: SqlExpression; alias: string }[] = keys.map((of, index) => ({ of, alias: `key_${index + 1}` }))
  const args = measures.map((measure, index): MeasureArgument | null => {
    const { fn } = measure
    const value = measuredValue(measure, base, dialect)
    if (value === null) return null
    const alias = `value_${index + 1}`
    columns.push({ of: value, alias })
    if (fn !== 'median' && fn !== 'percentile') return { of: column(null, alias), ranked: null }
    const over = (window: SqlExpression, order: readonly SqlOrder[]): SqlExpression => ({
      kind: 'over',
      of: window,
      partition: keys,
      order,
      isRunning: false,
    })
    columns.push(
      { of: over(call('row_number'), [{ of: value, direction: 'ascending' }]), alias: `rank_${index + 1}` },
      { of: over(call('count', value), []), alias: `size_${index + 1}` },
    )
    return {
      of: column(null, alias),
      ranked: { rank: column(null, `rank_${index + 1}`), size: column(null, `size_${index + 1}`) },
    }
  })
  if (columns.length === 0) columns.push({ of: numberLiteral(1), alias: 'one' })
  const select: SqlSelect = { with: [], columns, ...base.reading, groupBy: 0, orderBy: [], limit: null }
  return {
    with: [...base.with, { name, select }],
    reading: { from: { table: [name], alias: null }, joins: [], where: null },
    keys: keys.map((_, index) => column(null, `key_${index + 1}`)),
    args,
  }
}

export function aggregate(
  { fn, column: source, percentile }: QuestionMeasure,
  argument: MeasureArgument | null,
  dialect: BuilderDialect,
): SqlExpression {
  if (argument === null) return call('count', { kind: 'keyword', word: '*' })
  const { of, ranked } = argument
  if (source === null) return call('count', of)
  const asDouble = cast(of, dialect.doubleType)
  const named = (name: 'sum' | 'average' | 'min' | 'max', argument: SqlExpression) =>
    dialect.aggregate?.(name, argument, source) ?? call(name === 'average' ? 'avg' : name, argument)
  switch (fn) {
    case 'count':
      return call('count', of)
    case 'distinct':
      return { kind: 'call', name: 'count', args: [of], isDistinct: true }
    case 'sum':
      // Of 32-bit floats some databases add up 32-bit floats.
      return named('sum', source.type === 'number' ? asDouble : of)
    case 'average':
      // An average of decimals would have four digits more than they in one database, sixteen in another.
      return named('average', asDouble)
    case 'min':
    case 'max':
      return named(fn, ordered(of, source, dialect))
    case 'median':
    case 'percentile': {
      const fraction = fn === 'median' ? 0.5 : Number((percentile / 100).toPrecision(12))
      if (ranked !== null) return interpolated(asDouble, ranked, fraction)
      if (dialect.percentile === null) throw new Error('the values of a percentile have no ranks')
      return dialect.percentile(of, fraction)
    }
  }
}

/** Between the two values around the place `fraction` of the way from the first to the last. */
function interpolated(
  of: SqlExpression,
  { rank, size }: { readonly rank: SqlExpression; readonly size: SqlExpression },
  fraction: number,
): SqlExpression {
  const place = binary(numberLiteral(fraction), '*', binary(size, '-', numberLiteral(1)))
  const valueAt = (at: SqlExpression) =>
    call('max', { kind: 'case', when: binary(rank, '=', binary(at, '+', numberLiteral(1))), result: of })
  const below = valueAt(call('floor', place))
  const above = valueAt(call('ceiling', place))
  const part = call('max', binary(place, '-', call('floor', place)))
  return binary(below, '+', binary(binary(above, '-', below), '*', part))
}

/** As it is asked for, then by the groups, so that equal values have an order too. */
export function orderOf(
  { sort }: Question,
  outputs: readonly QuestionOutput[],
  dialect: BuilderDialect,
): readonly SqlOrder[] {
  const asked = sort.flatMap(({ by, direction }) => {
    const output = outputs.find(({ id }) => by.kind === 'part' && by.id === id)
    return output === undefined ? [] : [{ output, direction }]
  })
  const rest = outputs
    .filter((output) => output.isGroup && !asked.some((order) => order.output === output))
    .map((output) => ({ output, direction: 'ascending' as const }))
  return [...asked, ...rest].map(({ output, direction }) => ({
    of: output.isText ? dialect.inCodePointOrder(output.of) : output.of,
    direction,
  }))
}

/**
 * A measure's value as it is shown. order: of the running total. others: the groups that it begins anew with. within:
 * what parts the rows of which it is a share or running total.
 */
export function shownValue(
  show: QuestionMeasure['show'],
  of: SqlExpression,
  window: {
    readonly order: readonly SqlOrder[]
    readonly others: readonly SqlExpression[]
    readonly within: readonly SqlExpression[]
  },
  dialect: BuilderDialect,
): SqlExpression {
  const sum = { kind: 'over', of: call('sum', of) } as const
  switch (show) {
    case 'value':
      return of
    case 'running-total':
      return { ...sum, partition: [...window.within, ...window.others], order: window.order, isRunning: true }
    case 'share': {
      const total: SqlExpression = { ...sum, partition: window.within, order: [], isRunning: false }
      const asDouble = cast(total, dialect.doubleType)
      return binary(cast(of, dialect.doubleType), '/', call('nullif', asDouble, numberLiteral(0)))
    }
  }
}

/** Running totals and shares are taken of the groups, before the limit cuts them. */
function withWindows(
  question: Question,
  grouped: SqlSelect,
  groups: readonly QuestionOutput[],
  measures: readonly QuestionOutput[],
  dialect: BuilderDialect,
): SqlSelect {
  const name = 'grouped'
  const own = (output: QuestionOutput): SqlExpression =>
    column(dialect.qualifiesColumns === true ? name : null, output.name)
  const inOrder = (output: QuestionOutput) => (output.isText ? dialect.inCodePointOrder(own(output)) : own(output))
  const [first, ...others] = groups
  const shown = measures.map((measure, index): QuestionOutput => {
    const order = first === undefined ? [] : [{ of: inOrder(first), direction: 'ascending' as const }]
    const show = question.measures[index]?.show ?? 'value'
    return { ...measure, of: shownValue(show, own(measure), { order, others: others.map(own), within: [] }, dialect) }
  })
  const outputs = [...groups.map((group) => ({ ...group, of: own(group) })), ...shown]
  return {
    with: [...grouped.with, { name, select: { ...grouped, with: [], orderBy: [], limit: null } }],
    columns: outputs.map((output) => ({ of: output.of, alias: aliasUnlessSame(nameOf(output.of), output.name) })),
    from: { table: [name], alias: null },
    joins: [],
    where: null,
    groupBy: 0,
    orderBy: orderOf(question, outputs, dialect),
    limit: question.limit,
  }
}
