import type { RunItem } from '../query/run-query'
import { isOfStage } from './stages/question-stages'
import { isValueOf } from './check-question'
import { emptyQuestion, testValueSchema, type Question, type QuestionColumn } from './question'

/**
 * The query for the values that a filter of the column can name: all rows of its table, whatever else is asked of them.
 * With `valuesOf` it is the builder's own question, for those who may ask it. Null where the question does not read the column.
 * before: the question up to the step before, of a column that a step reads.
 */
export function columnValuesItem(
  { source, joins }: Pick<Question, 'source' | 'joins'>,
  connectionId: string,
  column: QuestionColumn,
  before?: Question,
): RunItem | null {
  const table = column.join === null ? source : joins.find(({ id }) => id === column.join)?.table
  if (table === null || table === undefined) return null
  // Of a database elsewhere the server knows the columns that a question names.
  const columns = [{ ...column, join: null }]
  const { source: _, ...parts } = emptyQuestion
  const question: Question =
    before !== undefined && isOfStage(table)
      ? { ...before, steps: [...(before.steps ?? []), { ...parts, id: 'values', columns }] }
      : { ...emptyQuestion, source: table, columns }
  return { query: { kind: 'builder', connectionId, question } }
}

/** True if a filter of the column can name the value: none of those that no number is equal to, nor longer than questions hold. */
export function canBeTested(value: string, { type }: Pick<QuestionColumn, 'type'>): boolean {
  return isValueOf(value, type) && testValueSchema.safeParse(value).success
}
