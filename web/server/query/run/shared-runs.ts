import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { orAborted } from '@/server/base/abort-signals'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import type { RunPlan } from '../plan/plan-run'
import type { AnswerCache, StoredAnswer } from './answer-cache'
import type { RunQueue } from './run-queue'

export interface Execution {
  readonly answer: StoredAnswer
  readonly queueMs: number
  /** True if the same run was already in progress for another caller. */
  readonly isShared: boolean
}

/**
 * Runs plans. Plans with the same key that run at the same time share a run, which stops when its last caller leaves.
 */
export interface SharedRuns {
  /**
   * Runs a plan. onPlace: called with the position in the queue while the run waits. Fails with the error of the engine
   * or database, `query-timed-out`, `queue-full`, or `query-cancelled` if the signal aborts.
   */
  execute(plan: RunPlan, person: string, signal: AbortSignal, onPlace?: (place: number) => void): Promise<Execution>
}

export interface SharedRunsOptions {
  /** Sends a plan's query to its engine or database. */
  readonly run: (plan: RunPlan, signal: AbortSignal) => Promise<EngineResult>
  readonly queue: RunQueue
  readonly cache: AnswerCache
  /** The default time limit, unless the connection sets another. */
  readonly timeoutMs: number
}

interface Flight {
  readonly outcome: Promise<Omit<Execution, 'isShared'>>
  readonly controller: AbortController
  consumerCount: number
  readonly line: {
    /** The position in the queue; 0 if it is not waiting. */
    place: number
    readonly listeners: Set<(place: number) => void>
  }
}

export function createSharedRuns({ run, queue, cache, timeoutMs: usualTimeoutMs }: SharedRunsOptions): SharedRuns {
  const flightsByKey = new Map<string, Flight>()

  const fly = async (
    plan: RunPlan,
    person: string,
    controller: AbortController,
    onPlace: (place: number) => void,
  ): Promise<Omit<Execution, 'isShared'>> => {
    const { signal } = controller
    const enteredAt = performance.now()
    const { running, runningPerPerson, waiting, waitingPerPerson, seconds } = plan.connection?.limits ?? {}
    const timeoutMs = seconds === undefined ? usualTimeoutMs : seconds * 1000
    const leave = await queue.enter(queueOf(plan), person, signal, onPlace, {
      perConnection: running,
      perPerson: runningPerPerson,
      waiting,
      waitingPerPerson,
    })
    onPlace(0)
    const queueMs = performance.now() - enteredAt
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = !signal.aborted
      controller.abort()
    }, timeoutMs).unref()
    try {
      const at = Date.now()
      const answer = { result: await run(plan, signal), at }
      cache.set(plan.key, answer)
      return { answer, queueMs }
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.code === 'query-cancelled' && isTimedOut) {
        throw new TidemarkError('query-timed-out', {
          detail: `It was stopped after ${Math.round(timeoutMs / 1000)} s.`,
        })
      }
      throw error
    } finally {
      clearTimeout(timer)
      leave()
    }
  }

  const start = (plan: RunPlan, person: string): Flight => {
    const controller = new AbortController()
    const line: Flight['line'] = { place: 0, listeners: new Set() }
    const outcome = fly(plan, person, controller, (place) => {
      line.place = place
      if (place > 0) for (const listener of line.listeners) listener(place)
    })
    const flight: Flight = { outcome, controller, consumerCount: 0, line }
    flightsByKey.set(plan.key, flight)
    const land = () => {
      if (flightsByKey.get(plan.key) === flight) flightsByKey.delete(plan.key)
    }
    flight.outcome.then(land, land)
    return flight
  }

  return {
    execute: async (plan, person, signal, onPlace) => {
      if (signal.aborted) throw new TidemarkError('query-cancelled')
      const known = flightsByKey.get(plan.key)
      const flight = known ?? start(plan, person)
      flight.consumerCount += 1
      if (onPlace !== undefined) {
        flight.line.listeners.add(onPlace)
        if (flight.line.place > 0) onPlace(flight.line.place)
      }
      try {
        const outcome = await orAborted(flight.outcome, signal, () => new TidemarkError('query-cancelled'))
        return { isShared: known !== undefined, ...outcome }
      } finally {
        if (onPlace) flight.line.listeners.delete(onPlace)
        flight.consumerCount -= 1
        if (flight.consumerCount === 0 && flightsByKey.get(plan.key) === flight) {
          // The run is still in progress; remove it, so that nobody joins a run that is being stopped.
          flightsByKey.delete(plan.key)
          flight.controller.abort()
        }
      }
    },
  }
}

/**
 * Returns the key of a run's queue. It includes the workspace: connection ids are chosen per workspace, and each has an
 * engine of its own.
 */
export function queueOf({ orgId, connectionId }: RunPlan): string {
  return `${orgId}/${connectionId}`
}
