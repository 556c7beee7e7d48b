import { err, ok, type Result } from '../../base/result'
import type { ResultFilter } from '../../query/result-filter'
import type { BuilderDialect } from '../dialects/builder-dialect'
import { checkQuestion } from '../check-question'
import type { QuestionProblem } from '../stages/question-problem'
import type { GroupWindow } from './along-groups'
import type { ExpressionTerm } from './compile-expression'
import { measureType } from '../measure-type'
import { measureConditions } from './measure-conditions'
import { byPlan, isPercentile, isTextMeasure, measurePlans, plannedValue, type MeasurePlan } from './measure-plan'
import { filteredColumns, narrowQuestion } from './compile-result-filters'
import type { Question, QuestionColumn, QuestionMeasure } from '../question'
import {
  baseOf,
  groupKey,
  largestOf,
  listsSource,
  narrowedBy,
  plainKey,
  type CompileOptions,
  type QuestionBase,
} from './question-base'
import { groupInOrder, hasOrderOfWords } from './time-part'
import { isRanked, keptValues, largestWithin, othersLast, toppedGroups, toppedNames, topQuestion } from './top-values'
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

const notNarrowed: NarrowOptions = { filters: [], sourceColumns: [], onTheWall: (text) => text }

/** applied: the columns of filters that went into the statement. rest: filters of which nobody here knows the column. */
export interface NarrowedQuestion {
  readonly select: SqlSelect
  readonly applied: readonly string[]
  readonly rest: readonly ResultFilter[]
}

/** A question of one step as one SELECT, or what is wrong with it. Rows come in a definite order where they are grouped. */
export function compileQuestion(
  question: Question,
  options: CompileOptions,
): Result<SqlSelect, readonly QuestionProblem[]> {
  const compiled = compileNarrowed(question, options)
  return compiled.ok ? ok(compiled.value.select) : compiled
}

/** The same, of the rows that pass the filters: those of rows and groups count before grouping, all of them before the limit. */
export function compileNarrowed(
  question: Question,
  options: CompileOptions,
  narrowing: NarrowOptions = notNarrowed,
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
  const isList = question.groups.length + question.measures.length + question.columns.length === 0
  if (isList && !listsSource(question, options.dialect))
    return err([
      {
        step: 'columns',
        partId: null,
        message: 'This database lists no columns of itself beside such a join: choose which to show.',
      },
    ])
  const narrowed = narrowBase(question, baseOf(question, source, options), options, {
    filters,
    sourceColumns,
    onTheWall,
  })
  if (!narrowed.ok) return narrowed
  const { base, after, ...rest } = narrowed.value
  return ok({ ...rest, base, after: [...measureConditions(question, base), ...after] })
}

/** The base with the conditions of filters, and with the largest values of groups among the rows that those of other columns leave. */
export function narrowBase(
  question: Question,
  all: QuestionBase,
  options: CompileOptions,
  { filters, sourceColumns, onTheWall }: NarrowOptions,
): Result<NarrowedBase, readonly QuestionProblem[]> {
  const columns = filters.length === 0 ? [] : filteredColumns(question, all, options, sourceColumns)
  const writing = { ...options, onTheWall }
  const topped = toppedNames(question)
  const ofRows = narrowQuestion(
    filters.filter(({ column }) => !topped.has(column)),
    columns,
    writing,
  )
  const ofTop = narrowQuestion(
    filters.filter(({ column }) => topped.has(column)),
    columns,
    writing,
  )
  const problems = [...ofRows.problems, ...ofTop.problems]
  if (problems.length > 0) return err(problems)
  const rows = narrowedBy(all, ofRows.before)
  const groups = toppedGroups(question).map((group) => ({
    group,
    key: plainKey(group, all, options.dialect, options.weekStart),
  }))
  const steps = groups.map(({ group, key }) => {
    const ranked = narrowedBy({ ...rows, with: [] }, [isRanked(group, key)])
    const asked = topQuestion(question, group)
    const sized = compileGroups(asked, ranked, options, [])
    const select =
      group.top.within === undefined
        ? sized
        : largestWithin(sized, group, (name, of) =>
            name === 'value'
              ? groupInOrder({ ...group, top: undefined }, of, options)
              : sizeInOrder(asked, of, options),
          )
    return { name: all.topStep(group.id), select }
  })
  const kept = groups.flatMap(({ group, key }) =>
    group.top.rest === 'other'
      ? []
      : [keptValues(group, key, largestOf(group, all, options.dialect, options.weekStart))],
  )
  const base = narrowedBy({ ...rows, with: [...rows.with, ...steps] }, [...kept, ...ofTop.before])
  const [first, second] = [ofRows, ofTop]
  return ok({
    base,
    after: [...first.after, ...second.after],
    applied: [...first.applied, ...second.applied],
    rest: [...first.rest, ...second.rest],
  })
}

function sizeInOrder({ measures }: Question, of: SqlExpression, { dialect }: CompileOptions): readonly SqlExpression[] {
  return measures.map((measure) => ordered(of, { type: measureType(measure) }, dialect))
}

function compileRows(question: Question, base: QuestionBase, dialect: BuilderDialect): SqlSelect {
  const labels = distinctLabels(question.columns.map(({ name }) => name))
  return {
    with: base.with,
    columns:
      question.columns.length === 0
        ? [...base.allOfSource, ...base.computed]
        : question.columns.map((named, index) => {
            const of = base.raw(named)
            return { of, alias: aliasUnlessSame(nameOf(of), labels[index]) }
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

/**
 * A group or a measure with the name of its column in the answer. inOrder: what it is sorted by, of its value.
 * othersLast: what keeps the group of all other values last where rows are sorted by a measure.
 */
export interface QuestionOutput {
  readonly id: string
  readonly name: string
  readonly of: SqlExpression
  readonly inOrder: (of: SqlExpression) => readonly SqlExpression[]
  readonly othersLast?: (of: SqlExpression) => readonly SqlExpression[]
  readonly isGroup: boolean
}

/** after: conditions on the measures. */
function compileGroups(
  question: Question,
  base: QuestionBase,
  options: CompileOptions,
  after: readonly SqlExpression[],
): SqlSelect {
  const { dialect, weekStart } = options
  const names = outputNames(question)
  const keys = question.groups.map((group) => groupKey(group, base, dialect, weekStart))
  const plans = measurePlans(question.measures, base)
  const terms = plans.flatMap((plan) => plan.terms)
  const needsRanks = dialect.percentile === null && terms.some(isPercentile)
  // The values in an expression are bound each time that it is written, so that it would not be the same as it is grouped by.
  const isComputed = question.groups.some(({ column: of }) => question.expressions?.some(({ id }) => id === of.join))
  const hasWords = question.groups.some(
    (group) => hasOrderOfWords(group) || group.bin !== undefined || group.top !== undefined,
  )
  const rows = (needsRanks || isComputed || hasWords ? stepRows : plainRows)(terms, keys, base, dialect)
  const summaries = byPlan(
    plans,
    terms.map((term, index) => aggregate(term, rows.args[index] ?? null, dialect)),
  )

  const groups = question.groups.map((group, index): QuestionOutput => ({
    id: group.id,
    name: names[index] ?? group.id,
    of: rows.keys[index] ?? column(null, group.id),
    inOrder: (of) => groupInOrder(group, of, options),
    othersLast: (of) => othersLast(group, of, dialect),
    isGroup: true,
  }))
  const measures = question.measures.flatMap((measure, index): PlannedOutput[] => {
    const plan = plans[index]
    if (plan === undefined) return []
    const name = names[groups.length + index] ?? measure.id
    const own = summaries[index] ?? []
    const parts = plan.isAlong
      ? own.map((of, at) => ({ of, name: partName(index, at) }))
      : [{ of: plannedValue(plan, own, base, null), name }]
    const inOrder = measureOrder(measure, plan, dialect)
    return [{ id: measure.id, name, of: parts[0]?.of ?? column(null, name), inOrder, isGroup: false, plan, parts }]
  })
  const outputs = [...groups, ...measures]
  const grouped: SqlSelect = {
    with: rows.with,
    columns: [...groups, ...measures.flatMap(({ parts }) => parts)].map(({ of, name }) => ({
      of,
      alias: aliasUnlessSame(nameOf(of), name),
    })),
    ...rows.reading,
    groupBy: groups.length,
    orderBy: orderOf(question, outputs),
    limit: question.limit,
  }
  const isPlain = question.measures.every(({ show }, index) => show === 'value' && plans[index]?.isAlong !== true)
  const shown = isPlain ? grouped : withWindows(question, grouped, groups, measures, base)
  return after.length === 0 ? shown : withConditions(question, shown, outputs, after)
}

/** A measure with the columns of the grouped rows that it is made of: itself, or its summaries. */
export interface PlannedOutput extends QuestionOutput {
  readonly plan: MeasurePlan
  readonly parts: readonly { readonly of: SqlExpression; readonly name: string }[]
}

/** The name of a summary among grouped rows. */
export function partName(measure: number, summary: number): string {
  return `summary_${measure + 1}_${summary + 1}`
}

/** Only the groups whose measures pass, before the limit cuts them. */
function withConditions(
  question: Question,
  shown: SqlSelect,
  outputs: readonly QuestionOutput[],
  conditions: readonly SqlExpression[],
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
    orderBy: orderOf(question, own),
    limit: question.limit,
  }
}

/** The order of a measure: what it is sorted by, of its value. */
export function measureOrder(
  measure: QuestionMeasure,
  plan: MeasurePlan,
  dialect: BuilderDialect,
): QuestionOutput['inOrder'] {
  return (of) => [isTextMeasure(measure, plan) ? dialect.inCodePointOrder(of) : of]
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

function plainRows(terms: readonly ExpressionTerm[], keys: readonly SqlExpression[], base: QuestionBase): GroupedRows {
  return {
    with: base.with,
    reading: base.reading,
    keys,
    args: terms.map(({ of }) => (of === null ? null : { of, ranked: null })),
  }
}

/**
 * The rows in a step of their own, so that keys and values have names. For databases without an aggregate for medians each
 * value is given its place there.
 */
function stepRows(
  terms: readonly ExpressionTerm[],
  keys: readonly SqlExpression[],
  base: QuestionBase,
  dialect: BuilderDialect,
): GroupedRows {
  const name = 'ranked'
  const columns: { of: SqlExpression; alias: string }[] = keys.map((of, index) => ({ of, alias: `key_${index + 1}` }))
  const args = terms.map((term, index): MeasureArgument | null => {
    const { of: value } = term
    if (value === null) return null
    const alias = `value_${index + 1}`
    columns.push({ of: value, alias })
    if (!isPercentile(term) || dialect.percentile !== null) return { of: column(null, alias), ranked: null }
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
  { fn, source, percentile }: ExpressionTerm,
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

/**
 * As it is asked for, then by the groups, so that equal values have an order too. The group of all other values comes
 * last also where rows are sorted by a measure.
 */
export function orderOf({ sort }: Question, outputs: readonly QuestionOutput[]): readonly SqlOrder[] {
  const asked = sort.flatMap(({ by, direction }) => {
    const output = outputs.find(({ id }) => by.kind === 'part' && by.id === id)
    return output === undefined ? [] : [{ output, direction }]
  })
  const rest = outputs
    .filter((output) => output.isGroup && !asked.some((order) => order.output === output))
    .map((output) => ({ output, direction: 'ascending' as const }))
  const firstMeasure = asked.findIndex(({ output }) => !output.isGroup)
  return [...asked, ...rest].flatMap(({ output, direction }, index) => [
    ...(index === firstMeasure ? othersOf(outputs.filter((one) => !isAskedBefore(one))) : []),
    ...output.inOrder(output.of).map((of) => ({ of, direction })),
  ])

  function isAskedBefore(one: QuestionOutput): boolean {
    return asked.slice(0, firstMeasure).some((order) => order.output === one)
  }
}

function othersOf(outputs: readonly QuestionOutput[]): readonly SqlOrder[] {
  return outputs
    .flatMap(({ of, othersLast: last }) => last?.(of) ?? [])
    .map((of) => ({ of, direction: 'ascending' as const }))
}

/**
 * A measure's value as it is shown. order: of the running total. others: the groups that it begins anew with. within:
 * what parts the rows of which it is a share or running total.
 */
function shownValue(
  show: QuestionMeasure['show'],
  of: SqlExpression,
  window: GroupWindow,
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

/** A measure's value as it is shown, from its parts among the grouped rows. */
export function shownMeasure(
  show: QuestionMeasure['show'],
  plan: MeasurePlan,
  parts: readonly SqlExpression[],
  window: GroupWindow,
  base: QuestionBase,
): SqlExpression {
  if (plan.isAlong) return plannedValue(plan, parts, base, window)
  const [of] = parts
  if (of === undefined) throw new Error('a measure has a value')
  return shownValue(show, of, window, base.context.dialect)
}

/** Running totals and shares are taken of the groups, before the limit cuts them. */
function withWindows(
  question: Question,
  grouped: SqlSelect,
  groups: readonly QuestionOutput[],
  measures: readonly PlannedOutput[],
  base: QuestionBase,
): SqlSelect {
  const { dialect } = base.context
  const name = 'grouped'
  const own = (output: { readonly name: string }): SqlExpression =>
    column(dialect.qualifiesColumns === true ? name : null, output.name)
  const [first, ...others] = groups
  const shown = measures.map((measure, index): QuestionOutput => {
    const order = (first?.inOrder(own(first)) ?? []).map((of) => ({ of, direction: 'ascending' as const }))
    const show = question.measures[index]?.show ?? 'value'
    const window = { order, others: others.map(own), within: [] }
    return { ...measure, of: shownMeasure(show, measure.plan, measure.parts.map(own), window, base) }
  })
  const outputs = [...groups.map((group) => ({ ...group, of: own(group) })), ...shown]
  return {
    with: [...grouped.with, { name, select: { ...grouped, with: [], orderBy: [], limit: null } }],
    columns: outputs.map((output) => ({ of: output.of, alias: aliasUnlessSame(nameOf(output.of), output.name) })),
    from: { table: [name], alias: null },
    joins: [],
    where: null,
    groupBy: 0,
    orderBy: orderOf(question, outputs),
    limit: question.limit,
  }
}
