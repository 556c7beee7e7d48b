import { measureType } from '../measure-type'
import type { Question, QuestionTable } from '../question'
import { columnOfComputed, shownComputed } from '../question-expressions'
import type { BuilderColumn } from '../suggest-join'
import { plainModelColumns } from './plain-model-columns'

/**
 * The columns of a question's answer as those of a table; null where it has all columns of a table of which nothing is
 * known. columnsOf: of the tables and models that it reads.
 */
export function modelColumns(
  question: Question,
  columnsOf: (table: QuestionTable) => readonly BuilderColumn[] | null | undefined,
): readonly BuilderColumn[] | null {
  const { groups, measures, columns } = question
  const plain = plainModelColumns(question, columnsOf)
  if (plain === null) return null
  if (groups.length + measures.length > 0)
    return plain.map((column) => {
      const measure = measures.find(({ id, fn }) => fn === 'expression' && id === column.part)
      return measure === undefined ? column : { ...column, type: measureType(measure) }
    })
  const computed = columns.length > 0 ? [] : shownComputed(question).map(columnOfComputed)
  if (computed.length === 0) return plain
  return [...plain, ...computed.map(({ name, type, databaseType }) => ({ name, type, databaseType, references: null }))]
}
