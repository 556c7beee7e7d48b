import type { QuestionProblem } from '@tidemark/shared/builder/stages/question-problem'
import type { Question } from '@tidemark/shared/builder/question'
import type { BuilderTable, ReadTable } from '@tidemark/shared/builder/suggest-join'

/** Changes parts of the question; label: what undo calls it. */
export type ChangeQuestion = (label: string, parts: Partial<Question>) => void

/**
 * The props of every step of the builder. read: the tables the question reads. problems: those of the step. isMetric: the
 * question defines a metric, of one table and with one measure. isSegment: it defines a segment, of one table and a filter
 * alone; then `isMetric` is true as well. before: the question whose answer a further step asks; its
 * source is that. own: the source as it is before rows of others follow; absent for the one that is read.
 */
export interface StepProps {
  readonly connectionId: string
  readonly question: Question
  readonly before?: Question | undefined
  readonly read: readonly ReadTable[]
  readonly own?: BuilderTable | undefined
  readonly tables: readonly BuilderTable[]
  readonly problems: readonly QuestionProblem[]
  readonly isMetric: boolean
  readonly isSegment: boolean
  readonly onChange: ChangeQuestion
}

/** A list in which the part of an id is another, or gone. */
export function withPart<Part extends { readonly id: string }>(
  parts: readonly Part[],
  id: string,
  next: Part | null,
): Part[] {
  return parts.flatMap((part) => (part.id === id ? (next === null ? [] : [next]) : [part]))
}
