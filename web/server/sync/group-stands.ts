import { LRUCache } from 'lru-cache'
import type { Actor } from '@tidemark/shared/access/actor'
import type { Cookie, PullRequest } from '@tidemark/shared/sync/protocol'

/** Where a client group was left by the last answer that this server gave it. */
export type GroupStand = Pick<PullRequest, 'schemaVersion' | 'profileID'> & { readonly cookie: Cookie }

const maxGroups = 10_000

/**
 * Where client groups stand, as far as it was told here. It is a guess: an answer may be lost, or another server may have
 * given a later one.
 */
export class GroupStands {
  readonly #stands = new LRUCache<string, GroupStand>({ max: maxGroups })

  of(actor: Actor, clientGroupID: string): GroupStand | undefined {
    return this.#stands.get(keyOf(actor, clientGroupID))
  }

  set(actor: Actor, clientGroupID: string, stand: GroupStand): void {
    this.#stands.set(keyOf(actor, clientGroupID), stand)
  }

  forget(actor: Actor, clientGroupID: string): void {
    this.#stands.delete(keyOf(actor, clientGroupID))
  }
}

/** Anybody may name any group. */
function keyOf({ orgId, userId }: Actor, clientGroupID: string): string {
  return JSON.stringify([orgId, userId, clientGroupID])
}
