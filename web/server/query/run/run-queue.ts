import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

export interface QueueLimits {
  readonly perConnection: number
  readonly perPerson: number
  readonly waiting: number
  /** The most runs that one person may have waiting, since all share the queue. */
  readonly waitingPerPerson: number
}

/** Limits set by a connection itself, under which its runs are counted separately. */
export type OwnLimits = { readonly [Name in keyof QueueLimits]?: QueueLimits[Name] | undefined }

/** Limits how many runs a connection and a person have at once; the others wait in order. */
export interface RunQueue {
  /**
   * Resolves with a function that gives the place back. onPlace: called with the position in the queue, from 1,
   * whenever it changes. Fails with `queue-full`, or with `query-cancelled` if the signal aborts first.
   */
  enter(
    connectionId: string,
    person: string,
    signal: AbortSignal,
    onPlace?: (place: number) => void,
    own?: OwnLimits,
  ): Promise<() => void>
}

interface Waiter {
  readonly connectionId: string
  /** The person; or, if the connection has its own limits, the person on that connection. */
  readonly person: string
  readonly perConnection: number
  readonly perPerson: number
  readonly admit: () => void
  readonly onPlace: ((place: number) => void) | undefined
  /** The last reported position. */
  place: number
}

export function createRunQueue(limits: QueueLimits): RunQueue {
  const runningByConnection = new Map<string, number>()
  const runningByPerson = new Map<string, number>()
  const waiters: Waiter[] = []

  const waiterLimits = ({ perConnection, perPerson }: OwnLimits) => ({
    perConnection: perConnection ?? limits.perConnection,
    perPerson: perPerson ?? limits.perPerson,
  })
  const hasPlace = ({
    connectionId,
    person,
    perConnection,
    perPerson,
  }: Pick<Waiter, 'connectionId' | 'person' | 'perConnection' | 'perPerson'>): boolean =>
    (runningByConnection.get(connectionId) ?? 0) < perConnection && (runningByPerson.get(person) ?? 0) < perPerson
  /** Admits runs in order of arrival, except that nobody waits behind a person who is at their own limit. */
  const admitNext = (): void => {
    let index = waiters.findIndex(hasPlace)
    while (index !== -1) {
      const [waiter] = waiters.splice(index, 1)
      waiter?.admit()
      index = waiters.findIndex(hasPlace)
    }
    tellPlaces()
  }
  /** Reports positions. A position counts the earlier waiters for the same connection or of the same person. */
  const tellPlaces = (): void => {
    const aheadByConnection = new Map<string, number>()
    const aheadByPerson = new Map<string, number>()
    const aheadByBoth = new Map<string, number>()
    for (const waiter of waiters) {
      const { connectionId, person } = waiter
      const both = JSON.stringify([connectionId, person])
      const ahead =
        (aheadByConnection.get(connectionId) ?? 0) + (aheadByPerson.get(person) ?? 0) - (aheadByBoth.get(both) ?? 0)
      add(aheadByConnection, connectionId, 1)
      add(aheadByPerson, person, 1)
      add(aheadByBoth, both, 1)
      if (waiter.place === ahead + 1) continue
      waiter.place = ahead + 1
      waiter.onPlace?.(waiter.place)
    }
  }
  const count = ({ connectionId, person }: Waiter, by: 1 | -1): void => {
    add(runningByConnection, connectionId, by)
    add(runningByPerson, person, by)
  }

  return {
    enter: (connectionId, somebody, signal, onPlace, own = {}) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(new TidemarkError('query-cancelled'))
          return
        }
        const person = own.perPerson === undefined ? somebody : JSON.stringify([somebody, connectionId])
        const here = waiters.filter((waiter) => waiter.connectionId === connectionId)
        const waiting = own.waiting === undefined ? waiters : here
        const ofPerson = (own.waitingPerPerson === undefined ? waiters : here).filter(
          (waiter) => waiter.person === person,
        ).length
        const refuse = (detail: string) => reject(new TidemarkError('queue-full', { detail, retryable: true }))
        const mayStart = hasPlace({ connectionId, person, ...waiterLimits(own) })
        if (waiting.length >= (own.waiting ?? limits.waiting) && !mayStart)
          return refuse(`${waiting.length} queries are waiting.`)
        if (ofPerson >= (own.waitingPerPerson ?? limits.waitingPerPerson) && !mayStart)
          return refuse(`${ofPerson} queries of yours are waiting.`)
        const leave = (): void => {
          waiters.splice(waiters.indexOf(waiter), 1)
          tellPlaces()
          reject(new TidemarkError('query-cancelled'))
        }
        const waiter: Waiter = {
          connectionId,
          person,
          ...waiterLimits(own),
          onPlace,
          place: 0,
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
