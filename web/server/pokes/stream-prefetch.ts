import type { Actor } from '@tidemark/shared/access/actor'
import type { Poke, PrefetchedPull, StreamGroup } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../observability/log'
import { pullAnswerText } from '../sync/pull-answer-text'
import type { SyncService } from '../sync/sync-service'

/** The longest pull answer sent in an event; a client pulls a longer one itself. */
const maxPrefetchedCharacters = 64 * 1024

export interface StreamPrefetchServices {
  readonly log: Logger
  readonly sync: Pick<SyncService, 'prefetchPull'>
}

interface StreamPrefetchOptions extends StreamPrefetchServices {
  readonly group: StreamGroup
  /** Returns the actors that the stream's reader may listen as now. */
  readonly listActors: () => Promise<readonly Actor[]>
  /** Sends the answer as JSON text; returns false if the reader is too slow to take it now. */
  readonly onPrefetched: (text: string) => boolean
  readonly onPoke: (poke: Poke) => void
}

/**
 * Creates a function that sends a client group the answer of its next pull in place of a poke, or the poke if there is
 * no such answer. Rights are checked each time, as for a pull. Pokes that arrive meanwhile are merged into one.
 */
export function createStreamPrefetch({ group, listActors, sync, log, onPrefetched, onPoke }: StreamPrefetchOptions) {
  let due: { readonly poke: Poke; readonly actor: Actor } | undefined
  let isReading = false

  const read = async (actor: Actor): Promise<PrefetchedPull | null> => {
    try {
      const [prefetched, actors] = await Promise.all([sync.prefetchPull(actor, group.clientGroupID), listActors()])
      return actors.some((present) => isSameActor(present, actor)) ? prefetched : null
    } catch (err) {
      // The group's own pull will report the error.
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

/** Returns true if two actors have equal rights. */
export function isSameActor(one: Actor, other: Actor): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
