import type { Actor } from '@tidemark/shared/access/actor'
import type { AlertChoice } from '@tidemark/shared/alerts/alert'
import { chartIdSchema, chartKey } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { metricIdSchema, metricKey } from '@tidemark/shared/metrics/metric'
import { getMetric } from '@tidemark/shared/metrics/metric-queries'
import { questionOfMetric } from '@tidemark/shared/metrics/question-of-metric'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { workspacePrefix } from '@tidemark/shared/workspaces/workspace'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { SyncService } from '../sync/sync-service'

/** A chart or metric that an alert watches, as its maker may see it now. item: what is asked. timeZone: in which its times are. */
export interface WatchedTarget {
  readonly name: string
  readonly visual: ChartVisual
  readonly item: RunItem
  readonly timeZone: string
}

/** Finds what an alert watches; undefined if the actor does not see it, or it was deleted. */
export async function findAlertTarget(
  sync: Pick<SyncService, 'readView'>,
  actor: Actor,
  { kind, id }: AlertChoice['target'],
): Promise<WatchedTarget | undefined> {
  const key = kind === 'chart' ? chartKey(chartIdSchema.parse(id)) : metricKey(metricIdSchema.parse(id))
  const { view } = await sync.readView(actor, [key, workspacePrefix])
  const zone = getWorkspace(view)?.timeZone ?? 'UTC'
  if (kind === 'metric') {
    const metric = getMetric(view, metricIdSchema.parse(id))
    if (metric === undefined || metric.deletedAt !== null) return undefined
    const { query, visual } = questionOfMetric(metric)
    return { name: metric.name, visual, item: { query }, timeZone: zone }
  }
  const chart = getChart(view, chartIdSchema.parse(id))
  if (chart === undefined || chart.deletedAt !== null) return undefined
  return {
    ...{ name: chart.name, visual: chart.visual, item: { chartId: chart.id } },
    timeZone: chart.visual.timeZone ?? zone,
  }
}

/** Returns what tells whether a member sees what an alert watches. */
export function seesWatched(sync: Pick<SyncService, 'readView'>, target: AlertChoice['target']) {
  return async (member: Actor): Promise<boolean> => (await findAlertTarget(sync, member, target)) !== undefined
}
