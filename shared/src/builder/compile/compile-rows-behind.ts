import { err, ok, type Result } from '../../base/result'
import { isNumericType, isTemporalType } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'
import { checkQuestion } from '../check-question'
import { isValueOf } from '../column-values'
import type { QuestionProblem } from '../stages/question-problem'
import { beforeDay, valueFor } from './compile-filter'
import { compileNarrowed, narrowBase, type NarrowedQuestion, type NarrowOptions } from './compile-question'
import { filteredColumns, narrowQuestion } from './compile-result-filters'
import { countedBy } from './measure-plan'
import { mentionedColumns } from './question-base'
import { distinctLabels, groupNames, outputNames } from '../part-labels'
import { nextUnitStart } from '../date-unit'
import { dateUnits, type Question, type QuestionColumn } from '../question'
import { baseOf, narrowedBy, type CompileOptions, type QuestionBase } from './question-base'
import { allOf, binary, type SqlExpression, type SqlOrder, type SqlSelect } from './sql-node'

/**
 * The rows that a question counts, adds up or lists where its answer has the values of a mark, instead of that answer: all
 * columns of its source, and those it takes of what it joins. mark: of columns of the answer that are no measures.
 * counted: names of measures of the answer; of the rows those that one of them counts, by default any of all measures.
 * most: rows that are wanted; null for all. Filters of columns that the question does not know are left out, as they are of
 * its answer.
 */
export function compileRowsBehind(
  question: Question,
  options: CompileOptions,
  narrowing: NarrowOptions & {
    readonly mark: readonly ResultFilter[]
    readonly counted?: readonly string[] | undefined
    readonly most: number | null
  },
): Result<NarrowedQuestion, readonly QuestionProblem[]> {
  const { filters, mark, counted, sourceColumns, onTheWall, most } = narrowing
  if (question.groups.length + question.measures.length === 0) return rowsThemselves(question, options, narrowing)
  const problems = checkQuestion(question)
  const { source } = question
  if (problems.length > 0 || source === null) return err(problems)
  const all = baseOf(question, source, options)
  const narrowed = narrowBase(question, all, options, { filters, sourceColumns, onTheWall })
  if (!narrowed.ok) return narrowed
  const { base } = narrowed.value
  const columns = filteredColumns(question, base, options, sourceColumns)
  const writing = { dialect: options.dialect, onTheWall }
  const ofBuckets: SqlExpression[] = []
  const ofValues: ResultFilter[] = []
  for (const filter of mark) {
    const bucket = bucketCondition(question, filter, base, options)
    if (bucket === null) ofValues.push(filter)
    else ofBuckets.push(bucket)
  }
  const marked = narrowQuestion(ofValues, columns, writing)
  const measures = measuresNamed(question, counted)
  const wrong = [...marked.problems, ...marksOfNothing(question, mark), ...measures.problems]
  // A filter of a measure leaves groups out, and only a mark of one whole group is surely none of them.
  const isByMeasure = narrowed.value.after.length > 0 || (question.measureFilters ?? []).length > 0
  if (isByMeasure && !isOneGroup(question, mark))
    wrong.push(problemOf('The rows of several groups are not told apart by a filter of a measure.'))
  if (wrong.length > 0) return err(wrong)
  const ofMeasures = countedBy(measures.found, base)
  const { reading } = narrowedBy(base, [...ofBuckets, ...marked.before, ...(ofMeasures === null ? [] : [ofMeasures])])
  const select: SqlSelect = {
    with: base.with,
    groupBy: 0,
    columns: rowColumns(question, base),
    ...reading,
    orderBy: rowOrder(question, base),
    limit: most,
  }
  return ok({ select, applied: narrowed.value.applied, rest: [] })
}

/** The rows of a question that lists rows: a limit cuts them before the mark is found among them. */
function rowsThemselves(
  question: Question,
  options: CompileOptions,
  { mark, filters, ...narrowing }: NarrowOptions & { readonly mark: readonly ResultFilter[] },
): Result<NarrowedQuestion, readonly QuestionProblem[]> {
  if (question.limit === null)
    return compileNarrowed(question, options, { ...narrowing, filters: [...filters, ...mark] })
  const compiled = compileNarrowed(question, options, { ...narrowing, filters })
  return compiled.ok ? ok({ ...compiled.value, rest: [...compiled.value.rest, ...mark] }) : compiled
}

/** Days and longer from the first up to the next: databases find such rows by their indexes, and in the zone of the run. */
function bucketCondition(
  question: Question,
  { column, op, value: start }: ResultFilter,
  base: QuestionBase,
  { dialect }: CompileOptions,
): SqlExpression | null {
  const { grain, column: of } = question.groups[outputNames(question).indexOf(column)] ?? { grain: null }
  const unit = dateUnits.find((known) => known === grain)
  if (unit === undefined || of === undefined || op !== '=' || typeof start !== 'string' || !isValueOf(start, 'date'))
    return null
  const { type } = of
  const compared = dialect.comparable(base.raw(of), type)
  const isOver = beforeDay(compared, type, nextUnitStart(start, unit), dialect)
  return allOf([binary(compared, '>=', valueFor(start, type)), isOver])
}

function measuresNamed({ groups, measures }: Question, names: readonly string[] | undefined) {
  const known = outputNames({ groups, measures }).slice(groups.length)
  const unknown = (names ?? []).filter((name) => !known.includes(name))
  return {
    found: measures.filter((_, index) => names?.includes(known[index] ?? '') ?? true),
    problems: unknown.map((name) => problemOf(`The question has no measure “${name}”.`)),
  }
}

function marksOfNothing(question: Question, mark: readonly ResultFilter[]): readonly QuestionProblem[] {
  const grouped = new Set(groupNames(question))
  return mark
    .filter(({ column }) => !grouped.has(column))
    .map(({ column }) => problemOf(`Rows are not found by “${column}”, which the question does not group by.`))
}

function isOneGroup(question: Question, mark: readonly ResultFilter[]): boolean {
  const isFixed = (name: string) => mark.some(({ column, op }) => column === name && op === '=')
  return groupNames(question).every(isFixed)
}

function problemOf(message: string): QuestionProblem {
  return { step: 'filter', partId: null, message }
}

/** The keys of what is joined are those of the source, as far as no row is without one. */
function rowColumns(question: Question, base: QuestionBase): SqlSelect['columns'] {
  const keys = new Set(
    question.joins.flatMap(({ kind, on }) =>
      kind === 'right' || kind === 'full' ? [] : on.map(({ right }) => pathOf(right)),
    ),
  )
  const taken = new Map<string, QuestionColumn>()
  for (const of of mentionedColumns(question)) {
    const isJoined = question.joins.some(({ id }) => id === of.join)
    if (isJoined && !keys.has(pathOf(of))) taken.set(pathOf(of), of)
  }
  const tablesByJoin = new Map(question.joins.map(({ id, table }) => [id, table.name]))
  const joined = [...taken.values()]
  const labels = distinctLabels(joined.map(({ name, join }) => `${name} (${tablesByJoin.get(join ?? '') ?? ''})`))
  return [
    ...base.allOfSource,
    ...base.computed,
    ...joined.map((of, index) => ({ of: base.raw(of), alias: labels[index] ?? of.name })),
  ]
}

function pathOf({ join, name }: QuestionColumn): string {
  return JSON.stringify([join, name])
}

/** The latest first where the question goes by time, else those that weigh most. */
function rowOrder({ groups, measures }: Question, base: QuestionBase): readonly SqlOrder[] {
  const time = groups.find(({ column }) => isTemporalType(column.type))?.column
  const weight = measures.find(({ column }) => column !== null && isNumericType(column.type))?.column ?? null
  const by = time ?? weight
  return by === null ? [] : [{ of: base.exact(by), direction: 'descending' }]
}
