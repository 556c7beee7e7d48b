import type { Actor } from '@tidemark/shared/access/actor'
import type { Poke, PrefetchedPull, StreamGroup } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../observability/log'
import { pullAnswerText } from '../sync/pull-answer-text'
import type { SyncService } from '../sync/sync-service'

/** The longest answer in one event. A client pulls a larger one itself. */
const maxPrefetchedCharacters = 64 * 1024

export interface StreamPrefetchServices {
  readonly log: Logger
  readonly sync: Pick<SyncService, 'prefetchPull'>
}

interface StreamPrefetchOptions extends StreamPrefetchServices {
  readonly group: StreamGroup
  /** As whom the stream's reader may listen now. */
  readonly listActors: () => Promise<readonly Actor[]>
  /** Takes the answer as JSON text; false where there is no room for it now. */
  readonly onPrefetched: (text: string) => boolean
  readonly onPoke: (poke: Poke) => void
}

/**
 * Sends to a stream of one client group what the group's next pull would be answered in place of a poke, and the poke where there is no
 * such answer. Rights are asked anew for each, as with each pull. Pokes that come meanwhile become one.
 */
export function createStreamPrefetch({ group, listActors, sync, log, onPrefetched, onPoke }: StreamPrefetchOptions) {
  let due: { readonly poke: Poke; readonly actor: Actor } | undefined
  let isReading = false

  const read = async (actor: Actor): Promise<PrefetchedPull | null> => {
    try {
      const [prefetched, actors] = await Promise.all([sync.prefetchPull(actor, group.clientGroupID), listActors()])
      return actors.some((present) => isSameActor(present, actor)) ? prefetched : null
    } catch (err) {
      // A pull gets the reason.
      log.debug({ err }, 'What a client group would be answered could not be read.')
      return null
    }
  }

  return async (poke: Poke, actor: Actor): Promise<void> => {
    due = { poke, actor }
    if (isReading) return
    isReading = true
    while (due !== undefined) {
      const next: { readonly poke: Poke; readonly actor: Actor } = due
      due = undefined
      const prefetched = await read(next.actor)
      const text = prefetched === null ? null : textOf(prefetched)
      if (text === null || text.length > maxPrefetchedCharacters || !onPrefetched(text)) onPoke(next.poke)
    }
    isReading = false
  }
}

function textOf({ answer, ...rest }: PrefetchedPull): string {
  return `${JSON.stringify(rest).slice(0, -1)},"answer":${pullAnswerText(answer)}}`
}

/** True if nothing that decides what somebody sees is different. */
export function isSameActor(one: Actor, other: Actor): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
