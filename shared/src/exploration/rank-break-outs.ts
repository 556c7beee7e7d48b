import type { Question, QuestionColumn, QuestionMeasure } from '../builder/question'
import { lastStage, withLastStage } from '../builder/stages/question-stages'
import type { CellValue } from '../query/field'
import type { ResultData } from '../query/run-query'
import { changeKind, explainChange, sidesOf, sidesQuestion, type ChangeKind } from './explain-change'

/** How much a column tells of a mark: by how its amount is spread, or of a comparison by how its values changed. */
export type BreakOutMerit =
  | Spread
  | { readonly kind: 'change'; readonly value: CellValue; readonly change: number; readonly merit: number }

/** Ranks the columns that a question can be broken out by. total: to be asked beside them; null for nothing. */
interface BreakOutRanking {
  readonly total: Question | null
  readonly questionOf: (column: QuestionColumn) => Question
  readonly meritOf: (answer: Answer, total: Answer | null) => BreakOutMerit | null
}

type Answer = Pick<ResultData, 'columns' | 'rowCount'>

/** Returns how the columns of a question's rows are ranked: a comparison by how much of its change they explain. */
export function breakOutRanking(question: Question): BreakOutRanking {
  const { measures } = lastStage(question)
  const [before, now] = ['before', 'now'].map((id) => measures.find((measure) => measure.id === id))
  const [measure] = measures
  if (before !== undefined && now !== undefined)
    return {
      total: sidesQuestion(question, { before, now }, []),
      questionOf: (column) => sidesQuestion(question, { before, now }, [column]),
      meritOf: (answer, total) => (total === null ? null : changeMerit(changeKind(now), answer, total)),
    }
  if (measure === undefined) throw new Error('a question that is broken out has a measure')
  return {
    total: null,
    questionOf: (column) => spreadQuestion(question, measure, column),
    meritOf: (answer) =>
      spreadOf(
        measure,
        rowsOf(answer).map(([value = null, amount, rows]) => ({
          value,
          amount: numberOf(amount),
          rows: numberOf(rows) ?? 0,
        })),
      ),
  }
}

function changeMerit(kind: ChangeKind, answer: Answer, total: Answer): BreakOutMerit | null {
  const values = rowsOf(answer).map((row) => ({ values: row.slice(0, 1), ...sidesOf(row, 1) }))
  const { parts, merit } = explainChange(kind, sidesOf(rowsOf(total)[0] ?? [], 0), values)
  const [largest] = parts
  if (largest === undefined || values.length < 2 || merit === 0) return null
  return { kind: 'change', value: largest.values[0] ?? null, change: largest.change, merit }
}

function rowsOf({ columns, rowCount }: Answer): readonly (readonly CellValue[])[] {
  return Array.from({ length: rowCount }, (_, row) => columns.map((cells) => cells[row] ?? null))
}

function numberOf(cell: CellValue | undefined): number | null {
  return cell === null || cell === undefined || cell === '' ? null : Number(cell)
}

/** Returns the question for how a measure is spread over the values of a column: each value, its amount, its rows. */
function spreadQuestion(question: Question, measure: QuestionMeasure, column: QuestionColumn): Question {
  const { metric: _, expression: __, ...plain } = measure
  return withLastStage(question, {
    groups: [{ id: 'by', column, grain: null, label: '' }],
    measures: [
      { ...measure, id: 'amount', label: 'amount', show: 'value' },
      { ...plain, id: 'rows', label: 'rows', show: 'value', fn: 'count', column: null },
    ],
    measureFilters: undefined,
    columns: [],
    sort: [],
    limit: null,
  })
}

/** A value of a column with what a measure has for it. rows: how many it is of. */
export interface SpreadValue {
  readonly value: CellValue
  readonly amount: number | null
  readonly rows: number
}

/** How the amount of a mark is spread over the values of a column. share: the part of the largest one, 0 to 1; null where they do not add up. */
export interface Spread {
  readonly kind: 'spread'
  readonly largest: SpreadValue
  readonly share: number | null
  /** How much the column tells, 0 to 1. */
  readonly merit: number
}

/** How many of its values a column is judged by. */
const fewValues = 4
/** Fewer values are no names of single rows, even where each has but one. */
const mostSingleValues = 12

/** True for values of which each has about one row, such as numbers of orders: breaking out by them lists the rows. */
function areNames(values: readonly SpreadValue[]): boolean {
  const rows = values.reduce((sum, one) => sum + one.rows, 0)
  return values.length > mostSingleValues && rows < 2 * values.length
}

/**
 * Judges a column by the spread of its values: of amounts that add up, how far the parts are from being all alike and from
 * being one alone; of others, how far their values lie apart, weighed by rows. null: it tells nothing.
 */
export function spreadOf(
  measure: Pick<QuestionMeasure, 'fn' | 'expression'>,
  values: readonly SpreadValue[],
): Spread | null {
  const kind = changeKind(measure)
  const sizeOf = (one: SpreadValue) => (kind === 'additive' ? Math.abs(one.amount ?? 0) : one.rows)
  const present = values.filter(({ amount }) => amount !== null).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const total = present.reduce((sum, one) => sum + sizeOf(one), 0)
  if (present.length < 2 || total === 0 || areNames(present)) return null
  const few = present.slice(0, fewValues).reduce((sum, one) => sum + sizeOf(one), 0) / total
  if (kind === 'additive') {
    const [largest] = present
    if (largest === undefined) return null
    const share = sizeOf(largest) / total
    const away = present.reduce((sum, one) => sum + Math.abs(sizeOf(one) / total - 1 / present.length), 0) / 2
    const merit = away * few * (1 - share)
    return merit === 0 ? null : { kind: 'spread', largest, share, merit }
  }
  const mean = present.reduce((sum, { amount, rows }) => sum + (amount ?? 0) * rows, 0) / total
  const variance = present.reduce((sum, { amount, rows }) => sum + rows * ((amount ?? 0) - mean) ** 2, 0) / total
  const largest = present.toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0))[0]
  if (largest === undefined || variance === 0) return null
  const apart = mean === 0 ? 1 : Math.min(1, Math.sqrt(variance) / Math.abs(mean))
  return { kind: 'spread', largest, share: null, merit: apart * few }
}
