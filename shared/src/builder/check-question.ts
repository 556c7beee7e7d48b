import { isValueOf } from './column-values'
import { stagesOf } from './stages/question-stages'
import { atStage, type QuestionProblem, type QuestionStepName } from './stages/question-problem'
import { canBeJoined, isGroupable, isNumericType, isTemporalType, type FieldType } from '../query/field'
import { goesAlongGroups } from '../expressions/check-expression'
import { grainWords, measureLabel } from './part-labels'
import {
  computedProblem,
  computedType,
  isTooLong,
  measureExpression,
  readQuestionExpression,
} from './question-expressions'
import { findColumn } from './suggest-join'
import { checkUnions } from './unions/check-unions'
import { unitedColumns } from './unions/united-columns'
import { measureType } from './measure-type'
import {
  conditionsIn,
  dateUnits,
  isAdditive,
  leavesIn,
  timeGrains,
  timeParts,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionExpression,
  type QuestionFilter,
  type QuestionGroup,
  type QuestionMeasure,
  type QuestionTest,
  type GroupGrain,
  type SegmentItem,
} from './question'

export type TestOp = QuestionTest['op']

/** The tests that a column of the type can be put to. */
export function testsFor(type: FieldType): readonly TestOp[] {
  const always = ['is-empty', 'is-not-empty'] as const
  if (type === 'boolean') return ['is-true', 'is-false', ...always]
  if (type === 'text') return ['is', 'is-not', 'contains', 'not-contains', 'starts-with', 'ends-with', ...always]
  if (isNumericType(type)) return ['is', 'is-not', 'less', 'at-most', 'greater', 'at-least', 'between', ...always]
  if (isTemporalType(type))
    return ['in-last', 'in-next', 'between', 'is', 'less', 'at-most', 'greater', 'at-least', ...always]
  return always
}

/** The grains that a column can be grouped by; null for the values themselves. */
export function grainsFor(type: FieldType): readonly (GroupGrain | null)[] {
  if (type === 'date') return [...dateUnits, ...timeParts.filter((part) => part !== 'hour-of-day')]
  return isTemporalType(type) ? [...timeGrains, ...timeParts] : [null]
}

/** The functions that a measure of a column can have. type: null for the rows themselves. */
export function functionsFor(type: FieldType | null): readonly QuestionMeasure['fn'][] {
  if (type === null) return ['count']
  if (isNumericType(type)) return ['sum', 'average', 'median', 'percentile', 'min', 'max', 'distinct', 'count']
  if (!isGroupable(type)) return ['count']
  if (type === 'boolean') return ['distinct', 'count']
  return isTemporalType(type) ? ['min', 'max', 'distinct', 'count'] : ['distinct', 'count', 'min', 'max']
}

/** Everything that is missing or does not fit, step by step; empty for a question that can be asked. */
export function checkQuestion(question: Question): readonly QuestionProblem[] {
  return stagesOf(question).flatMap((stage) =>
    atStage(stage, [...checkStage(stage.question), ...(stage.id === null ? [] : checkPlainMeasures(stage.question))]),
  )
}

function checkPlainMeasures({ measures }: Question): readonly QuestionProblem[] {
  return measures.flatMap(({ id, label, metric }) => {
    const message = `“${label}” measures its own data, not what a step made: choose it in the first step.`
    return metric === undefined ? [] : [{ step: 'measures', partId: id, message } as const]
  })
}

function checkStage(question: Question): readonly QuestionProblem[] {
  if (question.source === null) return [{ step: 'source', partId: null, message: 'Choose the data to ask.' }]
  return [
    ...checkUnions(question),
    ...checkJoins(question),
    ...checkComputed(question),
    ...checkFilter(question, question.filter),
    ...question.groups.flatMap((group) => checkGroup(question, group)),
    ...question.measures.flatMap((measure) => [
      ...checkMeasure(question, measure),
      ...(measure.filters ?? []).flatMap((filter) =>
        checkFilter(question, filter).map(
          ({ message }) => ({ step: 'measures', partId: measure.id, message }) as const,
        ),
      ),
    ]),
    ...checkMeasureFilters(question),
    ...question.columns.flatMap((column) => checkColumn(question, column, 'columns', null)),
    ...checkSort(question),
  ]
}

function checkJoins({ unions = [], joins }: Question): QuestionProblem[] {
  return joins.flatMap((join, index) => {
    const problem = (message: string): QuestionProblem => ({ step: 'joins', partId: join.id, message })
    const ids = [...unions, ...joins.slice(0, index)].map(({ id }) => id)
    if (ids.includes(join.id)) return [problem('Two joins have the same id.')]
    if (join.kind === 'cross') return []
    if (join.on.length === 0) return [problem(`Choose the columns along which “${join.table.name}” is joined.`)]
    return join.on.flatMap(({ left, right }) => {
      if (right.join !== join.id) return [problem(`“${right.name}” is not a column of ${join.table.name}.`)]
      if (!canBeJoined(left.type, right.type))
        return [problem(`“${left.name}” (${left.type}) and “${right.name}” (${right.type}) cannot be equal.`)]
      return checkColumn({ unions, joins: joins.slice(0, index) }, left, 'joins', join.id)
    })
  })
}

function checkColumn(
  { joins, expressions = [], unions }: Pick<Question, 'joins' | 'expressions' | 'unions'>,
  column: QuestionColumn,
  step: QuestionStepName,
  partId: string | null,
): QuestionProblem[] {
  const united = column.join === null ? unitedColumns({ unions }) : null
  if (united !== null && findColumn(united, column) === undefined)
    return [{ step, partId, message: `“${column.name}” is left out where rows are put together.` }]
  if (column.join === null || joins.some(({ id }) => id === column.join)) return []
  const computed = expressions.find(({ id }) => id === column.join)
  if (computed !== undefined) {
    const type = computedType(computed)
    // Its own fault is told where it is computed.
    if (type === null || type === column.type) return []
    return [{ step, partId, message: `“${column.name}” has become another type (${type}): choose it again.` }]
  }
  return [{ step, partId, message: `“${column.name}” comes from a join that was removed.` }]
}

function checkFilter(question: Question, filter: QuestionFilter): QuestionProblem[] {
  return leavesIn(filter).flatMap((leaf) =>
    leaf.kind === 'condition' ? checkCondition(question, leaf) : checkSegment(question, leaf),
  )
}

/** Checks what a segment holds, which is known once it was found. */
function checkSegment(question: Question, { id, name, join, filter }: SegmentItem): QuestionProblem[] {
  const problem = (message: string): QuestionProblem => ({ step: 'filter', partId: id, message })
  if (join !== null && !question.joins.some((one) => one.id === join))
    return [problem(`“${name}” is a segment of a join that was removed.`)]
  const conditions = filter === undefined ? [] : conditionsIn(filter)
  return conditions
    .flatMap((condition) => checkCondition(question, condition))
    .map(({ message }) => problem(`“${name}”: ${message}`))
}

function checkCondition(question: Question, { id, column, test }: QuestionCondition): QuestionProblem[] {
  const problem = (message: string): QuestionProblem => ({ step: 'filter', partId: id, message })
  const missing = checkColumn(question, column, 'filter', id)
  return missing.length > 0 ? missing : checkTest(test, column, problem)
}

function checkTest(
  test: QuestionTest,
  column: Pick<QuestionColumn, 'name' | 'type'>,
  problem: (message: string) => QuestionProblem,
): QuestionProblem[] {
  if (!testsFor(column.type).includes(test.op)) return [problem(`“${column.name}” cannot be filtered that way.`)]
  const values = valuesOf(test)
  if (values !== null && values.length === 0) return [problem(`Choose what “${column.name}” is compared with.`)]
  const wrong = values?.find((text) => !isValueOf(text, column.type))
  if (wrong === undefined) return []
  if (wrong === '') return [problem(`Choose what “${column.name}” is compared with.`)]
  return [problem(`“${wrong}” is not a ${isTemporalType(column.type) ? 'date' : 'number'}.`)]
}

function valuesOf(test: QuestionTest): readonly string[] | null {
  if ('values' in test) return test.values
  if ('value' in test) return [test.value]
  return 'from' in test ? [test.from, test.to] : null
}

function checkGroup(question: Question, group: QuestionGroup): QuestionProblem[] {
  const { id, column, grain, bin, top } = group
  const missing = checkColumn(question, column, 'groups', id)
  if (missing.length > 0) return missing
  const problem = (message: string): QuestionProblem => ({ step: 'groups', partId: id, message })
  if (!isGroupable(column.type)) return [problem(`“${column.name}” (${column.type}) cannot be grouped by.`)]
  if (bin !== undefined && !isNumericType(column.type))
    return [problem(`“${column.name}” (${column.type}) has no bins: they are of numbers.`)]
  if (!grainsFor(column.type).includes(grain)) {
    return [
      problem(
        grain === null ? `Choose how “${column.name}” is grouped.` : `“${column.name}” has no ${grainWords[grain]}.`,
      ),
    ]
  }
  return top === undefined ? [] : checkTop(question, { ...group, top }, problem)
}

function checkTop(
  { groups, measures }: Question,
  { id, column, grain, top }: QuestionGroup & { readonly top: NonNullable<QuestionGroup['top']> },
  problem: (message: string) => QuestionProblem,
): QuestionProblem[] {
  const at = groups.findIndex((group) => group.id === id)
  const within = groups.slice(0, at).find((group) => group.id === top.within)
  if (top.within !== undefined && within === undefined)
    return [problem(`Choose of what the largest of “${column.name}” are: that group was removed, or comes later now.`)]
  // MariaDB finds no pair in a list whose first half it has to look up in another.
  if (within?.top?.rest === 'other')
    return [
      problem(
        `“Other” of “${within.column.name}” has no largest of its own: leave those out, or choose the largest of all.`,
      ),
    ]
  if (top.rest === 'other' && (column.type !== 'text' || grain !== null))
    return [problem(`“Other” is no value of “${column.name}” (${column.type}): leave the rest out.`)]
  if (top.by === null) return []
  const measure = measures.find(({ id }) => id === top.by)
  if (measure === undefined)
    return [problem(`Choose by what the largest of “${column.name}” are found: the measure was removed.`)]
  const read = measureExpression(measure)
  if (read !== null && goesAlongGroups(read.expression))
    return [problem(`“${measureLabel(measure)}” goes along the groups: choose another measure for the largest.`)]
  return []
}

function checkMeasure(question: Question, measure: QuestionMeasure): QuestionProblem[] {
  const { id, column, fn, show, expression } = measure
  const problem = (message: string): QuestionProblem => ({ step: 'measures', partId: id, message })
  const missing = column === null ? [] : checkColumn(question, column, 'measures', id)
  if (missing.length > 0) return missing
  if (fn === 'expression') {
    if (show !== 'value' || column !== null) return [problem('An expression is a measure of its own.')]
    if (expression === undefined) return [problem('Enter the expression of the measure.')]
    const read = readQuestionExpression(expression, 'measure')
    if (!read.ok) return [problem(`“${measureLabel(measure)}”: ${read.error[0]?.message ?? ''}`)]
    return namedColumns(question, expression, 'measures', id)
  }
  if (!functionsFor(column?.type ?? null).includes(fn))
    return [problem(column === null ? 'Choose a column to measure.' : `“${column.name}” cannot be measured that way.`)]
  if (show !== 'value' && !isAdditive(fn)) return [problem('Only counts and sums have running totals and shares.')]
  return []
}

/** The columns that an expression names; the ones of joins and computed columns that were removed. */
function namedColumns(
  question: Question,
  { columns }: QuestionExpression,
  step: QuestionStepName,
  partId: string,
): QuestionProblem[] {
  return columns.flatMap(({ column }) => checkColumn(question, column, step, partId)).slice(0, 1)
}

function checkComputed(question: Question): QuestionProblem[] {
  const expressions = question.expressions ?? []
  const ids = [...(question.unions ?? []), ...question.joins, ...expressions].map(({ id }) => id)
  const problems = expressions.flatMap((computed) => {
    const { id, name, expression } = computed
    const problem = (message: string): QuestionProblem => ({ step: 'expressions', partId: id, message })
    if (ids.filter((known) => known === id).length > 1) return [problem('Two custom columns have the same id.')]
    const wrong = computedProblem(computed, question)
    if (wrong !== null) return [problem(`“${name}”: ${wrong}`)]
    return namedColumns(question, expression, 'expressions', id)
  })
  if (problems.length > 0 || !isTooLong(question)) return problems
  return [{ step: 'expressions', partId: null, message: 'The custom columns are used too often for one question.' }]
}

function checkMeasureFilters(question: Question): QuestionProblem[] {
  return (question.measureFilters ?? []).flatMap(({ id, measure: of, test }) => {
    const problem = (message: string): QuestionProblem => ({ step: 'measureFilters', partId: id, message })
    const measure = question.measures.find((known) => known.id === of)
    if (measure === undefined) return [problem('Groups are filtered by a measure that was removed.')]
    return checkTest(test, { name: measureLabel(measure), type: measureType(measure) }, problem)
  })
}

function checkSort(question: Question): QuestionProblem[] {
  const isGrouped = question.groups.length + question.measures.length > 0
  return question.sort.flatMap(({ id, by }) => {
    const problem = (message: string): QuestionProblem => ({ step: 'sort', partId: id, message })
    if (by.kind === 'column') {
      if (isGrouped) return [problem('Sort by a group or a measure: the rows are summarized.')]
      if (!isGroupable(by.column.type)) return [problem(`“${by.column.name}” cannot be sorted by.`)]
      return checkColumn(question, by.column, 'sort', id)
    }
    const isThere = [...question.groups, ...question.measures].some((part) => part.id === by.id)
    return isThere ? [] : [problem('It is sorted by something that was removed.')]
  })
}
