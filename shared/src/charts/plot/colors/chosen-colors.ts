import type { Chart } from '../../chart'
import { colorByOf } from '../../chart-points'
import type { ChartVisual, SeriesStyle } from '../../chart-visual'
import { isSameSource } from './measure-hues'
import { hueColor } from './palette'

type DrawnChart = Pick<Chart, 'query' | 'visual'>

/** The CSS colours that people chose. values: by column, then by the value's text (empty for none). */
export interface ChosenColors {
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly measures: ReadonlyMap<string, string>
}

/**
 * Returns the colours chosen in a chart, and those chosen in others of its page for the same values and measures; its
 * own come first, then the others in reading order.
 */
export function chosenColorsOf(chart: DrawnChart, charts: readonly DrawnChart[]): ChosenColors {
  const values = new Map<string, Map<string, string>>()
  const measures = new Map<string, string>()
  for (const { query, visual } of [chart, ...charts]) {
    const column = colorByOf(visual)?.column ?? null
    const isSame = isSameSource(query, chart.query)
    for (const { series, color } of visual.seriesStyles) {
      if (color === '') continue
      if (column === null) {
        if (isSame && !measures.has(series)) measures.set(series, cssColor(color))
        continue
      }
      const known = values.get(column) ?? new Map<string, string>()
      values.set(column, known)
      if (!known.has(series)) known.set(series, cssColor(color))
    }
  }
  return { values, measures }
}

/** Returns the colours that a chart has chosen itself. */
export function ownColorsOf(visual: ChartVisual): ChosenColors {
  const column = colorByOf(visual)?.column ?? null
  const own = new Map(
    visual.seriesStyles.flatMap(({ series, color }) => (color === '' ? [] : [[series, cssColor(color)] as const])),
  )
  return column === null
    ? { values: new Map(), measures: own }
    : { values: new Map([[column, own]]), measures: new Map() }
}

/** Returns the CSS colour of a style that has one. */
export function cssColor(color: SeriesStyle['color']): string {
  return color.startsWith('#') ? color : hueColor(Number(color) - 1)
}
