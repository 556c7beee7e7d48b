import { fieldTypeOf } from '../expressions/check-expression'
import type { FieldType } from '../query/field'
import type { QuestionMeasure } from './question'
import { measureExpression } from './question-expressions'

/** The type of a measure's column in the answer. */
export function measureType(measure: QuestionMeasure): FieldType {
  const { fn, show, column: of } = measure
  const read = measureExpression(measure)
  if (read !== null) return fieldTypeOf(read.type)
  if (show === 'share' || of === null) return show === 'share' ? 'number' : 'bigint'
  if (fn === 'min' || fn === 'max' || fn === 'sum') return of.type
  return fn === 'count' || fn === 'distinct' ? 'bigint' : 'number'
}
