import type { Question, QuestionColumn, QuestionMeasure } from '../builder/question'
import { ungrouped } from '../builder/question'
import { changeKind, type ChangeKind } from '../charts/explain-change'
import type { CellValue } from '../query/field'

/** Returns the question for how a measure is spread over the values of a column: each value, its amount, its rows. */
export function spreadQuestion(question: Question, measure: QuestionMeasure, column: QuestionColumn): Question {
  const { metric: _, expression: __, ...plain } = measure
  return {
    ...ungrouped(question),
    groups: [{ id: 'by', column, grain: null, label: '' }],
    measures: [
      { ...measure, id: 'amount', label: 'amount', show: 'value' },
      { ...plain, id: 'rows', label: 'rows', show: 'value', fn: 'count', column: null },
    ],
  }
}

/** A value of a column with what a measure has for it. rows: how many it is of. */
export interface SpreadValue {
  readonly value: CellValue
  readonly amount: number | null
  readonly rows: number
}

/** How the amount of a mark is spread over the values of a column. share: the part of the largest one, 0 to 1; null where they do not add up. */
export interface Spread {
  readonly kind: ChangeKind
  readonly largest: SpreadValue
  readonly share: number | null
  /** How much the column tells, 0 to 1. */
  readonly merit: number
}

/** How many of its values a column is judged by. */
const fewValues = 4

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
  if (present.length < 2 || total === 0) return null
  const few = present.slice(0, fewValues).reduce((sum, one) => sum + sizeOf(one), 0) / total
  if (kind === 'additive') {
    const [largest] = present
    if (largest === undefined) return null
    const share = sizeOf(largest) / total
    const away = present.reduce((sum, one) => sum + Math.abs(sizeOf(one) / total - 1 / present.length), 0) / 2
    const merit = away * few * (1 - share)
    return merit === 0 ? null : { kind, largest, share, merit }
  }
  const mean = present.reduce((sum, { amount, rows }) => sum + (amount ?? 0) * rows, 0) / total
  const variance = present.reduce((sum, { amount, rows }) => sum + rows * ((amount ?? 0) - mean) ** 2, 0) / total
  const largest = present.toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0))[0]
  if (largest === undefined || variance === 0) return null
  const apart = mean === 0 ? 1 : Math.min(1, Math.sqrt(variance) / Math.abs(mean))
  return { kind, largest, share: null, merit: apart * few }
}
