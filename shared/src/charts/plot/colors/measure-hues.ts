import type { Query } from '../../../query/run-query'
import type { Chart } from '../../chart'
import type { ChartType } from '../../chart-visual'
import { hueColor, singleColor } from './palette'

type DrawnChart = Pick<Chart, 'query' | 'visual'>

/** The types that give each of several measures a colour. */
const coloring: ReadonlySet<ChartType> = new Set(['line', 'area', 'bar', 'row', 'combo'])

/**
 * The hues that a chart's measures have where others of the same page draw them beside further ones: a measure drawn alone takes the
 * colour that it has there. charts: all of the page, in reading order; of several the first counts.
 */
export function measureHuesOf(chart: DrawnChart, charts: readonly DrawnChart[]): ReadonlyMap<string, number> {
  const hues = new Map<string, number>()
  for (const { query, visual } of charts) {
    if (!coloring.has(visual.type) || visual.color !== null || visual.y.length < 2) continue
    for (const [hue, measure] of visual.y.entries())
      if (!hues.has(measure) && isSameSource(query, chart.query)) hues.set(measure, hue)
  }
  return hues
}

/** By its name, and of questions also by what they read; what SQL reads shows in no part of it. */
export function isSameSource(a: Query, b: Query): boolean {
  if (a.connectionId !== b.connectionId) return false
  if (a.kind === 'sql' || b.kind === 'sql') return a.kind === b.kind
  const [one, other] = [a.question.source, b.question.source]
  return one?.name === other?.name && one?.schema === other?.schema
}

/** The colour of a measure that is drawn alone. */
export function measureColor(measure: string, hues: ReadonlyMap<string, number> | undefined): string {
  const hue = hues?.get(measure)
  return hue === undefined ? singleColor : hueColor(hue)
}
