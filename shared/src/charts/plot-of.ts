import { assertNever } from '../base/assert-never'
import type { DrawnPart } from '../query/points'
import { drawnPartOf } from './chart-points'
import { drawnVisual } from './visual-controls'
import { cartesianPlot } from './types/cartesian'
import { emptyPlot, unsuitablePlot } from './plot/frame'
import { histogramPlot } from './types/histogram'
import { numberPlot } from './types/number'
import { piePlot } from './types/pie'
import type { Plot } from './plot/plot'
import { missingColumns, type PlotInput } from './plot/read-columns'
import { scatterPlot } from './types/scatter'
import { tablePlot } from './types/table'

/**
 * Works out a chart: the same input gives the same plot on the server and in every browser.
 *
 * Never throws for data: a result that cannot be drawn is `empty` or `unsuitable`, with the reason.
 */
export function plotOf(given: PlotInput): Plot {
  const input = { ...given, visual: drawnVisual(given.visual) }
  const { data, bins } = input
  // The size of dots is no longer that of a column where they stand for many rows.
  const visual = bins === undefined ? input.visual : { ...input.visual, size: null }
  if (bins !== undefined && !isSameDrawing(bins.of, drawnPartOf(visual)))
    return emptyPlot(
      input,
      'These rows were counted for another drawing. The rows themselves come with the next answer.',
    )
  const missing = missingColumns(visual, data)
  if (missing.length > 0)
    return unsuitablePlot(
      input,
      // What to do about it differs by who reads this.
      `The result has no ${missing.length === 1 ? 'column' : 'columns'} ${missing.map((name) => `“${name}”`).join(', ')}.`,
    )
  if (data.rowCount === 0 && visual.type !== 'table') return emptyPlot(input, 'The query returned no rows.')
  switch (visual.type) {
    case 'line':
    case 'area':
    case 'bar':
    case 'row':
    case 'combo':
      return cartesianPlot(input)
    case 'scatter':
      return scatterPlot({ ...input, visual })
    case 'histogram':
      return histogramPlot(input)
    case 'pie':
      return piePlot(input)
    case 'number':
      return numberPlot(input)
    case 'table':
      return tablePlot(input)
    default:
      return assertNever(visual.type)
  }
}

function isSameDrawing(a: DrawnPart, b: DrawnPart | null): boolean {
  const partsOf = (part: DrawnPart) => [part.mark, part.x, 'y' in part ? part.y : null, part.color]
  return b !== null && JSON.stringify(partsOf(a)) === JSON.stringify(partsOf(b))
}
