import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import type { ComputedColumn, Question, QuestionColumn } from '@tidemark/shared/builder/question'
import { mappedColumns } from '@tidemark/shared/builder/stages/mapped-columns'

/** The parts of a question that change with a computed column: itself, and all that name it by its name and type. */
export function renamedComputed(question: Question, computed: ComputedColumn): Partial<Question> {
  const now = columnOfComputed(computed)
  const column = (of: QuestionColumn): QuestionColumn => (of.join === computed.id ? now : of)
  const { expressions = [], filter, groups, measures, columns, sort } = mappedColumns(question, column)
  return {
    expressions: expressions.map((one) => (one.id === computed.id ? computed : one)),
    filter,
    groups,
    measures,
    columns,
    sort,
  }
}
