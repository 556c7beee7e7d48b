import { mapFilterColumns, type Question, type QuestionColumn, type QuestionExpression } from '../question'

/** The same question with other columns, wherever it names them. The columns of computed ones stay as they are named. */
export function mappedColumns(question: Question, map: (of: QuestionColumn) => QuestionColumn): Question {
  const expression = (of: QuestionExpression): QuestionExpression => ({
    ...of,
    columns: of.columns.map((named) => ({ ...named, column: map(named.column) })),
  })
  const withColumn = <Part extends { readonly column: QuestionColumn }>(of: Part): Part => ({
    ...of,
    column: map(of.column),
  })
  const { unions, expressions } = question
  return {
    ...question,
    ...(unions && {
      unions: unions.map((union) => ({
        ...union,
        columns: union.columns.map((pair) => ({
          ...pair,
          left: pair.left && map(pair.left),
          right: pair.right && map(pair.right),
        })),
      })),
    }),
    joins: question.joins.map((join) => ({
      ...join,
      on: join.on.map(({ left, right }) => ({ left: map(left), right: map(right) })),
    })),
    ...(expressions && {
      expressions: expressions.map((one) => ({ ...one, expression: expression(one.expression) })),
    }),
    filter: mapFilterColumns(question.filter, map),
    groups: question.groups.map(withColumn),
    measures: question.measures.map((measure) => ({
      ...measure,
      column: measure.column && map(measure.column),
      ...(measure.expression && { expression: expression(measure.expression) }),
      ...(measure.filters && { filters: measure.filters.map((of) => mapFilterColumns(of, map)) }),
    })),
    columns: question.columns.map(map),
    sort: question.sort.map((part) =>
      part.by.kind === 'column' ? { ...part, by: { ...part.by, column: map(part.by.column) } } : part,
    ),
  }
}
