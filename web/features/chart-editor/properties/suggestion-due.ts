import { jsonEqual } from '@tidemark/shared/base/json'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { suggestColumns } from '@tidemark/shared/charts/suggest-columns'
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

/**
 * The columns of a type that was chosen before its answer was there: those that fit, where the chart has none or some that
 * are gone; null where it can be drawn as it is.
 */
export function columnsForAnswer(
  visual: ChartVisual,
  data: ResultData,
  groupedBy: readonly string[] = [],
): Partial<ChartVisual> | null {
  const hasNone = visual.x === null && visual.y.length === 0
  if (data.rowCount === 0 || (!hasNone && missingResultColumns(data.fields, visual).length === 0)) return null
  const { x, y, color, size } = defaultVisual
  return { x, y, color, size, ...suggestColumns(visual.type, data, groupedBy) }
}
