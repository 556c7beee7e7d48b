import type { Actor } from '@tidemark/shared/access/actor'
import { dashboardKey, type DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { DashboardPresence, PresenceBeat } from '@tidemark/shared/presence/presence'
import type { SyncService } from '../sync/sync-service'
import type { PresenceHub, PresenceNotice } from './presence-hub'

/**
 * Reports who views which dashboard now. The state is only in memory, and goes only to people who may see the
 * dashboard.
 */
export interface PresenceService {
  /** Records that somebody views a dashboard or leaves it; returns who is there. Fails with `not-found`. */
  beat(actor: Actor, beat: PresenceBeat): Promise<DashboardPresence>
  /**
   * Calls the listener with the current state and whenever somebody comes or goes; returns a function that
   * unsubscribes.
   */
  follow(
    actor: Actor,
    listener: (presence: DashboardPresence) => void,
    onFailure: (thrown: unknown) => void,
  ): () => void
}

interface PresenceServiceOptions {
  readonly hub: PresenceHub
  readonly sync: Pick<SyncService, 'readView'>
  /** Notifies the other instances, if any. */
  readonly tellOthers?: (notice: PresenceNotice) => void
}

/** Creates the service that reports viewers of dashboards; see `PresenceService`. */
export function createPresenceService({ hub, sync, tellOthers }: PresenceServiceOptions): PresenceService {
  const visibleOf = async (actor: Actor, ids: readonly DashboardId[]): Promise<ReadonlySet<DashboardId>> => {
    if (ids.length === 0) return new Set()
    const { view } = await sync.readView(actor, ids.map(dashboardKey))
    return new Set(
      ids.filter((id) => {
        const dashboard = getDashboard(view, id)
        return dashboard !== undefined && dashboard.deletedAt === null
      }),
    )
  }

  return {
    beat: async (actor, { dashboardId, visitId = '', isLeaving = false }) => {
      const isVisible = (await visibleOf(actor, [dashboardId])).has(dashboardId)
      // Who leaves may have lost sight of it just before: it is in the trash, or no longer shared with them.
      if (!isVisible && !isLeaving) throw new TidemarkError('not-found', { detail: dashboardKey(dashboardId) })
      // API tokens are not viewers, and in local mode there is nobody else to show.
      if (actor.kind === 'person') {
        const notice = { org: actor.orgId, dashboardId, userId: actor.userId, visitId, isHere: !isLeaving }
        hub.receive(notice)
        tellOthers?.(notice)
      }
      if (!isVisible) return { dashboardId, userIds: [] }
      const here = hub.list(actor.orgId).find((place) => place.dashboardId === dashboardId)
      return { dashboardId, userIds: [...(here?.userIds ?? [])] }
    },

    follow: (actor, listener, onFailure) => {
      let isStopped = false
      const tell = async (changes: readonly DashboardPresence[]) => {
        const visible = await visibleOf(
          actor,
          changes.map(({ dashboardId }) => dashboardId),
        )
        if (isStopped) return
        for (const change of changes) if (visible.has(change.dashboardId)) listener(change)
      }
      const toldOf = ({ dashboardId, userIds }: { dashboardId: DashboardId; userIds: readonly string[] }) => ({
        dashboardId,
        userIds: [...userIds],
      })
      const unsubscribe = hub.subscribe([actor.orgId], (change) => void tell([toldOf(change)]).catch(onFailure))
      void tell(hub.list(actor.orgId).map(toldOf)).catch(onFailure)
      return () => {
        isStopped = true
        unsubscribe()
      }
    },
  }
}
