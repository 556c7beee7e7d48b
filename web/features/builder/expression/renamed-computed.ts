import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import type {
  ComputedColumn,
  Question,
  QuestionColumn,
  QuestionExpression,
  QuestionFilter,
} from '@tidemark/shared/builder/question'

/** The parts of a question that change with a computed column: itself, and all that name it by its name and type. */
export function renamedComputed(question: Question, computed: ComputedColumn): Partial<Question> {
  const now = columnOfComputed(computed)
  const column = (of: QuestionColumn): QuestionColumn => (of.join === computed.id ? now : of)
  const expression = (of: QuestionExpression): QuestionExpression => ({
    ...of,
    columns: of.columns.map((named) => ({ ...named, column: column(named.column) })),
  })
  const condition = <Condition extends { readonly column: QuestionColumn }>(of: Condition): Condition => ({
    ...of,
    column: column(of.column),
  })
  const filter = (of: QuestionFilter): QuestionFilter => ({
    ...of,
    items: of.items.map((item) =>
      item.kind === 'group' ? { ...item, items: item.items.map(condition) } : condition(item),
    ),
  })
  return {
    expressions: (question.expressions ?? []).map((one) =>
      one.id === computed.id ? computed : { ...one, expression: expression(one.expression) },
    ),
    filter: filter(question.filter),
    groups: question.groups.map(condition),
    measures: question.measures.map((measure) => ({
      ...measure,
      column: measure.column && column(measure.column),
      ...(measure.expression === undefined ? {} : { expression: expression(measure.expression) }),
      ...(measure.filters === undefined ? {} : { filters: measure.filters.map(filter) }),
    })),
    columns: question.columns.map(column),
    sort: question.sort.map((part) =>
      part.by.kind === 'column' ? { ...part, by: { ...part.by, column: column(part.by.column) } } : part,
    ),
  }
}
