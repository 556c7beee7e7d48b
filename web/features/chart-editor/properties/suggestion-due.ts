import { jsonEqual } from '@tidemark/shared/base/json'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { missingResultColumns } from './visual-controls'

/**
 * True if an answer is to be drawn as fits it, unasked: nobody has chosen a drawing yet, or the one suggested before is
 * untouched and made of columns that are gone. suggested: what was last suggested unasked; null: nothing.
 */
export function isSuggestionDue(visual: ChartVisual, suggested: ChartVisual | null, data: ResultData): boolean {
  if (data.rowCount === 0) return false
  if (jsonEqual(visual, defaultVisual)) return true
  return suggested !== null && jsonEqual(visual, suggested) && missingResultColumns(data.fields, visual).length > 0
}
