import { distinctLabels } from '../builder/part-labels'
import {
  conditionsIn,
  emptyQuestion,
  ungrouped,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
} from '../builder/question'
import { mappedColumns } from '../builder/stages/mapped-columns'
import { columnOf, type ReadTable } from '../builder/suggest-join'
import { unitedColumns } from '../builder/unions/united-columns'

/** As many as a question may choose. */
const mostColumns = 200

/**
 * A measure as the definition of a metric. rows: the question that becomes a model first, as the measure or its filter reads
 * joined, added or computed columns, or what a step made; then the definition is over that model once it has a source.
 */
export interface MetricDraft {
  readonly question: Question
  readonly rows: Question | null
}

/**
 * read: the tables of the question, with its computed columns. keepsFilter: rows that the question leaves out stay out.
 * before: the question whose answer it asks, where it is a further step of that.
 */
export function metricOfMeasure(
  question: Question,
  measure: QuestionMeasure,
  read: readonly ReadTable[],
  keepsFilter: boolean,
  before?: Question,
): MetricDraft {
  const { show: _, metric: __, ...own } = measure
  const filter = keepsFilter ? question.filter : emptyQuestion.filter
  const value: QuestionMeasure = { ...own, id: 'value', show: 'value', label: '' }
  const named = [...columnsOfMeasure(value), ...conditionsIn(filter).map(({ column }) => column)]
  if (unitedColumns(question) === null && named.every(({ join }) => join === null))
    return { question: { ...emptyQuestion, source: question.source, filter, measures: [value] }, rows: before ?? null }
  const others = read.flatMap(({ join, table }) =>
    table.columns.filter(({ isHidden }) => isHidden !== true).map((column) => columnOf(join, column)),
  )
  const columns = distinct([...columnsOfMeasure(value), ...others]).slice(0, mostColumns)
  const names = distinctLabels(columns.map(({ name }) => name))
  const inModel = (of: QuestionColumn): QuestionColumn => {
    const name = names[columns.findIndex((column) => isSame(column, of))] ?? of.name
    return { join: null, name, type: of.type, databaseType: of.databaseType }
  }
  return {
    question: mappedColumns({ ...emptyQuestion, measures: [value] }, inModel),
    rows: afterSteps({ ...ungrouped(question), filter, columns }, before),
  }
}

/** The rows as a further step of what they are read of. */
function afterSteps({ source, ...rows }: Question, before: Question | undefined): Question {
  if (before === undefined) return { source, ...rows }
  const { steps = [] } = before
  const free = Array.from({ length: steps.length + 1 }, (_, index) => `rows-${index + 1}`)
  const id = free.find((one) => steps.every((step) => step.id !== one)) ?? 'rows'
  return { ...before, steps: [...steps, { ...rows, id }] }
}

function columnsOfMeasure({ column, expression, filters = [] }: QuestionMeasure): readonly QuestionColumn[] {
  return [
    ...(column === null ? [] : [column]),
    ...(expression?.columns ?? []).map((one) => one.column),
    ...filters.flatMap(conditionsIn).map((one) => one.column),
  ]
}

function distinct(columns: readonly QuestionColumn[]): QuestionColumn[] {
  return columns.filter((column, index) => columns.findIndex((one) => isSame(one, column)) === index)
}

function isSame(a: QuestionColumn, b: QuestionColumn): boolean {
  return a.join === b.join && a.name === b.name
}
