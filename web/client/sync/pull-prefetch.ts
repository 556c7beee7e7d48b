import { jsonEqual } from '@tidemark/shared/base/json'
import type { Cookie, PrefetchedPull, PullResponse } from '@tidemark/shared/sync/protocol'

/** Keeps the last prefetched pull until a pull takes it. */
export class PullPrefetch {
  #last: PrefetchedPull | null = null
  #isNextAsked = false

  offer(prefetched: PrefetchedPull): void {
    this.#last = prefetched
  }

  /** Makes the next pull ask the server, whatever is offered until then. */
  discard(): void {
    this.#last = null
    this.#isNextAsked = true
  }

  /**
   * Returns the answer for a client of this group whose cookie is the answer's base; if the client already has the
   * answer's cookie, an answer without changes. Null: ask the server. Each offer is used once, like an answer that was
   * long on its way.
   */
  take({
    clientGroupID,
    cookie,
  }: {
    readonly clientGroupID: string
    readonly cookie: Cookie | null
  }): PullResponse | null {
    if (this.#isNextAsked) {
      this.#isNextAsked = false
      this.#last = null
      return null
    }
    const last = this.#last
    if (last === null || last.clientGroupID !== clientGroupID) return null
    this.#last = null
    if (jsonEqual({ ...last.base }, cookie && { ...cookie })) return last.answer
    if (jsonEqual({ ...last.answer.cookie }, cookie && { ...cookie }))
      return { cookie: last.answer.cookie, lastMutationIDChanges: {}, patch: [] }
    return null
  }
}
