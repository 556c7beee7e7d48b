import type { QuestionMeasure } from '@tidemark/shared/builder/question'

/** Parts of a question for tests, each with a column named like its id. */
export const questionColumn = (name: string) => ({ join: null, name, type: 'number', databaseType: '' }) as const
export const questionMeasure = (id: string, label = ''): QuestionMeasure => ({
  id,
  fn: 'sum',
  column: questionColumn(id),
  percentile: 50,
  show: 'value',
  label,
})
export const condition = (id: string, value = '1') =>
  ({ kind: 'condition', id, column: questionColumn(id), test: { op: 'less', value } }) as const
export const group = (id: string, ...items: ReturnType<typeof condition>[]) =>
  ({ kind: 'group', id, match: 'any', items }) as const
