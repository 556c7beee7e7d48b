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
 * The positions that client groups had after this server's last answers. They are a guess: an answer may have been
 * lost, or another server may have given a later one.
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

/** Includes the person and workspace, because a client can send any group's id. */
function keyOf({ orgId, userId }: Actor, clientGroupID: string): string {
  return JSON.stringify([orgId, userId, clientGroupID])
}

/** The most prefetched answers read at once; requests that clients wait for take precedence. */
const maxConcurrent = 16

/** Creates the function that answers a group's next pull in advance; see `SyncService.prefetchPull`. */
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
      const { orgId: org, role, attributes, groups } = actor
      return { org, clientGroupID, role, attributes, groups, base: position.cookie, answer }
    } finally {
      runningCount -= 1
    }
  }
}
