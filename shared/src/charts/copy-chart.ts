import type { Actor } from '../access/actor'
import { isAllowed } from '../access/rules'
import { copyBeside } from '../base/copy-name'
import { newId } from '../base/ids'
import { getRunTarget } from '../connections/connection-queries'
import type { EntryView } from '../entries/entry-tx'
import { mayEditIn } from '../folders/folder-rights'
import { isWithheld } from '../query/run-query'
import { chartIdSchema, maxChartName, type Chart } from './chart'
import { listCharts } from './chart-queries'

type ChartContent = Pick<Chart, 'description' | 'query' | 'visual'>

/** The arguments of `createChart`. */
export type ChartCopy = Pick<Chart, 'id' | 'folderId' | 'name' | 'order'> & ChartContent

/**
 * True if somebody may have a copy beside a chart: they make charts in its folder and may ask what it asks. Anywhere else it could
 * be seen by more people than the chart is.
 */
export function mayCopyChart(actor: Actor, chart: Chart, view: EntryView): boolean {
  const { query } = chart
  const target = getRunTarget(view, query.connectionId)
  return (
    chart.deletedAt === null &&
    mayEditIn(actor, chart.folderId, view) &&
    isAllowed(actor, { do: 'run', target, level: query.kind }) &&
    !isWithheld(query)
  )
}

/** A chart that asks the same and is drawn the same, right after the other in its folder. */
export function copyOfChart(view: EntryView, original: Chart): ChartCopy {
  const { folderId } = original
  return {
    ...copyBeside(listCharts(view, folderId), original, maxChartName),
    id: chartIdSchema.parse(newId()),
    folderId,
    ...contentOfChart(original),
  }
}

/** The fields of a chart that go with it wherever it is made anew: all but its name and place. */
export function contentOfChart({ description, query, visual }: ChartContent): ChartContent {
  return { description, query, visual }
}
