import { randomUUID } from 'node:crypto'
import { createEventEnvelope, getSpanStatusFromHttpCode, type TransactionEvent } from '@sentry/core'
import { ratedPathOf } from '@tidemark/shared/observability/sampling-rules'
import type { ReportEnvelope } from '@tidemark/shared/observability/scrub-envelope'
import { outcomeAttributes } from '@tidemark/shared/observability/tail-thinning'
import type { EndedRequest } from './ended-request'
import { profileOf } from './ended-profile'
import type { ReportingProcess } from './report-sender-messages'

/** What the SDK would send of a request's one span and its profile, with nothing but what was measured of it. */
export function envelopeOf(request: EndedRequest, process: ReportingProcess): ReportEnvelope {
  const transaction = transactionOf(request, process)
  const [header, items] = createEventEnvelope(
    transaction,
    undefined,
    process.sdk === undefined ? {} : { sdk: process.sdk },
  )
  const profile = profileOf(request, transaction, process)
  return [header, profile === undefined ? items : [...items, [{ type: 'profile' }, profile]]]
}

function transactionOf(request: EndedRequest, { environment, release, contexts }: ReportingProcess): TransactionEvent {
  const { method, url, traceId, spanId, parentSpanId, startedAt, context } = request
  const { status, durationMs } = request.outcome
  const head = headOf(request)
  return {
    type: 'transaction',
    event_id: randomUUID().replaceAll('-', ''),
    platform: 'node',
    environment,
    release,
    transaction: `${method} ${url.replace(/\?.*$/s, '')}`,
    transaction_info: { source: 'url' },
    start_timestamp: startedAt / 1000,
    timestamp: (startedAt + durationMs) / 1000,
    spans: [],
    contexts: {
      ...contexts,
      ...context,
      trace: {
        trace_id: traceId,
        span_id: spanId,
        ...(parentSpanId === undefined ? {} : { parent_span_id: parentSpanId }),
        op: 'http.server',
        origin: 'manual',
        status: statusOf(status),
        data: {
          'http.method': method,
          'http.target': url,
          'sentry.op': 'http.server',
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

/** The SDK's word for a status. */
function statusOf(status: number): string {
  const { code, message } = getSpanStatusFromHttpCode(status)
  return code === 1 ? 'ok' : (message ?? 'unknown_error')
}

/** The head of the trace: its sender's where it has one, with the rate of whoever decided. What of it may leave is not decided here. */
function headOf({ baggage, traceId, url, headRate, rate }: EndedRequest): Record<string, string> {
  const given = (baggage ?? '').split(',').flatMap((part) => {
    const [, key, value] = /^\s*sentry-(\w+)=([^;\s]*)/.exec(part) ?? []
    return key === undefined || value === undefined ? [] : [[key, decoded(value)] as const]
  })
  const head: Record<string, string> = { ...Object.fromEntries(given), trace_id: traceId }
  // Decided by the sender, at the sender's rate.
  const isPassedOn = headRate === 1 && ratedPathOf(url) === undefined && head['sample_rate'] !== undefined
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
