import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

export interface QueueLimits {
  readonly perConnection: number
  readonly perPerson: number
  readonly waiting: number
}

/** Lets only so many runs at once onto a connection and from a person; the others wait in order. */
export interface RunQueue {
  /**
   * Resolves with how to give the place back. Fails with `queue-full`, or `query-cancelled` when the signal aborts first.
   */
  enter(connectionId: string, person: string, signal: AbortSignal): Promise<() => void>
}

interface Waiter {
  readonly connectionId: string
  readonly person: string
  readonly admit: () => void
}

export function createRunQueue(limits: QueueLimits): RunQueue {
  const runningByConnection = new Map<string, number>()
  const runningByPerson = new Map<string, number>()
  const waiters: Waiter[] = []

  const hasPlace = ({ connectionId, person }: Waiter): boolean =>
    (runningByConnection.get(connectionId) ?? 0) < limits.perConnection &&
    (runningByPerson.get(person) ?? 0) < limits.perPerson
  /** First come, first served, but nobody waits behind a person who is at their own limit. */
  const admitNext = (): void => {
    let index = waiters.findIndex(hasPlace)
    while (index !== -1) {
      const [waiter] = waiters.splice(index, 1)
      waiter?.admit()
      index = waiters.findIndex(hasPlace)
    }
  }
  const count = ({ connectionId, person }: Waiter, by: 1 | -1): void => {
    add(runningByConnection, connectionId, by)
    add(runningByPerson, person, by)
  }

  return {
    enter: (connectionId, person, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(new TidemarkError('query-cancelled'))
          return
        }
        if (waiters.length >= limits.waiting) {
          reject(new TidemarkError('queue-full', { detail: `${waiters.length} queries are waiting.`, retryable: true }))
          return
        }
        const leave = (): void => {
          waiters.splice(waiters.indexOf(waiter), 1)
          reject(new TidemarkError('query-cancelled'))
        }
        const waiter: Waiter = {
          connectionId,
          person,
          admit: () => {
            signal.removeEventListener('abort', leave)
            count(waiter, 1)
            let isReleased = false
            resolve(() => {
              if (isReleased) return
              isReleased = true
              count(waiter, -1)
              admitNext()
            })
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiters.push(waiter)
        admitNext()
      }),
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
