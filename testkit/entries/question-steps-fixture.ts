import { emptyQuestion, type Question, type QuestionColumn, type QuestionStep } from '@tidemark/shared/builder/question'
import { questionColumn, questionMeasure } from './question-parts-fixture'

const { source: _, ...noParts } = emptyQuestion
/** A further step with these parts. */
export const step = (id: string, parts: Partial<QuestionStep> = {}): QuestionStep => ({ ...noParts, id, ...parts })
export const date = (name: string, part?: string): QuestionColumn => ({
  ...questionColumn(name),
  type: 'date',
  ...(part === undefined ? {} : { part }),
})
export const revenue: QuestionColumn = { ...questionColumn('Revenue'), part: 'amount' }
export const monthly: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  groups: [{ id: 'month', column: date('day'), grain: 'month', label: '' }],
  measures: [questionMeasure('amount', 'Revenue')],
}
export const yearly = step('years', {
  groups: [{ id: 'year', column: date('day by month', 'month'), grain: 'year', label: '' }],
  measures: [{ ...questionMeasure('usual', 'Usual'), fn: 'average', column: revenue }],
})
/** The average of monthly sums, by year. */
export const usualByYear: Question = { ...monthly, steps: [yearly] }
