import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** The bytes of JSON that one person may send within a minute, all their requests together. */
export const defaultTextBytesPerMinute = 64 * 1024 * 1024

export interface TextBudget {
  /** Counts a body. Fails with `too-many-requests` once the person's budget is used up; it refills continuously. */
  spend(userId: string, bytes: number): void
}

interface Used {
  readonly bytes: number
  readonly at: number
}

const minuteMs = 60_000
const maxKept = 10_000

/** Creates the budget of all persons on this server. Each process counts by itself. clock: milliseconds. */
export function createTextBudget(bytesPerMinute: number, clock: () => number): TextBudget {
  const usedByPerson = new Map<string, Used>()
  const remaining = ({ bytes, at }: Used) => Math.max(0, bytes - ((clock() - at) / minuteMs) * bytesPerMinute)
  return {
    spend: (userId, bytes) => {
      const before = usedByPerson.get(userId)
      const used = before === undefined ? 0 : remaining(before)
      if (used >= bytesPerMinute)
        throw new TidemarkError('too-many-requests', {
          detail: `Your requests had more text within a minute: the limit is ${bytesPerMinute} bytes.`,
          retryable: true,
        })
      usedByPerson.set(userId, { bytes: used + bytes, at: clock() })
      if (usedByPerson.size > maxKept)
        for (const [id, kept] of usedByPerson) if (remaining(kept) === 0) usedByPerson.delete(id)
    },
  }
}
