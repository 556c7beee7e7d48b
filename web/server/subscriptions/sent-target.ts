import type { Actor } from '@tidemark/shared/access/actor'
import { chartIdSchema, chartKey } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema, dashboardKey } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import type { SubscriptionChoice } from '@tidemark/shared/subscriptions/subscription'
import type { SyncService } from '../sync/sync-service'

/** Finds the name of what a subscription sends; undefined if the actor does not see it, or it was deleted. */
export async function findSentName(
  sync: Pick<SyncService, 'readView'>,
  actor: Actor,
  { kind, id }: SubscriptionChoice['target'],
): Promise<string | undefined> {
  const key = kind === 'chart' ? chartKey(chartIdSchema.parse(id)) : dashboardKey(dashboardIdSchema.parse(id))
  const { view } = await sync.readView(actor, [key])
  const found =
    kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id))
  return found === undefined || found.deletedAt !== null ? undefined : found.name
}

/** Returns what tells whether a member sees a target. */
export function seesTarget(sync: Pick<SyncService, 'readView'>, target: SubscriptionChoice['target']) {
  return async (member: Actor): Promise<boolean> => (await findSentName(sync, member, target)) !== undefined
}

/** Says why a target is no longer sent. */
export function notSeen({ kind }: SubscriptionChoice['target']): string {
  return `Who made it may no longer see this ${kind}, or it was deleted.`
}
