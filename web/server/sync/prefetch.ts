import { LRUCache } from 'lru-cache'
import type { Actor } from '@tidemark/shared/access/actor'
import {
  pullVersion,
  type ClientAction,
  type Cookie,
  type Poke,
  type PrefetchedPull,
  type PullRequest,
  type PullResponse,
  type StreamGroup,
} from '@tidemark/shared/sync/protocol'
import type { Services } from '../services'
import { pullAnswerText } from './pull-answer-text'

type Position = Pick<PullRequest, 'schemaVersion' | 'profileID'> & { readonly cookie: Cookie }

const maxPositions = 10_000

/**
 * Where client groups were left by the last answer of this server. A guess: an answer may be lost, or another server may have given a
 * later one.
 */
export class ClientGroupPositions {
  readonly #positions = new LRUCache<string, Position>({ max: maxPositions })

  get(actor: Actor, clientGroupID: string): Position | undefined {
    return this.#positions.get(keyOf(actor, clientGroupID))
  }

  note(
    actor: Actor,
    { clientGroupID, schemaVersion, profileID }: PullRequest,
    answer: PullResponse | ClientAction,
  ): void {
    const key = keyOf(actor, clientGroupID)
    if ('error' in answer) this.#positions.delete(key)
    else this.#positions.set(key, { schemaVersion, profileID, cookie: answer.cookie })
  }
}

/** Anybody may name any group. */
function keyOf({ orgId, userId }: Actor, clientGroupID: string): string {
  return JSON.stringify([orgId, userId, clientGroupID])
}

/** Answers read at once that nobody has asked for: those who ask come first. */
const maxConcurrent = 16

/** Answers a group's next pull before it is asked; see `SyncService.prefetchPull`. */
export function createPrefetchPull(
  positions: ClientGroupPositions,
  pull: (actor: Actor, request: PullRequest) => Promise<PullResponse | ClientAction>,
) {
  let runningCount = 0
  return async (actor: Actor, clientGroupID: string): Promise<PrefetchedPull | null> => {
    const position = positions.get(actor, clientGroupID)
    if (position === undefined || runningCount >= maxConcurrent) return null
    runningCount += 1
    try {
      const answer = await pull(actor, { pullVersion, clientGroupID, ...position })
      if ('error' in answer) return null
      return { org: actor.orgId, clientGroupID, role: actor.role, base: position.cookie, answer }
    } finally {
      runningCount -= 1
    }
  }
}

/** Of one event. A larger answer is fetched by who has room for it. */
const maxPrefetchedCharacters = 64 * 1024

interface StreamPrefetchOptions extends Pick<Services, 'log' | 'sync'> {
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
      // Who pulls is told why not.
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
