import { shownLabel, type ResultData } from '../../../query/run-query'
import { drawnHue } from '../../plot/colors/palette'
import { frameOf } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { cellsCondition } from '../../plot/mark-conditions'
import { plural } from '../../plot/numbers/format-number'
import type { CartesianPlot, EmptyPlot, Panel, PanelsPlot, UnsuitablePlot } from '../../plot/plot'
import { cellNumber, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import { slotsOf, type SlotValue } from '../../plot/slots-of'
import { fitText } from '../../plot/text/text-width'
import { cartesianPlot } from './cartesian-plot'

const mostPanels = 24
const leastWidthPx = 120
const leastHeightPx = 92
const gapPx = 14
const namePx = 18
const nameTextPx = 12
/** The width of a panel for each px of height that is pleasant to read. */
const wideness = 1.5
const mostTold = 6
const mostNotes = 6

/** Line, area, bar, row and combo charts: one, or one for each value of the column of panels. */
export function cartesianOrPanels(input: PlotInput): CartesianPlot | PanelsPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data } = input
  const column = visual.panel === null ? null : getColumn(data, visual.panel)
  if (column === null) return cartesianPlot(input)
  const whole = cartesianPlot({ ...input, hidden: new Set() })
  return whole.kind === 'cartesian' ? panelsOf(input, column, whole) : whole
}

/** A value of the column of panels with its rows. */
interface Part {
  readonly slot: SlotValue
  readonly rows: readonly number[]
  readonly weight: number
}

function panelsOf(input: PlotInput, column: Column, whole: CartesianPlot): PanelsPlot {
  const { data, locale } = input
  const name = shownLabel(data, column.field.name)
  const all = partsOf(input, column)
  const parts = all.filter(({ weight }) => weight >= 0)
  const legend = whole.legend.map((entry) => ({ ...entry, hidden: input.hidden?.has(entry.id) === true }))
  const rough = frameOf(input, legend, [], '')
  const top = input.hasNotes === true && rough.legendHeightPx === 0 ? notesPx : 0
  const grid = gridOf(Math.min(mostPanels, parts.length), rough.widthPx, rough.heightPx - top)
  const kept = new Set(parts.toSorted((a, b) => b.weight - a.weight).slice(0, grid.count))
  const shown = parts.filter((part) => kept.has(part))
  const size = { widthPx: grid.widthPx, heightPx: grid.heightPx - namePx }
  const inputOf = panelInputs({ ...input, ...size }, whole)
  const first = shown.map(({ rows }) => cartesianPlot(inputOf(rows, null)))
  const ends = first.flatMap((plot) => (plot.kind === 'cartesian' ? [plot.left.domain] : []))
  const domain = [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))] as const
  const areEqual = ends.every(([low, high]) => low === domain[0] && high === domain[1])
  const plots = areEqual ? first : shown.map(({ rows }) => cartesianPlot(inputOf(rows, domain)))
  const panels = shown.flatMap(({ slot }, index): readonly Panel[] => {
    const plot = plots[index]
    if (plot?.kind !== 'cartesian') return []
    const [row, at] = [Math.floor(index / grid.columns), index % grid.columns]
    return [
      {
        label: slot.label,
        title: fitText(slot.label, grid.widthPx, nameTextPx, 600),
        x: at * (grid.widthPx + gapPx),
        y: top + row * (grid.heightPx + gapPx),
        plotY: top + row * (grid.heightPx + gapPx) + namePx,
        conditions: [cellsCondition(column.field.name, slot.cells)],
        plot: { ...plot, notes: [], legend: [] },
      },
    ]
  })
  const hasRight = panels.some(({ plot }) => plot.right !== null)
  const notes = [
    ...(parts.length < all.length
      ? [`${plural(locale, all.length - parts.length, 'panel')} without a number left out.`]
      : []),
    ...(shown.length < parts.length
      ? [
          `Showing the ${shown.length} largest of ${plural(locale, parts.length, 'panel')}${shown.length < mostPanels ? ', which have room here' : ''}.`,
        ]
      : []),
    ...(hasRight && panels.length > 1 ? ['Each panel has its own right axis.'] : []),
    ...[...new Set(plots.flatMap((plot) => plot.notes))].slice(0, mostNotes),
  ]
  const labels = panels.map(({ label }) => label)
  const told = panels.length <= mostTold ? panels.map(({ label, plot }) => `${label}: ${plot.summary}`) : []
  return {
    ...frameOf(
      input,
      legend,
      notes,
      [`${plural(locale, panels.length, 'panel')} by ${name}: ${labels.join(', ')}.`, ...told].join(' '),
    ),
    kind: 'panels',
    panels,
  }
}

/** Divides the rows by the column of panels, in its order. weight: how large a part is; -1 without a number. */
function partsOf(input: PlotInput, column: Column): readonly Part[] {
  const { visual, data } = input
  const { slots, rowSlots } = slotsOf(column, input, true)
  const rowsBySlot: number[][] = slots.map(() => [])
  rowSlots.forEach((slot, row) => rowsBySlot[slot]?.push(row))
  const columns = visual.y.flatMap((name) => getColumn(data, name) ?? [])
  return slots.flatMap((slot, index): readonly Part[] => {
    const rows = rowsBySlot[index] ?? []
    if (rows.length === 0) return []
    if (columns.length === 0) return [{ slot, rows, weight: rows.length }]
    let [weight, hasNumber] = [0, false]
    for (const row of rows)
      for (const { values } of columns) {
        const value = cellNumber(values[row] ?? null)
        hasNumber ||= value !== null
        weight += Math.abs(value ?? 0)
      }
    return [{ slot, rows, weight: hasNumber ? weight : -1 }]
  })
}

interface Grid {
  readonly columns: number
  /** How many panels have room. */
  readonly count: number
  readonly widthPx: number
  readonly heightPx: number
}

/** Chooses how many panels stand side by side, so that they are as large as can be and neither flat nor narrow. */
function gridOf(wanted: number, widthPx: number, heightPx: number): Grid {
  const fit = (roomPx: number, leastPx: number) => Math.max(1, Math.floor((roomPx + gapPx) / (leastPx + gapPx)))
  const [mostColumns, mostRows] = [fit(widthPx, leastWidthPx), fit(heightPx, leastHeightPx)]
  const count = Math.max(1, Math.min(wanted, mostColumns * mostRows))
  const grids = Array.from({ length: Math.min(count, mostColumns) }, (_, index): Grid => {
    const columns = index + 1
    const rows = Math.ceil(count / columns)
    return {
      columns,
      count,
      widthPx: Math.floor(Math.max(1, (widthPx - gapPx * (columns - 1)) / columns)),
      heightPx: Math.floor(Math.max(namePx + 1, (heightPx - gapPx * (rows - 1)) / rows)),
    }
  }).filter(({ columns }) => Math.ceil(count / columns) <= mostRows)
  const merit = (grid: Grid) => Math.min(grid.widthPx / wideness, grid.heightPx)
  return grids.reduce((best, grid) => (merit(grid) > merit(best) ? grid : best))
}

/**
 * Returns what makes the input of a panel from its rows, so that all have the same slots in the same order and the same
 * series and colours as one chart of all rows, and, given the ends of its axis, the same scale.
 */
function panelInputs(
  input: PlotInput,
  whole: CartesianPlot,
): (rows: readonly number[], domain: readonly [number, number] | null) => PlotInput {
  const { visual, data } = input
  const one = { ...visual, panel: null, xTitle: '', yTitle: '' }
  const column = visual.x === null ? null : getColumn(data, visual.x)
  const { slots, rowSlots, kind } =
    column === null
      ? { slots: [], rowSlots: [], kind: 'category' as const }
      : slotsOf(column, input, hasBands(visual.type))
  // Categories are sorted, and as many as fit a panel are kept, as in a chart of all rows that has its size.
  const sized = kind === 'category' ? cartesianPlot({ ...input, visual: one }) : null
  const isSorted = sized?.kind === 'cartesian'
  const places = new Map(isSorted ? sized.slots.map(({ category }, index) => [category, index]) : [])
  const placeOf = (row: number): number => {
    const slot = slots[rowSlots[row] ?? -1]
    if (slot === undefined) return -1
    return isSorted ? (places.get(slot.isNull ? null : slot.key) ?? -1) : (rowSlots[row] ?? -1)
  }
  // A row of each slot, so that no panel lacks one of them.
  const examples = new Map<number, number>()
  rowSlots.forEach((_, row) => {
    const place = placeOf(row)
    if (place >= 0 && !examples.has(place)) examples.set(place, row)
  })
  const named =
    visual.seriesStyles.length === 0
      ? whole
      : cartesianPlot({ ...input, hidden: new Set(), visual: { ...one, seriesStyles: [], seriesOrder: 'auto' } })
  const seriesIds = (named.kind === 'cartesian' ? named : whole).series.map(({ id }) => id)
  const hues = visual.color === null ? data.hues : { column: visual.color, hues: huesOf(whole) }
  return (rows, domain) => {
    const own = new Set(rows.filter((row) => placeOf(row) >= 0))
    const taken = [...new Set([...examples.values(), ...own])]
    if (isSorted) taken.sort((a, b) => placeOf(a) - placeOf(b) || a - b)
    else taken.sort((a, b) => a - b)
    return {
      ...input,
      hasNotes: false,
      visual: {
        ...one,
        sort: isSorted ? 'none' : visual.sort,
        valueLabels: 'off',
        ...(domain === null ? {} : { yMin: String(domain[0]), yMax: String(domain[1]) }),
      },
      data: { ...rowsOf(data, taken), ...(hues === undefined ? {} : { hues }) },
      isDrawn: taken.map((row) => own.has(row)),
      seriesIds,
    }
  }
}

/** Returns true if a type has bars, whose slots are bands. */
function hasBands(type: PlotInput['visual']['type']): boolean {
  return type !== 'line' && type !== 'area'
}

function rowsOf(data: ResultData, rows: readonly number[]): ResultData {
  return { ...data, columns: data.columns.map((cells) => rows.map((row) => cells[row] ?? null)), rowCount: rows.length }
}

function huesOf({ series }: CartesianPlot): [string, number][] {
  return series.flatMap(({ conditions, color }): [string, number][] => {
    const [value] = conditions.flatMap((condition) => (condition.op === '=' ? [condition.value] : []))
    const hue = drawnHue(color)
    return value === undefined || value === null || hue === null ? [] : [[String(value), hue]]
  })
}
