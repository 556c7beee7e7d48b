import type { ChartType } from '../chart-visual'
import type { CartesianPlot, DotSeries, Slice } from './plot'
import { plural } from './numbers/format-number'

const chartNames: Readonly<Partial<Record<ChartType, string>>> = {
  line: 'Line chart',
  area: 'Area chart',
  bar: 'Bar chart',
  row: 'Row chart',
  combo: 'Combined bar and line chart',
  pie: 'Pie chart',
  scatter: 'Scatter plot',
  histogram: 'Histogram',
  number: 'Number',
  table: 'Table',
}

/**
 * Describes the chart in a few sentences: the measures, the x column, the series, and the highest and lowest values.
 * range: follows the name of x, if it does not simply go from the first slot's label to the last one's.
 */
export function summarizeCartesian(
  plot: CartesianPlot,
  type: ChartType,
  xName: string,
  locale: string,
  range = rangeText(plot),
): string {
  const last = plot.slots.at(-1)
  const sentences = [
    `${chartNames[type] ?? 'Chart'} over ${xName}${range}; ${plural(locale, plot.series.length, 'series', 'series')}: ${plot.series.map((series) => series.label).join(', ')}.`,
  ]
  const all = plot.series.flatMap((series) =>
    series.points.flatMap((point, slot) =>
      point.value === null || point.high === null ? [] : [{ series, point, slot, value: point.value }],
    ),
  )
  const [example] = all
  if (example !== undefined) {
    const high = all.reduce((best, one) => (one.value > best.value ? one : best))
    const low = all.reduce((best, one) => (one.value < best.value ? one : best))
    const say = ({ series, point, slot }: typeof example) =>
      `${plot.textOf(point, series)} (${plot.series.length > 1 ? `${series.label}, ` : ''}${plot.slots[slot]?.label ?? ''})`
    sentences.push(`Highest: ${say(high)}. Lowest: ${say(low)}.`)
  }
  if (last?.unfinished === true) sentences.push(`${last.label} is not over yet.`)
  return sentences.join(' ')
}

function rangeText({ slots, slotAxis }: CartesianPlot): string {
  const [first, last] = [slots[0], slots.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last) return `, ${first.label}`
  return slotAxis.kind === 'category' ? `, ${slots.length} of them` : ` from ${first.label} to ${last.label}`
}

export function summarizeScatter(all: readonly DotSeries[], xName: string, yName: string, locale: string): string {
  const series = all.filter(({ dots }) => dots.length > 0)
  const count = series.reduce((sum, { dots }) => sum + dots.reduce((rows, dot) => rows + dot.n, 0), 0)
  const split = series.length > 1 ? ` in ${series.length} groups: ${series.map(({ label }) => label).join(', ')}` : ''
  return `${chartNames.scatter} of ${yName} against ${xName}; ${plural(locale, count, 'row')}${split}.`
}

export function summarizePie(slices: readonly Slice[], xName: string): string {
  return `${chartNames.pie} by ${xName}: ${slices.map((slice) => `${slice.label} ${slice.share}`).join(', ')}.`
}
