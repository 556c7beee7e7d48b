import { LRUCache } from 'lru-cache'
import type { Actor } from '@tidemark/shared/access/actor'
import {
  pullVersion,
  type ClientAction,
  type Cookie,
  type PrefetchedPull,
  type PullRequest,
  type PullResponse,
} from '@tidemark/shared/sync/protocol'

type Position = Pick<PullRequest, 'schemaVersion' | 'profileID'> & { readonly cookie: Cookie }

const maxPositions = 10_000

/**
 * The positions at which this server's last answers left client groups. A guess: an answer may be lost, or another
 * server may have given a later one.
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
