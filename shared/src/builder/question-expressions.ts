import { err, ok, type Result } from '../base/result'
import {
  checkExpression,
  fieldTypeOf,
  goesAlongGroups,
  type CheckedExpression,
  type ExpressionLevel,
} from '../expressions/check-expression'
import { everyPart, type Expression, type ExpressionProblem } from '../expressions/expression'
import { functionNamed, functionOf } from '../expressions/expression-functions'
import { parseExpression } from '../expressions/parse-expression'
import type { FieldType } from '../query/field'
import {
  conditionsIn,
  type ComputedColumn,
  type Question,
  type QuestionColumn,
  type QuestionExpression,
  type QuestionMeasure,
} from './question'

/** A stored expression as it was read. columns: by the names that its text has for them. */
export interface ReadExpression extends CheckedExpression {
  readonly expression: Expression
  readonly columns: ReadonlyMap<string, QuestionColumn>
}

type Read = Result<ReadExpression, readonly ExpressionProblem[]>
/** Stored expressions are never changed in place, and are named by many parts of a question. */
const reads = { row: new WeakMap<QuestionExpression, Read>(), measure: new WeakMap<QuestionExpression, Read>() }

/** The tree and types of a stored expression, or its faults at their places. */
export function readQuestionExpression(stored: QuestionExpression, level: ExpressionLevel): Read {
  const known = reads[level].get(stored)
  if (known !== undefined) return known
  const read = readAnew(stored, level)
  reads[level].set(stored, read)
  return read
}

function readAnew({ text, columns: named }: QuestionExpression, level: ExpressionLevel): Read {
  const parsed = parseExpression(text)
  if (!parsed.ok) return err([parsed.error])
  const columns = new Map(named.map(({ as, column }) => [as, column]))
  const { problems, ...checked } = checkExpression(parsed.value, {
    level,
    columnType: (name) => columns.get(name)?.type,
    columnNames: [...columns.keys()],
  })
  return problems.length > 0 ? err(problems) : ok({ expression: parsed.value, columns, ...checked })
}

/** A measure's expression; null of other measures, and of one that cannot be read. */
export function measureExpression({
  fn,
  expression,
}: Pick<QuestionMeasure, 'fn' | 'expression'>): ReadExpression | null {
  if (fn !== 'expression' || expression === undefined) return null
  const read = readQuestionExpression(expression, 'measure')
  return read.ok ? read.value : null
}

const conditionalSummaries: ReadonlySet<string> = new Set(['count_if', 'sum_if', 'average_if'])

/** True if a measure says which of a group's rows it counts: by a filter, or in each summary of its expression. */
export function countsSomeRows(measure: Pick<QuestionMeasure, 'fn' | 'expression' | 'filters'>): boolean {
  if ((measure.filters ?? []).some(({ items }) => items.length > 0)) return true
  const read = measureExpression(measure)
  const summaries = read === null ? [] : everyPart(read.expression).filter(isSummaryCall)
  return summaries.length > 0 && summaries.every(({ name }) => conditionalSummaries.has(name))
}

function isSummaryCall(part: Expression): part is Extract<Expression, { kind: 'call' }> {
  const name = part.kind === 'call' ? functionNamed(part.name) : undefined
  return name !== undefined && functionOf(name).level === 'aggregate'
}

/** True if a measure counts all rows of an answer, so that fewer rows would change it. */
export function countsAllRows(measure: Pick<QuestionMeasure, 'fn' | 'expression' | 'show'>): boolean {
  const read = measureExpression(measure)
  return measure.show !== 'value' || (read !== null && goesAlongGroups(read.expression))
}

/** The type of a column that is computed; null if its expression cannot be read. */
export function computedType({ expression }: Pick<ComputedColumn, 'expression'>): FieldType | null {
  const read = readQuestionExpression(expression, 'row')
  return read.ok ? fieldTypeOf(read.value.type) : null
}

/** A computed column as the other parts of a question name it. */
export function columnOfComputed(computed: ComputedColumn): QuestionColumn {
  const type = computedType(computed) ?? 'text'
  return { join: computed.id, name: computed.name, type, databaseType: type === 'text' ? 'varchar' : '' }
}

/** The columns that all expressions of a question name. */
export function columnsOfExpressions({
  expressions = [],
  measures,
}: Pick<Question, 'expressions' | 'measures'>): readonly QuestionColumn[] {
  return [...expressions, ...measures].flatMap(
    ({ expression }) => expression?.columns.map(({ column }) => column) ?? [],
  )
}

/** The computed columns that only decide which rows are asked. */
function filtersOnly({ filter }: Pick<Question, 'filter'>, { id }: ComputedColumn): boolean {
  return conditionsIn(filter).some(({ column, test }) => column.join === id && test.op === 'is-true')
}

/** The computed columns that a list of rows shows where no columns are chosen. */
export function shownComputed(question: Pick<Question, 'expressions' | 'filter'>): readonly ComputedColumn[] {
  return (question.expressions ?? []).filter((computed) => !filtersOnly(question, computed))
}

/** The most parts that a question may have once each computed column is written out wherever it is named. */
const mostExpandedParts = 5000

/** The first fault of a computed column, in words; null for one that can be compiled. */
export function computedProblem(
  { id, expression }: ComputedColumn,
  { expressions = [] }: Pick<Question, 'expressions'>,
): string | null {
  const read = readQuestionExpression(expression, 'row')
  if (!read.ok) return read.error[0]?.message ?? 'It cannot be read.'
  const size = expandedSize(id, expressions, new Map(), [])
  if (typeof size === 'string') return size
  return size > mostExpandedParts ? 'With the columns it is made of it has too many parts.' : null
}

/** True if a question names its computed columns so often that its SQL would be too long. The columns were checked. */
export function isTooLong(question: Question): boolean {
  const { expressions = [], filter, groups, measures, columns, sort } = question
  if (expressions.length === 0) return false
  const known = new Map<string, number>()
  const named = [
    ...[filter, ...measures.flatMap(({ filters = [] }) => filters)].flatMap(conditionsIn),
    ...groups,
    ...measures,
    ...sort.map(({ by }) => ({ column: by.kind === 'column' ? by.column : null })),
    ...columns.map((column) => ({ column })),
    ...shownComputed(question).map((computed) => ({ column: columnOfComputed(computed) })),
  ].flatMap(({ column }) => (column === null ? [] : [column]))
  const inMeasures = measures.flatMap((measure) => {
    const read = measureExpression(measure)
    const parts = read === null ? [] : everyPart(read.expression)
    return parts.flatMap((part) => (part.kind === 'column' ? (read?.columns.get(part.name) ?? []) : []))
  })
  const sizes = [...named, ...inMeasures].map(({ join }) => expandedSize(join ?? '', expressions, known, []))
  return sizes.reduce<number>((sum, size) => sum + (typeof size === 'number' ? size : 0), 0) > mostExpandedParts
}

/** How many parts a computed column has when those it names are written out, or what is wrong; 0 of any other column. */
function expandedSize(
  id: string,
  expressions: readonly ComputedColumn[],
  known: Map<string, number>,
  within: readonly string[],
): number | string {
  const found = known.get(id)
  if (found !== undefined) return found
  const computed = expressions.find((one) => one.id === id)
  if (computed === undefined) return 0
  if (within.includes(id)) {
    const nameOf = (of: string) => expressions.find((one) => one.id === of)?.name ?? of
    return `It is made of itself: ${[...within.slice(within.indexOf(id)), id].map(nameOf).join(' → ')}.`
  }
  const read = readQuestionExpression(computed.expression, 'row')
  if (!read.ok) return read.error[0]?.message ?? 'It cannot be read.'
  let size = 0
  for (const part of everyPart(read.value.expression)) {
    const of = part.kind === 'column' ? read.value.columns.get(part.name)?.join : null
    const inner = of === null || of === undefined ? 0 : expandedSize(of, expressions, known, [...within, id])
    if (typeof inner === 'string') return inner
    size += 1 + inner
  }
  known.set(id, size)
  return size
}
