import type { Question } from '../question'
import { outputNames } from '../part-labels'
import { questionCondition } from './compile-filter'
import { measureType } from '../measure-type'
import type { QuestionBase } from './question-base'
import { column, type SqlExpression } from './sql-node'

/** The conditions of a question on its measures, by the names that these have in its answer. */
export function measureConditions(question: Question, { context }: QuestionBase): readonly SqlExpression[] {
  const names = outputNames(question).slice(question.groups.length)
  return (question.measureFilters ?? []).flatMap(({ id, measure: of, test }) => {
    const at = question.measures.findIndex((measure) => measure.id === of)
    const measure = question.measures[at]
    const name = names[at]
    if (measure === undefined || name === undefined) return []
    const type = measureType(measure)
    const condition = questionCondition(
      {
        match: 'all',
        items: [
          {
            kind: 'condition',
            id,
            column: { join: null, name, type, databaseType: type === 'text' ? 'varchar' : '' },
            test,
          },
        ],
      },
      {
        ...context,
        raw: (found) => column(null, found.name),
        exact: (found) => context.dialect.exact(column(null, found.name), found),
      },
    )
    return condition === null ? [] : [condition]
  })
}
