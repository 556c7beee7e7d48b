import * as z from 'zod/mini'
import type { Config } from '../base/config'
import type { Logger } from '../observability/log'
import { presenceNoticeSchema, type PresenceNotice } from '../presence/presence-hub'
import { exportNoticeSchema, type ExportNotice } from '../query/export/export-notice'
import { stopNoticeSchema, type StopNotice } from '../query/run/stop-notice'
import { createPokeHub, type PokeHub } from '../sync/poke-hub'

/** Tells other instances that somebody's memberships changed. Fits into the payload of a NOTIFY. */
const membershipNoticeSchema = z.strictObject({ membershipsOf: z.string() })

export interface OpenedPokes {
  readonly pokes: PokeHub
  /** Tells the other instances, if any, who views which dashboard. */
  tellPresence(notice: PresenceNotice): void
  /** Asks the other instances to stop a run or an export. */
  tellStop(notice: StopNotice): void
  /** Asks the other instances about the progress of an export, or answers such a question. */
  tellExport(notice: ExportNotice): void
  /** Called after `pokes.close()`. Sends everything published so far to the other instances, then closes. */
  closeFeed(): Promise<void>
}

/**
 * Opens the pokes of this instance and, on PostgreSQL, of all others. Pokes and membership changes published here are
 * sent to the other instances after the commit; theirs reach this instance's streams, at the latest with the feed's
 * next poll. onPresence, onStop, onExport: called with the notices of other instances: who views what, what to stop,
 * and questions or answers on exports' progress. Fails as the store does if the feed cannot connect.
 */
export async function openPokes(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  log: Logger,
  onPresence: (notice: PresenceNotice) => void = () => undefined,
  onStop: (notice: StopNotice) => void = () => undefined,
  onExport: (notice: ExportNotice) => void = () => undefined,
): Promise<OpenedPokes> {
  const hub = createPokeHub({ log })
  if (databaseUrl === undefined)
    return {
      pokes: hub,
      tellPresence: () => undefined,
      tellStop: () => undefined,
      tellExport: () => undefined,
      closeFeed: async () => undefined,
    }
  const onWhisper = (value: unknown) => {
    const presence = presenceNoticeSchema.safeParse(value)
    if (presence.success) onPresence(presence.data)
    const stop = stopNoticeSchema.safeParse(value)
    if (stop.success) onStop(stop.data)
    const asked = exportNoticeSchema.safeParse(value)
    if (asked.success) onExport(asked.data)
    const membership = membershipNoticeSchema.safeParse(value)
    if (membership.success) hub.publishMembership(membership.data.membershipsOf)
  }
  const { openChangeFeed } = await import('../store/change-feed')
  const feed = await openChangeFeed({ connectionString: databaseUrl, onChange: hub.publish, onWhisper, log })
  return {
    pokes: {
      ...hub,
      publish: (poke) => {
        hub.publish(poke)
        feed.publish(poke)
      },
      publishMembership: (userId) => {
        hub.publishMembership(userId)
        feed.whisper({ membershipsOf: userId })
      },
    },
    tellPresence: (notice) => feed.whisper(notice),
    tellStop: (notice) => feed.whisper(notice),
    tellExport: (notice) => feed.whisper(notice),
    closeFeed: feed.close,
  }
}
