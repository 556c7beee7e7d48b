import { effectiveSampleRate, ratedPathOf, type RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import type { SessionContext } from '@tidemark/shared/observability/session-context'
import type { RequestTrace, TraceIds } from './request-trace'
import type { TakenProfile } from './request-profiler'

/** A request that has ended and is kept: what its transaction is made of, as data that another thread can be given. */
export interface EndedRequest extends TraceIds {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** What the head of its trace says, as baggage. */
  readonly baggage: string | undefined
  /** Unix milliseconds. */
  readonly startedAt: number
  readonly outcome: RequestOutcome
  /** The rate it was kept at, and the one its trace was begun with. */
  readonly rate: number
  readonly headRate: number
  readonly context: SessionContext
  readonly profile: TakenProfile | undefined
}

/** The rate at which a request that ended like this is kept; null where it is not. */
export function keptRateOf(trace: RequestTrace, outcome: RequestOutcome): number | null {
  if (trace.kind === 'none') return null
  const { rules, request, draw, headRate } = trace
  const path = ratedPathOf(request.url)
  const rate = path === undefined ? undefined : effectiveSampleRate(rules.environment, path, outcome)
  return draw !== undefined && draw < (rate ?? headRate) ? (rate ?? headRate) : null
}

export function endedRequestOf(
  trace: RequestTrace,
  how: Pick<EndedRequest, 'startedAt' | 'outcome' | 'rate' | 'context' | 'profile'>,
): EndedRequest {
  const { ids, headers, headRate } = trace
  const { method, url } = trace.request
  return { ...ids, method, url, baggage: headers.baggage, headRate, ...how }
}
