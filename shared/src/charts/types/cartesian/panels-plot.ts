import type { ResultData } from '../../../query/run-query'
import { drawnHue } from '../../plot/colors/palette'
import type { CartesianPlot, EmptyPlot, PanelsPlot, UnsuitablePlot } from '../../plot/plot'
import { getColumn, type PlotInput } from '../../plot/read-columns'
import { slotsOf } from '../../plot/slots-of'
import { cartesianPlot } from './cartesian-plot'
import { fixedEnds, panelsOf, type PanelInputs } from './panels'

/** Line, area, bar, row and combo charts: one, or one for each value of the column of panels. */
export function cartesianOrPanels(input: PlotInput): CartesianPlot | PanelsPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data } = input
  const column = visual.panel === null ? null : getColumn(data, visual.panel)
  if (column === null) return cartesianPlot(input)
  const whole = cartesianPlot({ ...input, hidden: new Set() })
  return whole.kind === 'cartesian'
    ? panelsOf(input, column, whole, cartesianPlot, (sized) => panelInputs(sized, whole))
    : whole
}

/**
 * Returns what makes the input of a panel from its rows, so that all have the same slots in the same order and the same
 * series and colours as one chart of all rows, and, given the ends of its axis, the same scale.
 */
function panelInputs(input: PlotInput, whole: CartesianPlot): PanelInputs {
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
  return (rows, ends) => {
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
        ...fixedEnds(ends),
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
