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

/** One that has ended and is kept, before anything is made of it. */
export interface KeptRequest extends Pick<EndedRequest, 'startedAt' | 'outcome' | 'rate' | 'profile'> {
  readonly trace: RequestTrace
}

/** The rate at which a request that ended like this is kept; null where it is not. */
export function keptRateOf(trace: RequestTrace, outcome: RequestOutcome): number | null {
  if (trace.kind === 'none') return null
  const { rules, request, draw, headRate } = trace
  const path = ratedPathOf(request.url)
  const rate = path === undefined ? undefined : effectiveSampleRate(rules.environment, path, outcome)
  return draw !== undefined && draw < (rate ?? headRate) ? (rate ?? headRate) : null
}

export function endedRequestOf(kept: KeptRequest, context: SessionContext): EndedRequest {
  const { trace, startedAt, outcome, rate, profile } = kept
  const { ids, headers, headRate } = trace
  const { traceId, spanId, parentSpanId } = ids
  const { method, url } = trace.request
  // Each by its name: what is spread and added to has a shape of its own each time.
  return {
    traceId,
    spanId,
    parentSpanId,
    method,
    url,
    baggage: headers.baggage,
    startedAt,
    outcome,
    rate,
    headRate,
    context,
    profile,
  }
}
