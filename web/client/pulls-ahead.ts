import { jsonEqual } from '@tidemark/shared/base/json'
import type { Cookie, PullAhead, PullResponse } from '@tidemark/shared/sync/protocol'

/** The last answer that came before it was asked for. */
export class PullsAhead {
  #last: PullAhead | null = null
  #isNextAsked = false

  offer(ahead: PullAhead): void {
    this.#last = ahead
  }

  /** The next one asks the server, whatever comes until then. */
  forget(): void {
    this.#last = null
    this.#isNextAsked = true
  }

  /**
   * What the server answered a client of the group that stands at the cookie, or, to one that has got further by itself, would
   * have: that there is nothing new. Each is an answer of that moment, as one is that was long on its way. Null: ask.
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
    const ahead = this.#last
    if (ahead === null || ahead.clientGroupID !== clientGroupID) return null
    this.#last = null
    if (jsonEqual({ ...ahead.base }, cookie && { ...cookie })) return ahead.answer
    if (jsonEqual({ ...ahead.answer.cookie }, cookie && { ...cookie }))
      return { cookie: ahead.answer.cookie, lastMutationIDChanges: {}, patch: [] }
    return null
  }
}
