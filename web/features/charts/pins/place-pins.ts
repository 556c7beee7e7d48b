import type { DrawnPlot, PlotPoint } from '@tidemark/shared/charts/plot/plot'
import { describeMark, markCount, panelMarkAt, rowsOfMark } from '../active-mark'
import { valuesNamed, type MarkRows } from '../mark-rows'
import type { Selection } from '../selections/selection'
import { selectionOfMark, type MarkSource } from '../selections/selection-of-mark'
import { formOf, keyOf } from './pin-key'

/** A thread that is shown at a mark. label: its words for screen readers. */
export interface Pin {
  readonly id: string
  readonly label: string
  /** The values that the mark stands for. */
  readonly parts: Selection
  /** The column whose value is meant, where the mark shows several. */
  readonly measure: string | undefined
}

/**
 * Where the mark of a pin is: drawn; missing, because its value is not among those drawn; or told apart in another way, as
 * by months rather than days, so that no mark can be it.
 */
export type PinPlace = 'drawn' | 'missing' | 'other'

/** The pins on one mark, in the drawing's pixels. */
export interface PlacedPins {
  readonly x: number
  readonly y: number
  readonly pins: readonly Pin[]
}

/** Finds the marks of pins in a drawing by their values, so that they follow these wherever they are drawn. */
export function placePins(
  plot: DrawnPlot,
  pins: readonly Pin[],
  source: MarkSource,
  locale: string,
): { readonly placed: readonly PlacedPins[]; readonly places: ReadonlyMap<string, PinPlace> } {
  const marks = marksOf(plot, source)
  const byPoint = new Map<string, { x: number; y: number; pins: Pin[] }>()
  const places = new Map<string, PinPlace>()
  for (const pin of pins) {
    const key = keyOf(pin.parts)
    const same = marks.filter((mark) => mark.key === key)
    const mark = same.find(({ measure }) => measure === pin.measure) ?? same[0]
    const point = mark === undefined ? null : pointOf(plot, mark.index, mark.seriesId, locale)
    if (point === null) {
      const form = formOf(pin.parts)
      places.set(pin.id, marks.some((one) => one.form === form) ? 'missing' : 'other')
      continue
    }
    places.set(pin.id, 'drawn')
    const at = `${Math.round(point.x)} ${Math.round(point.y)}`
    const known = byPoint.get(at)
    if (known === undefined) byPoint.set(at, { ...point, pins: [pin] })
    else known.pins.push(pin)
  }
  return { placed: [...byPoint.values()], places }
}

interface FoundMark {
  readonly index: number
  readonly seriesId: string | null
  readonly measure: string | undefined
  readonly key: string
  readonly form: string
}

/** Lists the marks of a drawing and of their parts, with the values that they stand for. */
function marksOf(plot: DrawnPlot, source: MarkSource): readonly FoundMark[] {
  return Array.from({ length: markCount(plot) }, (_, index) => index).flatMap((index) => {
    const ids: readonly (string | null)[] = [...seriesIdsAt(plot, index), null]
    return ids.flatMap((seriesId): readonly FoundMark[] => {
      const rows = rowsOfMark(plot, index, seriesId)
      if (rows === null) return []
      const parts = selectionOfMark(withValues(rows), source)
      return [{ index, seriesId, measure: rows.measure, key: keyOf(parts), form: formOf(parts) }]
    })
  })
}

function withValues(rows: MarkRows) {
  return { ...rows, values: valuesNamed(rows.conditions) }
}

function seriesIdsAt(plot: DrawnPlot, index: number): readonly string[] {
  const own = plot.kind === 'panels' ? panelMarkAt(plot, index)?.panel.plot : plot
  if (own?.kind !== 'cartesian') return []
  const slot = plot.kind === 'panels' ? (panelMarkAt(plot, index)?.slot ?? 0) : index
  return own.series.filter(({ points }) => points[slot]?.high != null).map(({ id }) => id)
}

/** Returns the point of a mark, or of one series at it. */
function pointOf(
  plot: DrawnPlot,
  index: number,
  seriesId: string | null,
  locale: string,
): { readonly x: number; readonly y: number } | null {
  if (plot.kind === 'panels') {
    const found = panelMarkAt(plot, index)
    const point = found === null ? null : pointOf(found.panel.plot, found.slot, seriesId, locale)
    return found === null || point === null ? null : { x: point.x + found.panel.x, y: point.y + found.panel.plotY }
  }
  const series = plot.kind === 'cartesian' ? plot.series.find(({ id }) => id === seriesId) : undefined
  const point = series?.points[index]
  if (plot.kind === 'cartesian' && point !== undefined) return endOf(point, plot.orientation === 'horizontal')
  const mark = describeMark(plot, index, locale)
  return mark === null ? null : { x: mark.x, y: mark.y }
}

/** Returns the end of a bar, or the point of a line. */
function endOf({ px, highPx, rect }: PlotPoint, isFlat: boolean): { readonly x: number; readonly y: number } {
  if (isFlat) return { x: highPx, y: rect === null ? px : rect.y + rect.height / 2 }
  return { x: rect === null ? px : rect.x + rect.width / 2, y: highPx }
}
