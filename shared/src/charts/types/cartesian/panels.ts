import { mostPanels } from '../../../query/points'
import { shownLabel } from '../../../query/run-query'
import type { ChartVisual } from '../../chart-visual'
import { frameOf } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { cellsCondition } from '../../plot/mark-conditions'
import { plural } from '../../plot/numbers/format-number'
import type { EmptyPlot, Panel, PanelsPlot, UnsuitablePlot } from '../../plot/plot'
import { cellNumber, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import { slotsOf, type SlotValue } from '../../plot/slots-of'
import { fitText } from '../../plot/text/text-width'

const leastWidthPx = 120
const leastHeightPx = 92
const gapPx = 14
const namePx = 18
const nameTextPx = 12
/** The width of a panel for each px of height that is pleasant to read. */
const wideness = 1.5
const mostTold = 6
const mostNotes = 6
/** The most panels that a note names. */
const mostNamed = 3

type PanelPlot = Panel['plot']
type Ends = readonly [number, number]

/** The ends of the axes of values, which all panels share. */
interface PanelEnds {
  readonly left: Ends
  readonly right: Ends | null
}

/** Returns the input of a panel from its rows and, once they are known, the ends of its axes. */
export type PanelInputs = (rows: readonly number[], ends: PanelEnds | null) => PlotInput

/**
 * Lets a chart that finds its ends, bins and series in all rows of an answer be divided: each panel is given all of them
 * and draws its own.
 */
export function orPanels<P extends PanelPlot>(
  plotOne: (input: PlotInput) => P | EmptyPlot | UnsuitablePlot,
): (input: PlotInput) => P | PanelsPlot | EmptyPlot | UnsuitablePlot {
  return (input) => {
    const { visual, data } = input
    const column = visual.panel === null ? null : getColumn(data, visual.panel)
    if (column === null) return plotOne(input)
    const whole = plotOne({ ...input, hidden: new Set() })
    if (whole.kind === 'empty' || whole.kind === 'unsuitable') return whole
    return panelsOf(input, column, whole, plotOne, (sized) => (rows, ends) => {
      const own = new Set(rows)
      return {
        ...sized,
        hasNotes: false,
        visual: { ...visual, panel: null, valueLabels: 'off', ...fixedEnds(ends) },
        isDrawn: Array.from({ length: data.rowCount }, (_, row) => own.has(row)),
      }
    })
  }
}

export function fixedEnds(
  ends: PanelEnds | null,
): Partial<Pick<ChartVisual, 'yMin' | 'yMax' | 'rightMin' | 'rightMax'>> {
  if (ends === null) return {}
  // The only axis may be the right one.
  const { left, right } = { left: ends.left, right: ends.right ?? ends.left }
  return { yMin: String(left[0]), yMax: String(left[1]), rightMin: String(right[0]), rightMax: String(right[1]) }
}

/** A value of the column of panels with its rows. */
interface Part {
  readonly slot: SlotValue
  readonly rows: readonly number[]
  readonly weight: number
}

/** Draws a chart for each value of a column. whole: of all rows, and nothing hidden. */
export function panelsOf(
  input: PlotInput,
  column: Column,
  whole: PanelPlot,
  plotOne: (input: PlotInput) => PanelPlot | EmptyPlot | UnsuitablePlot,
  inputsOf: (sized: PlotInput) => PanelInputs,
): PanelsPlot {
  const { data, locale } = input
  const name = shownLabel(data, column.field.name)
  const all = partsOf(input, column)
  const parts = all.filter(({ weight }) => weight >= 0)
  const trends = new Map(whole.overlays?.trends?.map(({ id, label }) => [id, label]))
  const legend = whole.legend.map((entry) => ({
    ...entry,
    // How well a trend fits is another thing in each panel.
    label: trends.get(entry.id) ?? entry.label,
    hidden: input.hidden?.has(entry.id) === true,
  }))
  const rough = frameOf(input, legend, [], '')
  const top = input.hasNotes === true && rough.legendHeightPx === 0 ? notesPx : 0
  const grid = gridOf(Math.min(mostPanels, parts.length), rough.widthPx, rough.heightPx - top)
  const kept = new Set(parts.toSorted((a, b) => b.weight - a.weight).slice(0, grid.count))
  const shown = parts.filter((part) => kept.has(part))
  const size = { widthPx: grid.widthPx, heightPx: grid.heightPx - namePx }
  const inputOf = inputsOf({ ...input, ...size })
  const first = shown.map(({ rows }) => plotOne(inputOf(rows, null)))
  const ends = sharedEnds(first)
  const plots = ends === null ? first : shown.map(({ rows }) => plotOne(inputOf(rows, ends)))
  const panels = shown.flatMap(({ slot }, index): readonly Panel[] => {
    const plot = plots[index]
    if (plot === undefined || plot.kind === 'empty' || plot.kind === 'unsuitable') return []
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
  const hasShades = panels.some(({ plot }) => plot.kind === 'scatter' && plot.density !== undefined)
  const notes = [
    ...(parts.length < all.length
      ? [`${plural(locale, all.length - parts.length, 'panel')} without a number left out.`]
      : []),
    ...(shown.length < parts.length
      ? [
          `Showing the ${shown.length} largest of ${plural(locale, parts.length, 'panel')}${shown.length < mostPanels ? ', which have room here' : ''}.`,
        ]
      : []),
    ...(hasShades && panels.length > 1 ? ['Each panel has shades of its own for its rows.'] : []),
    ...notesOf(shown.map(({ slot }, index) => ({ label: slot.label, notes: plots[index]?.notes ?? [] }))),
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

/** Returns the notes of panels, each once, with the panels' names if it is not of all of them. */
function notesOf(panels: readonly { readonly label: string; readonly notes: readonly string[] }[]): readonly string[] {
  const notes = [...new Set(panels.flatMap((panel) => panel.notes))].slice(0, mostNotes)
  return notes.map((note) => {
    const labels = panels.flatMap((panel) => (panel.notes.includes(note) ? [panel.label] : []))
    if (labels.length === panels.length) return note
    return `${labels.length <= mostNamed ? labels.join(', ') : `${labels.length} panels`}: ${note}`
  })
}

/** Returns the ends that hold all of the panels' axes; null if these are equal. */
function sharedEnds(plots: readonly (PanelPlot | EmptyPlot | UnsuitablePlot)[]): PanelEnds | null {
  const all = plots.flatMap((plot): PanelEnds[] => {
    if (plot.kind === 'scatter') return [{ left: plot.yAxis.domain, right: null }]
    return plot.kind === 'cartesian' ? [{ left: plot.left.domain, right: plot.right?.domain ?? null }] : []
  })
  const around = (ends: readonly Ends[]): Ends => [
    Math.min(...ends.map(([low]) => low)),
    Math.max(...ends.map(([, high]) => high)),
  ]
  const left = around(all.map((ends) => ends.left))
  const rights = all.flatMap(({ right }) => (right === null ? [] : [right]))
  const right = rights.length === 0 ? null : around(rights)
  const isShared = (ends: Ends | null, of: Ends | null) => ends === null || (ends[0] === of?.[0] && ends[1] === of[1])
  return all.every((ends) => isShared(ends.left, left) && isShared(ends.right, right)) ? null : { left, right }
}

/** Divides the rows by the column of panels, in its order. weight: how large a part is; -1 without a number. */
function partsOf(input: PlotInput, column: Column): readonly Part[] {
  const { visual, data } = input
  const isOfRows = visual.type === 'scatter' || visual.type === 'histogram'
  const { slots, rowSlots } = slotsOf(column, input, true)
  const rowsBySlot: number[][] = slots.map(() => [])
  rowSlots.forEach((slot, row) => rowsBySlot[slot]?.push(row))
  const measures = isOfRows && visual.x !== null ? [...visual.y.slice(0, 1), visual.x] : visual.y
  const columns = measures.flatMap((name) => getColumn(data, name) ?? [])
  return slots.flatMap((slot, index): readonly Part[] => {
    const rows = rowsBySlot[index] ?? []
    if (rows.length === 0) return []
    if (columns.length === 0) return [{ slot, rows, weight: rows.length }]
    let [weight, hasNumber] = [0, false]
    for (const row of rows)
      for (const { values } of columns) {
        const value = cellNumber(values[row] ?? null)
        hasNumber ||= value !== null
        weight += isOfRows ? (value === null ? 0 : 1) : Math.abs(value ?? 0)
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
