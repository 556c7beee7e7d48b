import { assertNever } from '../../base/assert-never'
import { cartesianPlot } from './cartesian'
import { emptyPlot, unsuitablePlot } from './frame'
import { histogramPlot } from './histogram'
import { numberPlot } from './number-plot'
import { piePlot } from './pie'
import type { Plot } from './plot'
import { missingColumns, type PlotInput } from './read-columns'
import { scatterPlot } from './scatter'
import { tablePlot } from './table-plot'

/**
 * Works out a chart: the same input gives the same plot on the server and in every browser.
 *
 * Never throws for data: a result that cannot be drawn is `empty` or `unsuitable`, with the reason.
 */
export function plotOf(input: PlotInput): Plot {
  const { visual, data } = input
  const missing = missingColumns(visual, data)
  if (missing.length > 0)
    return unsuitablePlot(input, `The result has no column ${missing.join(', ')}. Choose another, or change the query.`)
  if (data.rowCount === 0 && visual.type !== 'table') return emptyPlot(input, 'The query returned no rows.')
  switch (visual.type) {
    case 'line':
    case 'area':
    case 'bar':
    case 'row':
    case 'combo':
      return cartesianPlot(input)
    case 'scatter':
      return scatterPlot(input)
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
