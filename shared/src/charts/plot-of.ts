import type { DrawnPart, DrawnPoints } from '../query/points'
import { withoutTotals } from './plot/without-totals'
import { drawnPartOf } from './chart-points'
import { chartTypes } from './chart-types'
import type { ChartVisual } from './chart-visual'
import { loadedPlot } from './load-plot'
import { ownColorsOf } from './plot/colors/chosen-colors'
import { emptyPlot, unsuitablePlot } from './plot/frame'
import type { Plot } from './plot/plot'
import { missingColumns, type PlotInput } from './plot/read-columns'

/**
 * Computes a chart's plot: the same input gives the same plot on the server and in every browser.
 *
 * Never throws for data: a result that cannot be drawn becomes `empty` or `unsuitable`, with the reason. Throws if
 * `loadPlot` has not been awaited for the type.
 */
export function plotOf(given: PlotInput): Plot {
  const { chosenColors = ownColorsOf(given.visual), bins } = given
  const data = showsTotals(given.visual) ? given.data : withoutTotals(given.data)
  const input = { ...given, data, visual: drawnVisual(given.visual), chosenColors }
  // A dot that stands for many rows is not sized by a column.
  const visual = bins === undefined ? input.visual : { ...input.visual, size: null }
  if (bins !== undefined && !isSameDrawing(bins.of, drawnPartOf(visual)))
    return emptyPlot(input, 'These rows were counted for another chart. The rows themselves come with the next answer.')
  const missing = missingColumns(visual, data)
  if (missing.length > 0)
    return unsuitablePlot(
      input,
      // No advice here: what to do depends on who reads this.
      `The result has no ${missing.length === 1 ? 'column' : 'columns'} ${missing.map((name) => `“${name}”`).join(', ')}.`,
    )
  if (data.rowCount === 0 && visual.type !== 'table') return emptyPlot(input, 'The query returned no rows.')
  const plot = loadedPlot(visual.type)
  if (plot === null) throw new Error(`Charts of the type ${visual.type} are not loaded.`)
  return plot({ ...input, visual })
}

function showsTotals({ type }: ChartVisual): boolean {
  return type === 'pivot' || type === 'table'
}

function isSameDrawing(a: DrawnPoints, b: DrawnPart | null): boolean {
  const partsOf = (part: DrawnPoints) => [
    part.mark,
    part.x,
    'y' in part ? part.y : null,
    'color' in part ? part.color : null,
  ]
  return b !== null && b.mark !== 'pivot' && JSON.stringify(partsOf(a)) === JSON.stringify(partsOf(b))
}

/**
 * Drops choices that were made for another type and do not apply to this one: a line's zeros for missing values mean
 * nothing for bars, and a column that only sized dots may be gone.
 */
function drawnVisual(visual: ChartVisual): ChartVisual {
  const controls = chartTypes[visual.type].controls
  return {
    ...visual,
    // A number is compared with the second measure of its row, which a question may have although the panel does not
    // offer it.
    y: controls.includes('measure') && visual.type !== 'number' ? visual.y.slice(0, 1) : visual.y,
    color: controls.includes('color') ? visual.color : null,
    detail: controls.includes('detail') ? visual.detail : null,
    panel: controls.includes('panel') ? visual.panel : null,
    size: controls.includes('size') ? visual.size : null,
    pivotRows: controls.includes('pivotSides') ? visual.pivotRows : [],
    pivotColumns: controls.includes('pivotSides') ? visual.pivotColumns : [],
    stack: controls.includes('stack') ? visual.stack : 'none',
    missing: controls.includes('missing') ? visual.missing : 'auto',
    sort: controls.includes('sort') ? visual.sort : 'auto',
    xScale: controls.includes('xScale') ? visual.xScale : 'linear',
    ...(controls.includes('axisRange') ? {} : { yScale: 'linear', yMin: '', yMax: '' }),
    ...(visual.type === 'combo' ? {} : { rightScale: 'linear', rightMin: '', rightMax: '' }),
    yTickLabels: controls.includes('tickLabels') ? visual.yTickLabels : 'auto',
    tickLabels: controls.includes('tickLabels') ? visual.tickLabels : 'auto',
    ...(controls.includes('series') ? {} : { areas: [], seriesStyles: [], seriesOrder: 'auto' }),
    annotations: controls.includes('annotations') ? visual.annotations : [],
    compare: controls.includes('compare') ? visual.compare : 'none',
    goals: controls.includes('goals') ? visual.goals : [],
    trend: controls.includes('trend') ? visual.trend : 'none',
    valueLabels: controls.includes('valueLabels') ? visual.valueLabels : 'auto',
    target: controls.includes('target') ? visual.target : null,
  }
}
