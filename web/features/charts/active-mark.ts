import { assertNever } from '@tidemark/shared/base/assert-never'
import { wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import { ghostDash, trendDash } from '@tidemark/shared/charts/plot/overlays/overlay-dashes'
import type {
  CartesianPlot,
  Dot,
  DotSeries,
  DrawnPlot,
  Panel,
  PanelsPlot,
  PiePlot,
  PlotSeries,
  ScatterPlot,
  ShapesPlot,
} from '@tidemark/shared/charts/plot/plot'
import type { MarkRows } from './mark-rows'

/** The mark that the reader points at, and its words. x, y: where the tooltip belongs, in the drawing's pixels. */
export interface ActiveMark {
  readonly index: number
  readonly x: number
  readonly y: number
  readonly title: string
  readonly rows: readonly TooltipRow[]
  readonly note: string
}

/** isOfTrend: is no value of the mark itself. */
export interface TooltipRow {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly dash?: string
  readonly mark?: PlotSeries['mark']
  readonly text: string
  readonly share: string
  readonly isOfTrend?: true
}

const reachPx = 28
const lineReachPx = 14

/** How many places the arrow keys go through. */
export function markCount(plot: DrawnPlot): number {
  switch (plot.kind) {
    case 'cartesian':
      return plot.slots.length
    case 'scatter':
      return plot.series.reduce((sum, { dots }) => sum + dots.length, 0)
    case 'pie':
      return plot.slices.length
    case 'shapes':
      return plot.marks.length
    case 'panels':
      return plot.panels.reduce((sum, { plot: one }) => sum + markCount(one), 0)
    default:
      return assertNever(plot)
  }
}

/** The mark under or nearest to a pixel; -1 when nothing is near. */
export function markAt(plot: DrawnPlot, x: number, y: number): number {
  switch (plot.kind) {
    case 'cartesian':
      return slotAt(plot, plot.orientation === 'horizontal' ? y : x, x, y)
    case 'scatter': {
      let best = -1
      let bestDistance = reachPx
      for (const [index, { dot }] of dotsOf(plot).entries()) {
        const distance = distanceTo(dot, x, y)
        if (distance < bestDistance) {
          best = index
          bestDistance = distance
        }
      }
      return best
    }
    case 'pie': {
      const distance = Math.hypot(x - plot.cx, y - plot.cy)
      if (distance < plot.innerRadius || distance > plot.outerRadius + 4) return -1
      const angle = (Math.atan2(x - plot.cx, plot.cy - y) + 2 * Math.PI) % (2 * Math.PI)
      return plot.slices.findIndex((slice) => angle >= slice.startAngle && angle <= slice.endAngle)
    }
    case 'shapes':
      // The browser knows which form lies there; see `markOfElement`.
      return -1
    case 'panels': {
      let before = 0
      for (const { x: left, plotY, plot: one } of plot.panels) {
        const isInside = x >= left && x < left + one.widthPx && y >= plotY && y < plotY + one.heightPx
        const slot = isInside ? markAt(one, x - left, y - plotY) : -1
        if (slot >= 0) return before + slot
        before += markCount(one)
      }
      return -1
    }
    default:
      return assertNever(plot)
  }
}

/** A mark of a panel: the panel, its slot or dot, and the index of its first one. */
export interface PanelMark {
  readonly panel: Panel
  readonly slot: number
  readonly first: number
}

export function panelMarkAt({ panels }: PanelsPlot, index: number): PanelMark | null {
  let first = 0
  for (const panel of panels) {
    const length = markCount(panel.plot)
    if (index >= 0 && index < first + length) return { panel, slot: index - first, first }
    first += length
  }
  return null
}

/** The mark at the same slot of the next or previous panel; null if the plot has none. */
export function markOfNextPanel(plot: DrawnPlot, index: number, by: -1 | 1): number | null {
  if (plot.kind !== 'panels') return null
  const found = panelMarkAt(plot, Math.max(0, index))
  if (found === null) return null
  const { panel, slot, first } = found
  const next = plot.panels[plot.panels.indexOf(panel) + by]
  if (index < 0) return 0
  if (next === undefined) return index
  const start = by > 0 ? first + markCount(panel.plot) : first - markCount(next.plot)
  return start + Math.min(slot, markCount(next.plot) - 1)
}

/** The mark that an element of the drawing is the form of; null if it is none. */
export function markOfElement(element: EventTarget | null): number | null {
  const form = element instanceof Element ? element.closest<SVGElement>('[data-index]') : null
  return form === null ? null : Number(form.dataset['index'])
}

/**
 * The conditions of a mark's rows, and the mark in words; null if it has no rows. seriesId: the part of it that is meant; null for
 * all of them.
 */
export function rowsOfMark(plot: DrawnPlot, index: number, seriesId: string | null): MarkRows | null {
  switch (plot.kind) {
    case 'cartesian': {
      const slot = plot.slots[index]
      const conditions = slot?.conditions ?? null
      if (slot === undefined || conditions === null) return null
      const series = plot.series.find(({ id }) => id === seriesId)
      const own = series?.conditions ?? []
      const label = series === undefined || own.length === 0 ? slot.label : `${slot.label} · ${series.label}`
      return { label, conditions: [...conditions, ...own], row: null, ...(series && { measure: series.measure }) }
    }
    case 'scatter': {
      const found = dotsOf(plot)[index]
      if (found === undefined) return null
      const { dot, series } = found
      const name = plot.series.length > 1 ? [series.label] : []
      const label = [...name, `${plot.writeX(dot.x)} / ${plot.writeY(dot.y)}`].join(' · ')
      return { label, conditions: [...dot.conditions, ...series.conditions], row: dot.row }
    }
    case 'pie': {
      const slice = plot.slices[index]
      return slice === undefined ? null : { label: slice.label, conditions: slice.conditions, row: null }
    }
    case 'shapes': {
      const { label = '', conditions = null } = plot.marks[index] ?? {}
      return conditions === null ? null : { label, conditions, row: null }
    }
    case 'panels': {
      const found = panelMarkAt(plot, index)
      const rows = found === null ? null : rowsOfMark(found.panel.plot, found.slot, seriesId)
      if (found === null || rows === null) return null
      const { label, conditions } = found.panel
      return { ...rows, label: `${label} · ${rows.label}`, conditions: [...conditions, ...rows.conditions] }
    }
    default:
      return assertNever(plot)
  }
}

/** The values of a mark in a few words, or of that part of it; empty where the mark's own words say them, or they are many. */
export function textOfMark(plot: DrawnPlot, index: number, seriesId: string | null, locale: string): string {
  const isOfDots = (plot.kind === 'panels' ? panelMarkAt(plot, index)?.panel.plot : plot)?.kind === 'scatter'
  const all = isOfDots ? [] : (describeMark(plot, index, locale)?.rows ?? [])
  const rows = all.filter(({ isOfTrend }) => isOfTrend !== true)
  const [only] = rows.length === 1 ? rows : rows.filter(({ id }) => id === seriesId)
  if (only !== undefined) return only.text
  return rows.length > mostNamedValues ? '' : rows.map(({ label, text }) => `${label} ${text}`).join(', ')
}

const mostNamedValues = 4

/** The series of which a part lies under the pixel, or a line close to it; null where none does. */
export function seriesAt(plot: DrawnPlot, index: number, x: number, y: number): string | null {
  if (plot.kind === 'panels') {
    const found = panelMarkAt(plot, index)
    return found === null ? null : seriesAt(found.panel.plot, found.slot, x - found.panel.x, y - found.panel.plotY)
  }
  if (plot.kind !== 'cartesian') return null
  const along = plot.orientation === 'horizontal' ? x : y
  let nearest: string | null = null
  let nearestPx = lineReachPx
  for (const { id, mark, points } of plot.series) {
    const point = points[index]
    if (point === undefined || point.high === null) continue
    const { rect } = point
    if (rect !== null && x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height) return id
    if (mark === 'area' && (along - point.lowPx) * (along - point.highPx) <= 0) return id
    const distance = Math.abs(point.highPx - along)
    if (mark !== 'bar' && distance < nearestPx) {
      nearest = id
      nearestPx = distance
    }
  }
  return nearest
}

export function describeMark(plot: DrawnPlot, index: number, locale: string): ActiveMark | null {
  switch (plot.kind) {
    case 'cartesian':
      return describeSlot(plot, index, locale)
    case 'scatter':
      return describeDot(plot, index, locale)
    case 'pie':
      return describeSlice(plot, index, locale)
    case 'shapes':
      return describeShape(plot, index)
    case 'panels': {
      const found = panelMarkAt(plot, index)
      const mark = found === null ? null : describeMark(found.panel.plot, found.slot, locale)
      if (found === null || mark === null) return null
      const { label, x, plotY } = found.panel
      return {
        ...mark,
        index,
        x: mark.x + x,
        y: mark.y + plotY,
        title: [label, mark.title].filter(Boolean).join(' · '),
      }
    }
    default:
      return assertNever(plot)
  }
}

type FoundDot = { readonly series: DotSeries; readonly dot: Dot }
/** Each move of the pointer asks for them, and there can be 20,000. */
const sortedDots = new WeakMap<ScatterPlot, readonly FoundDot[]>()

/** All dots in one list, from left to right. */
export function dotsOf(plot: ScatterPlot): readonly FoundDot[] {
  const known = sortedDots.get(plot)
  if (known !== undefined) return known
  const sorted = plot.series
    .flatMap((series) => series.dots.map((dot) => ({ series, dot })))
    .toSorted((a, b) => a.dot.px - b.dot.px || a.dot.py - b.dot.py)
  sortedDots.set(plot, sorted)
  return sorted
}

/** From the edge of a dot, negative inside; from a cell, zero inside. */
function distanceTo({ px, py, radius, cell }: Dot, x: number, y: number): number {
  if (cell === undefined) return Math.hypot(px - x, py - y) - radius
  const beyond = (at: number, low: number, length: number) => Math.max(low - at, 0, at - low - length)
  return Math.hypot(beyond(x, cell.x, cell.width), beyond(y, cell.y, cell.height))
}

function slotAt({ slots, box }: CartesianPlot, along: number, x: number, y: number): number {
  if (x < box.x - 8 || x > box.x + box.width + 40 || y < box.y - 8 || y > box.y + box.height + 8) return -1
  let best = -1
  let bestDistance = Infinity
  for (const [index, slot] of slots.entries()) {
    const distance = Math.abs(slot.px - along)
    if (distance < bestDistance) {
      best = index
      bestDistance = distance
    }
  }
  return best
}

function describeSlot(plot: CartesianPlot, index: number, locale: string): ActiveMark | null {
  const slot = plot.slots[index]
  if (slot === undefined) return null
  const rowOf = (series: PlotSeries): TooltipRow => {
    const point = series.points[index]
    return {
      id: series.id,
      label: series.label,
      color: point?.color ?? series.color,
      dash: series.dash,
      mark: series.mark,
      text: point === undefined ? '' : plot.textOf(point, series),
      share: point === undefined ? '' : plot.shareOf(point, series, index),
    }
  }
  const points = plot.series.flatMap((series) => series.points[index] ?? [])
  const isStacked = plot.series.some(
    (series) => series.mark !== 'line' && series.points.some((point) => (point.low ?? 0) !== 0),
  )
  // From top to bottom as drawn: the top of a stack first, the highest line first.
  const ordered =
    isStacked || plot.orientation === 'horizontal'
      ? plot.orientation === 'horizontal'
        ? plot.series
        : plot.series.toReversed()
      : plot.series.every((series) => series.mark !== 'bar')
        ? plot.series.toSorted((a, b) => (b.points[index]?.high ?? -Infinity) - (a.points[index]?.high ?? -Infinity))
        : plot.series
  const n = points.reduce((sum, point) => sum + point.n, 0)
  const ends = points.filter((point) => point.high !== null)
  const notes = [
    ...(plot.overlays?.annotations.get(index) ?? []),
    ...(slot.unfinished ? ['Not over yet'] : []),
    ...(n > points.length ? [`${wholeNumber(locale, n)} rows`] : []),
  ]
  const rows = plot.orientation === 'horizontal'
  const far =
    ends.length === 0
      ? null
      : rows
        ? Math.max(...ends.map((point) => point.highPx))
        : Math.min(...ends.map((point) => point.highPx))
  return {
    index,
    title: slot.label,
    rows: [...ordered.map(rowOf), ...earlierRows(plot, index), ...trendRows(plot, index)],
    note: notes.join(' · '),
    x: rows ? (far ?? plot.box.x) : slot.px,
    y: rows ? slot.px : (far ?? plot.box.y + plot.box.height / 2),
  }
}

/** The values of earlier at a slot, each with the change since. */
function earlierRows({ overlays }: CartesianPlot, index: number): readonly TooltipRow[] {
  return (overlays?.earlier ?? []).map(({ id, label, color, texts, changes }) => ({
    id,
    label,
    color,
    dash: ghostDash,
    mark: 'line',
    text: texts[index] || 'nothing',
    share: changes[index] ?? '',
  }))
}

/** The trends at a slot or the x of a dot. of: the series that is read; absent for all. */
function trendRows({ overlays }: CartesianPlot | ScatterPlot, at: number, of?: string): readonly TooltipRow[] {
  return (overlays?.trends ?? []).flatMap(({ id, label, color, of: own, textAt }): readonly TooltipRow[] => {
    const text = of === undefined || own === of ? textAt(at) : ''
    return text === '' ? [] : [{ id, label, color, dash: trendDash, mark: 'line', text, share: '', isOfTrend: true }]
  })
}

function describeDot(plot: ScatterPlot, index: number, locale: string): ActiveMark | null {
  const found = dotsOf(plot)[index]
  if (found === undefined) return null
  const { dot, series } = found
  const row = (label: string, text: string): TooltipRow => ({ id: label, label, color: '', text, share: '' })
  return {
    index,
    x: dot.px,
    y: dot.cell?.y ?? dot.py - dot.radius,
    title: plot.series.length > 1 ? series.label : '',
    rows: [
      row(plot.xName, plot.writeX(dot.x)),
      row(plot.yName, plot.writeY(dot.y)),
      ...(dot.size === null ? [] : [row(plot.sizeTitle, plot.writeSize(dot.size))]),
      ...trendRows(plot, dot.x, series.id),
    ],
    note: [
      ...(plot.overlays?.annotations.get(dot.x) ?? []),
      ...(dot.n > 1 ? [`${wholeNumber(locale, dot.n)} rows, on average`] : []),
    ].join(' · '),
  }
}

function describeSlice(plot: PiePlot, index: number, locale: string): ActiveMark | null {
  const slice = plot.slices[index]
  if (slice === undefined) return null
  const middle = (slice.startAngle + slice.endAngle) / 2
  const radius = (plot.innerRadius + plot.outerRadius) / 2
  return {
    index,
    x: plot.cx + Math.sin(middle) * radius,
    y: plot.cy - Math.cos(middle) * radius,
    title: '',
    rows: [{ id: slice.id, label: slice.label, color: slice.color, text: slice.text, share: slice.share }],
    note: slice.n > 1 ? `${wholeNumber(locale, slice.n)} rows` : '',
  }
}

function describeShape(plot: ShapesPlot, index: number): ActiveMark | null {
  const mark = plot.marks[index]
  if (mark === undefined) return null
  const { x, y, label, values, note } = mark
  const rows = values.map((value): TooltipRow => ({ id: value.label, color: '', share: '', ...value }))
  return { index, x, y, title: label, rows, note }
}

/** By what a mark was come to: a finger has no room for words and needs none. */
export type MarkInput = 'mouse' | 'keyboard' | 'touch'

/** Returns the line of a tooltip that says what a click or a key does; empty for none. */
export function markHint(
  {
    filters,
    hasMenu,
    opens = false,
  }: { readonly filters: boolean; readonly hasMenu: boolean; readonly opens?: boolean },
  input: MarkInput,
): string {
  if (!(filters || hasMenu)) return ''
  if (input === 'touch') return hasMenu && (filters || opens) ? 'Hold for more' : ''
  const [main, other] = input === 'mouse' ? ['Click', 'right-click'] : ['Enter', 'Shift Enter']
  if (opens && hasMenu) return `${main} to open · ${other} for more`
  if (!filters) return `${main} for more`
  return hasMenu ? `${main} to filter · ${other} for more` : `${main} to filter`
}
