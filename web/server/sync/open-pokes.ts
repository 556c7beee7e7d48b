import type { Config } from '../config'
import type { Logger } from '../log'
import type { PokeHub } from '../services'
import { presenceNoticeSchema, type PresenceNotice } from '../presence/presence-hub'
import { openChangeFeed } from '../store/change-feed'
import { createPokeHub } from './poke-hub'

export interface OpenedPokes {
  readonly pokes: PokeHub
  /** Tells the other instances who is where; nothing where there are none. */
  tellPresence(notice: PresenceNotice): void
  /** After `pokes.close()`: what was published is told to the other instances first. */
  closeFeed(): Promise<void>
}

/**
 * The pokes of this instance, and on PostgreSQL of all others too. What is published here is told to them after the
 * commit it comes from; onPresence hears who looks at what there. What one of them wrote reaches the streams of this one, at the latest with the feed's next poll.
 * Fails as the store does when the feed's first connection does not come about.
 */
export async function openPokes(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  log: Logger,
  onPresence: (notice: PresenceNotice) => void = () => undefined,
): Promise<OpenedPokes> {
  const hub = createPokeHub({ log })
  if (databaseUrl === undefined) return { pokes: hub, tellPresence: () => undefined, closeFeed: async () => undefined }
  const onWhisper = (value: unknown) => {
    const notice = presenceNoticeSchema.safeParse(value)
    if (notice.success) onPresence(notice.data)
  }
  const feed = await openChangeFeed({ connectionString: databaseUrl, onChange: hub.publish, onWhisper, log })
  return {
    pokes: {
      ...hub,
      publish: (poke) => {
        hub.publish(poke)
        feed.publish(poke)
      },
    },
    tellPresence: (notice) => feed.whisper(notice),
    closeFeed: feed.close,
  }
}
