import { dashboardIdSchema, type DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { presenceGoneMs } from '@tidemark/shared/presence/presence'
import * as z from 'zod/mini'

/** Tells other instances that somebody views a dashboard or has left it. Fits into the payload of a NOTIFY. */
export const presenceNoticeSchema = z.object({
  org: z.string(),
  dashboardId: dashboardIdSchema,
  userId: z.string(),
  visitId: z.string(),
  isHere: z.boolean(),
})
export type PresenceNotice = z.infer<typeof presenceNoticeSchema>

export interface PresenceChange {
  readonly org: string
  readonly dashboardId: DashboardId
  /** The viewers, in order of arrival. */
  readonly userIds: readonly string[]
}

/** Tracks in memory who views which dashboard; see `createPresenceHub`. */
export interface PresenceHub {
  /** Records a notice of this or another instance. */
  receive(notice: PresenceNotice): void
  list(org: string): readonly PresenceChange[]
  /** Calls the listener whenever somebody comes or goes in one of the orgs; returns a function that unsubscribes. */
  subscribe(orgIds: readonly string[], listener: (change: PresenceChange) => void): () => void
  close(): void
}

interface Visit {
  readonly userId: string
  readonly since: number
  seenAt: number
}

interface Place {
  readonly org: string
  readonly dashboardId: DashboardId
  readonly visits: Map<string, Visit>
}

const sweepMs = 5000
/**
 * The most pages in which one person has the same dashboard open; further ones are ignored, as nobody would see a
 * difference.
 */
const maxVisitsPerPerson = 20

/**
 * Creates a hub that lists people seen within the last 45 s. Nothing is stored: after a restart everybody reappears
 * within one heartbeat. clock: Unix milliseconds.
 */
export function createPresenceHub({ clock }: { readonly clock: () => number }): PresenceHub {
  const places = new Map<string, Place>()
  const subscriptions = new Set<{
    readonly orgIds: ReadonlySet<string>
    readonly listener: (change: PresenceChange) => void
  }>()

  const tellIfChanged = (place: Place, before: readonly string[]): void => {
    const userIds = peopleOf(place)
    if (place.visits.size === 0) places.delete(placeKey(place))
    if (userIds.length === before.length && userIds.every((id, index) => id === before[index])) return
    const change = { org: place.org, dashboardId: place.dashboardId, userIds }
    for (const { orgIds, listener } of [...subscriptions]) if (orgIds.has(place.org)) listener(change)
  }

  const sweep = setInterval(() => {
    const goneAt = clock() - presenceGoneMs
    for (const place of [...places.values()]) {
      const before = peopleOf(place)
      for (const [key, { seenAt }] of place.visits) if (seenAt <= goneAt) place.visits.delete(key)
      tellIfChanged(place, before)
    }
  }, sweepMs)
  sweep.unref()

  return {
    receive: ({ org, dashboardId, userId, visitId, isHere }) => {
      const key = placeKey({ org, dashboardId })
      const place = places.get(key) ?? { org, dashboardId, visits: new Map<string, Visit>() }
      places.set(key, place)
      const before = peopleOf(place)
      const visitKey = `${userId}/${visitId}`
      const known = place.visits.get(visitKey)
      if (!isHere) place.visits.delete(visitKey)
      else if (known !== undefined) known.seenAt = clock()
      else if (visitsOf(place, userId) < maxVisitsPerPerson)
        place.visits.set(visitKey, { userId, since: clock(), seenAt: clock() })
      tellIfChanged(place, before)
    },

    list: (org) =>
      [...places.values()]
        .filter((place) => place.org === org)
        .map((place) => ({ org, dashboardId: place.dashboardId, userIds: peopleOf(place) })),

    subscribe: (orgIds, listener) => {
      const subscription = { orgIds: new Set(orgIds), listener }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },

    close: () => {
      clearInterval(sweep)
      subscriptions.clear()
      places.clear()
    },
  }
}

function placeKey({ org, dashboardId }: Pick<Place, 'org' | 'dashboardId'>): string {
  return `${org}/${dashboardId}`
}

function visitsOf({ visits }: Place, userId: string): number {
  return [...visits.values()].filter((visit) => visit.userId === userId).length
}

function peopleOf({ visits }: Place): readonly string[] {
  return [...new Set([...visits.values()].sort((a, b) => a.since - b.since).map(({ userId }) => userId))]
}
