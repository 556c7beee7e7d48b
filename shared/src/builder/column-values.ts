import { isNumericType, isTemporalType, type FieldType } from '../query/field'
import { isoDateSchema } from '../query/parameter'
import type { RunItem } from '../query/run-query'
import { isOfStage } from './stages/question-stages'
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

const numberPattern = /^-?(?=\d|\.\d)\d*(\.\d+)?$/
const doublePattern = /^-?(?=\d|\.\d)\d*(\.\d+)?(e[-+]?\d{1,3})?$/i
const maxDigits = 38

/** True if a value can be compared with a column of the type. */
export function isValueOf(text: string, type: FieldType): boolean {
  if (type === 'number') return doublePattern.test(text) && Number.isFinite(Number(text))
  if (isNumericType(type)) return numberPattern.test(text) && text.replace(/[-.]/g, '').length <= maxDigits
  if (isTemporalType(type)) return isoDateSchema.safeParse(text).success && text >= '0001-01-01'
  return true
}

/** True if a filter of the column can name the value: none of those that no number is equal to, nor longer than questions hold. */
export function canBeTested(value: string, { type }: Pick<QuestionColumn, 'type'>): boolean {
  return isValueOf(value, type) && testValueSchema.safeParse(value).success
}
