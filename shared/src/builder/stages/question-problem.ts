import type { QuestionStage } from './question-stages'

export const questionSteps = [
  'source',
  'joins',
  'expressions',
  'filter',
  'groups',
  'measures',
  'measureFilters',
  'columns',
  'sort',
] as const
export type QuestionStepName = (typeof questionSteps)[number]

/**
 * A problem that keeps a question from being asked. stage: the id of the further step that it lies in; absent for the first.
 * partId: the join, condition, group, measure or sort.
 */
export interface QuestionProblem {
  readonly stage?: string | undefined
  readonly step: QuestionStepName
  readonly partId: string | null
  readonly message: string
}

/** Problems of a step as those of the question that has it. */
export function atStage({ id }: Pick<QuestionStage, 'id'>, problems: readonly QuestionProblem[]): QuestionProblem[] {
  return problems.map((problem) => (id === null ? problem : { ...problem, stage: id }))
}
