import { jsonEqual } from '@tidemark/shared/base/json'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { suggestColumns } from '@tidemark/shared/charts/suggest-columns'
import { missingResultColumns } from './visual-controls'

/**
 * Returns true if a drawing should be suggested for an answer: nobody has chosen one yet, or the last suggestion is
 * unchanged and uses columns that are gone. suggested: the last automatic suggestion; null if there was none.
 */
export function isSuggestionDue(visual: ChartVisual, suggested: ChartVisual | null, data: ResultData): boolean {
  if (data.rowCount === 0) return false
  if (jsonEqual(visual, defaultVisual)) return true
  return suggested !== null && jsonEqual(visual, suggested) && missingResultColumns(data.fields, visual).length > 0
}

/**
 * Returns columns for a type that was chosen before its answer arrived, if the chart has none or uses missing ones;
 * null if it can be drawn as it is.
 */
export function columnsForAnswer(
  visual: ChartVisual,
  data: ResultData,
  groupedBy: readonly string[] = [],
): Partial<ChartVisual> | null {
  const hasNone =
    visual.x === null && visual.y.length === 0 && visual.pivotRows.length + visual.pivotColumns.length === 0
  if (data.rowCount === 0 || (!hasNone && missingResultColumns(data.fields, visual).length === 0)) return null
  const { x, y, color, size, pivotRows, pivotColumns } = defaultVisual
  return { x, y, color, size, pivotRows, pivotColumns, ...suggestColumns(visual.type, data, groupedBy) }
}

/** A drawing as somebody chose it, and as it is drawn while the answer lacks some of its columns. */
export interface StandIn {
  readonly chosen: ChartVisual
  readonly drawn: ChartVisual
}

/**
 * Returns how a drawing shows an answer: as somebody chose it, with columns chosen anew in place of those that the answer
 * lacks. standIn: the one for the answer before, which counts as long as nobody has changed it.
 */
export function drawingFor(
  visual: ChartVisual,
  standIn: StandIn | null,
  data: ResultData,
  groupedBy: readonly string[] = [],
): StandIn {
  const chosen = standIn !== null && jsonEqual(standIn.drawn, visual) ? standIn.chosen : visual
  if (data.rowCount === 0) return { chosen, drawn: visual }
  return { chosen, drawn: { ...chosen, ...withoutMissing(chosen, data, groupedBy) } }
}

/**
 * Returns the changes with which a drawing shows an answer that lacks some of its columns: what its type needs is chosen
 * anew, and the rest is left out; null if it has all.
 */
export function withoutMissing(
  visual: ChartVisual,
  data: ResultData,
  groupedBy: readonly string[] = [],
): Partial<ChartVisual> | null {
  const missing = new Set(missingResultColumns(data.fields, visual))
  if (data.rowCount === 0 || missing.size === 0) return null
  const suggested = suggestColumns(visual.type, data, groupedBy)
  const isThere = (name: string | null) => name !== null && !missing.has(name)
  const kept = <Name extends string | null>(name: Name) => (isThere(name) ? name : null)
  const y = visual.y.filter(isThere)
  const [pivotRows, pivotColumns] = [visual.pivotRows.filter(isThere), visual.pivotColumns.filter(isThere)]
  const hasSides = pivotRows.length + pivotColumns.length > 0
  const sides = hasSides
    ? { pivotRows, pivotColumns }
    : { pivotRows: suggested.pivotRows ?? [], pivotColumns: suggested.pivotColumns ?? [] }
  return {
    x: visual.x === null || isThere(visual.x) ? visual.x : (suggested.x ?? null),
    y: y.length > 0 ? y : [...(suggested.y ?? [])],
    color: kept(visual.color),
    detail: kept(visual.detail),
    panel: kept(visual.panel),
    size: kept(visual.size),
    ...(visual.type === 'pivot' ? sides : {}),
    ...(visual.target?.kind === 'column' && missing.has(visual.target.column) ? { target: null } : {}),
  }
}
