import { wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'

/** Returns the sentences on which rows of a cut result are drawn. */
export function truncationNotes(
  { rowCount }: Pick<ResultData, 'rowCount'>,
  { reason, total, bins }: NonNullable<RunResult['truncated']>,
  locale: string,
): readonly string[] {
  const count = (value: number) => wholeNumber(locale, value)
  if (reason === 'bins') return total === undefined ? [] : [countedText(total, bins?.of.mark === 'box', count)]
  return reason === 'points' && total !== undefined
    ? [`Drawn from ${count(rowCount)} of ${count(total)} rows: the first, last, lowest and highest of each step.`]
    : [`Drawn from the first ${count(rowCount)} rows only.`]
}

function countedText(total: number, isOfBoxes: boolean, count: (value: number) => string): string {
  if (isOfBoxes) return `The quartiles of all ${count(total)} rows were computed in the database.`
  return total === 1
    ? 'The only row was counted in the database.'
    : `All ${count(total)} rows were counted in the database.`
}
