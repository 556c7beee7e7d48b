import { chartKey, chartIdSchema } from '@tidemark/shared/charts/chart'
import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import { keepStoredMs, parseDraft } from '../unsent/drafts'
import { readWaiting, recoveryNameOf } from '../unsent/unsent-store'
import type { SyncClient } from './sync-client'
import type { ViewStore } from './view-store'

interface Asked extends Pick<SyncClient, 'getState' | 'getActor' | 'readUnsent'> {
  readonly views: Pick<ViewStore, 'isLocal' | 'getState'>
}

/**
 * Lists the drafts of charts that are known to be deleted for good. Returns none if that cannot be known: before the
 * first sync, for team members (a chart may only be hidden from them), and while a change of the chart waits to be sent
 * or decided.
 */
export async function listLostDrafts(
  client: Asked,
  drafts: Readonly<Record<string, string>>,
  now: number,
): Promise<readonly string[]> {
  const { views, getState, getActor, readUnsent } = client
  const { status, lastSyncAt } = getState()
  if (getActor().kind !== 'local' || !views.isLocal || status.kind !== 'synced' || lastSyncAt === null) return []
  const { view } = views.getState()
  const isGone = (id: string) => {
    const chartId = chartIdSchema.safeParse(id)
    return chartId.success && view.get(chartKey(chartId.data)) === undefined
  }
  if (listLost(drafts, now, isGone).length === 0) return []
  const { databaseName, pending, recovered } = await readUnsent()
  const kept = await readWaiting(recoveryNameOf(databaseName))
  const waiting = JSON.stringify([pending, recovered, kept, listMutationErrors(view)])
  return listLost(drafts, now, (id) => isGone(id) && !waiting.includes(JSON.stringify(id)))
}

/**
 * Lists old drafts of missing charts. Newer ones are still offered at the chart's address, since the store may have
 * been set back by mistake.
 */
function listLost(
  drafts: Readonly<Record<string, string>>,
  now: number,
  isGone: (chartId: string) => boolean,
): readonly string[] {
  return Object.entries(drafts).flatMap(([name, json]) => {
    const [concept, chartId = ''] = name.split('/')
    const kept = concept === 'sql' ? parseDraft(json) : undefined
    const isOld = kept !== undefined && kept.at < now - keepStoredMs
    return isOld && isGone(chartId) ? [name] : []
  })
}
