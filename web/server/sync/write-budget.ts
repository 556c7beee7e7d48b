import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

type Writer = Pick<Actor, 'orgId' | 'userId'>

interface WriteBudgetOptions {
  readonly bytesPerHour: number
  /** Unix milliseconds. */
  readonly clock: () => number
  /** Called each time a person has used up their budget. */
  readonly onUsedUp: (writer: Writer) => void
}

interface Used {
  readonly bytes: number
  readonly at: number
}

const hourMs = 60 * 60 * 1000
const maxKept = 10_000

/**
 * Limits how fast one person can make a store grow, because its history is never shortened. It allows a burst of
 * `bytesPerHour` and refills at that rate. Each process counts by itself.
 */
export class WriteBudget {
  readonly #options: WriteBudgetOptions
  readonly #usedByWriter = new Map<string, Used>()

  constructor(options: WriteBudgetOptions) {
    this.#options = options
  }

  /** Fails with `too-many-requests` if the person's budget is used up; it refills continuously. */
  check(writer: Writer): void {
    if (this.#usedBy(writer) < this.#options.bytesPerHour) return
    throw new TidemarkError('too-many-requests', {
      detail: 'You have changed more within an hour than this server takes of one person. The rest follows bit by bit.',
      retryable: true,
    })
  }

  spend(writer: Writer, bytes: number): void {
    if (bytes === 0) return
    const { bytesPerHour, clock, onUsedUp } = this.#options
    const before = this.#usedBy(writer)
    this.#usedByWriter.set(nameOf(writer), { bytes: before + bytes, at: clock() })
    if (before < bytesPerHour && before + bytes >= bytesPerHour) onUsedUp(writer)
    if (this.#usedByWriter.size > maxKept) this.#forgetUnused()
  }

  #usedBy(writer: Writer): number {
    const used = this.#usedByWriter.get(nameOf(writer))
    return used === undefined ? 0 : this.#remaining(used)
  }

  #remaining({ bytes, at }: Used): number {
    const { bytesPerHour, clock } = this.#options
    return Math.max(0, bytes - ((clock() - at) / hourMs) * bytesPerHour)
  }

  #forgetUnused(): void {
    for (const [name, used] of this.#usedByWriter) if (this.#remaining(used) === 0) this.#usedByWriter.delete(name)
  }
}

function nameOf({ orgId, userId }: Writer): string {
  return JSON.stringify([orgId, userId])
}
