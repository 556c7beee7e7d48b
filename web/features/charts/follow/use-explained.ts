import type { BuilderQuery } from '@tidemark/shared/builder/question'
import { periodsOfMark, reasonAgainstPeriods, type MarkPeriods } from '@tidemark/shared/exploration/mark-periods'
import { measuredMark, reasonAgainst } from '@tidemark/shared/exploration/question-of-mark'
import type { CellValue } from '@tidemark/shared/query/field'
import { rowsAsked, type ChosenMark } from '../mark-rows'
import { useWorkspaceTime } from '../use-workspace-time'

/** A mark whose change can be explained. query: up to the step that measures. drawn: the values of the answer beside that of its period. */
export interface ExplainedMark {
  readonly query: BuilderQuery
  readonly periods: MarkPeriods
  readonly drawn: readonly CellValue[]
  /** Says why its change cannot be explained; null if it can. */
  readonly reason: string | null
}

/** Returns what explains the change of a mark, over a period of days or more; null for others. query: with its metrics as they are defined. */
export function useExplained(
  mark: Pick<ChosenMark, 'conditions' | 'row' | 'data'>,
  query: BuilderQuery | null,
): ExplainedMark | null {
  const { weekStart } = useWorkspaceTime()
  const conditions = query && rowsAsked(query, mark)
  const measured = query && conditions && measuredMark(query.question, conditions)
  if (query === null || measured?.ok !== true) return null
  const { question, mark: traced } = measured.value
  const periods = periodsOfMark(question, traced, weekStart)
  if (periods === null) return null
  const { fields, columns } = mark.data
  return {
    query: { ...query, question },
    periods,
    drawn: columns[fields.findIndex(({ name }) => name === periods.group)] ?? [],
    reason: reasonAgainst(question, traced) ?? reasonAgainstPeriods(question, periods.time),
  }
}
