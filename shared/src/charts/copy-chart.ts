import type { Actor } from '../access/actor'
import { isAllowed } from '../access/rules'
import { copyBeside } from '../base/copy-name'
import { newId } from '../base/ids'
import { getRunTarget } from '../connections/connection-queries'
import { givenFields } from '../entries/define-mutator'
import type { EntryView } from '../entries/entry-tx'
import { mayEditIn } from '../folders/folder-rights'
import { isWithheld } from '../query/run-query'
import { chartIdSchema, maxChartName, type Chart } from './chart'
import { listCharts } from './chart-queries'

type ChartContent = Pick<
  Chart,
  'description' | 'query' | 'visual' | 'isModel' | 'modelFields' | 'modelColumns' | 'modelJoins' | 'modelHierarchies'
>

/** The arguments of `createChart`. */
export type ChartCopy = Pick<Chart, 'id' | 'folderId' | 'name' | 'order'> & ChartContent

/**
 * Returns true if the actor may copy a chart beside itself: they may create charts in its folder and run its query. A
 * copy elsewhere could be visible to more people than the chart.
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

/** Returns a copy with the same query and drawing, placed right after the original in its folder. */
export function copyOfChart(view: EntryView, original: Chart): ChartCopy {
  const { folderId } = original
  return {
    ...copyBeside(listCharts(view, folderId), original, maxChartName),
    id: chartIdSchema.parse(newId()),
    folderId,
    ...contentOfChart(original),
  }
}

/** Returns the fields that a copy keeps: all but its name and place. */
export function contentOfChart({
  description,
  query,
  visual,
  isModel,
  modelFields,
  modelColumns,
  modelJoins,
  modelHierarchies,
}: ChartContent): ChartContent {
  return {
    description,
    query,
    visual,
    ...givenFields({ isModel, modelFields, modelColumns, modelJoins, modelHierarchies }),
  }
}
