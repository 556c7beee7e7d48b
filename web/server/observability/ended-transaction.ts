import { outcomeAttributes } from '@tidemark/shared/observability/tail-thinning'
import type { ContextSources } from '@tidemark/shared/observability/session-context'
import { effectiveSampleRate, ratedPathOf, type RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import type { RequestTrace, TracedRequest } from './request-trace'

/** The rate at which a request that ended like this is kept; null where it is not. */
export function keptRateOf({ request, draw, headRate }: RequestTrace, outcome: RequestOutcome): number | null {
  const path = ratedPathOf(request.url)
  const rate = path === undefined ? undefined : effectiveSampleRate(request.environment, path, outcome)
  return draw !== undefined && draw < (rate ?? headRate) ? (rate ?? headRate) : null
}

/**
 * The transaction of a request that has ended, of what was measured, as the SDK would make it of a span:
 * without spans, scopes and contexts of OpenTelemetry while it runs.
 *
 * rate: the one it was kept at. statusOf: the SDK's word for a status.
 */
export function endedTransaction(
  trace: RequestTrace,
  { status, durationMs }: RequestOutcome,
  { rate, sources, statusOf }: EndedOptions,
) {
  const { request, traceId, spanId, parentSpanId, startedAt } = trace
  const head = headOf(trace, rate)
  const sections = Object.entries(sources).flatMap(([section, read]) => {
    const values = read()
    return values === undefined ? [] : [[section, { ...values }] as const]
  })
  return {
    type: 'transaction' as const,
    transaction: nameOf(request),
    transaction_info: { source: 'url' as const },
    start_timestamp: startedAt / 1000,
    timestamp: (startedAt + durationMs) / 1000,
    spans: [],
    contexts: {
      ...Object.fromEntries(sections),
      trace: {
        trace_id: traceId,
        span_id: spanId,
        ...(parentSpanId === undefined ? {} : { parent_span_id: parentSpanId }),
        op: requestOp,
        origin: 'manual' as const,
        status: statusOf(status),
        data: {
          ...attributesOfRequest(request),
          'sentry.op': requestOp,
          'sentry.origin': 'manual',
          'sentry.source': 'url',
          'sentry.sample_rate': Number(head['sample_rate']),
          'http.response.status_code': status,
          [outcomeAttributes.status]: status,
          [outcomeAttributes.durationMs]: durationMs,
        },
      },
    },
    sdkProcessingMetadata: { dynamicSamplingContext: head },
  }
}

interface EndedOptions {
  readonly rate: number
  readonly sources: ContextSources
  readonly statusOf: (status: number) => string
}

export const requestOp = 'http.server'

export function nameOf({ method, url }: TracedRequest): string {
  return `${method} ${url.replace(/\?.*$/s, '')}`
}

export function attributesOfRequest({ method, url }: TracedRequest) {
  return { 'http.method': method, 'http.target': url }
}

/** The head of the trace: its sender's where it has one, with the rate of whoever decided. What of it may leave is not decided here. */
function headOf({ headers, traceId, request, headRate }: RequestTrace, rate: number): Record<string, string> {
  const given = (headers.baggage ?? '').split(',').flatMap((part) => {
    const [, key, value] = /^\s*sentry-(\w+)=([^;\s]*)/.exec(part) ?? []
    return key === undefined || value === undefined ? [] : [[key, decoded(value)] as const]
  })
  const head: Record<string, string> = { ...Object.fromEntries(given), trace_id: traceId }
  // Decided by the sender, at the sender's rate.
  const isPassedOn = headRate === 1 && ratedPathOf(request.url) === undefined && head['sample_rate'] !== undefined
  return isPassedOn ? head : { ...head, sample_rate: String(rate) }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Not encoded as it should be: as it stands it does no harm.
    return value
  }
}
