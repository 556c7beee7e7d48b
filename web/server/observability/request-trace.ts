import { randomBytes } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { hashToUnit } from '@tidemark/shared/base/hash-to-unit'
import { headSampleRates, type SampleRates } from '@tidemark/shared/observability/sampling-rules'
import { beginRequestStore, getRequestStore, type RequestStore } from '../request-store'
import type { RunningProfile } from './request-profiler'

/** What is the same of all requests that a process answers. */
export interface TracingRules {
  readonly environment: string
  /** What the head of a trace that begins here says besides, as baggage. */
  readonly head: string
}

/** What of a request its trace is made of. url: path and query, as in Node's request. */
export interface TracedRequest {
  readonly method: string
  readonly url: string
  /** Whether whoever answers makes spans of its parts. */
  readonly hasSpans: boolean
  /** The headers of a sender who may say which trace this belongs to; absent: it begins its own. */
  readonly sentryTrace?: string | undefined
  readonly baggage?: string | undefined
}

/**
 * One request's place in a trace, decided before it is answered: most are never sent, and then nothing is made of them.
 *
 * live: kept however it ends, and its spans are followed while it runs. late: its transaction is made at its end, of what was
 * measured, if its outcome keeps it. none: it is not sent.
 */
export interface RequestTrace {
  readonly kind: 'live' | 'late' | 'none'
  readonly rules: TracingRules
  readonly request: TracedRequest
  /** What its sender says of it; null where it begins here. */
  readonly given: GivenTrace | null
  /** The trace's one random number; undefined where its sender is of before there was one, and the SDK draws it. */
  readonly draw: number | undefined
  /** The rate of the decision that it is begun with. */
  readonly headRate: number
  /** Whether it is kept however it ends. */
  readonly isSure: boolean
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Who asks, once that is known. */
  actor: Actor | undefined
  /** Where it brings one. */
  profile: RunningProfile | undefined
  /** Whether it is known how it ended. */
  isEnded: boolean
  /** Made when somebody asks, which of most requests nobody does. */
  ids: TraceIds | undefined
}

export interface TraceIds {
  readonly traceId: string
  readonly spanId: string
  /** The span of the sender that it is a part of; absent where the trace begins here. */
  readonly parentSpanId: string | undefined
}

/** Decides about a request with the one draw that its trace has, by the same rates as the SDK would. */
export function drawRequest(rules: TracingRules, request: TracedRequest): RequestTrace {
  const { url: target, hasSpans, sentryTrace } = request
  const given = sentryTrace === undefined ? null : parseTrace(sentryTrace)
  const rates = headSampleRates({ environment: rules.environment, target, parentSampled: given?.isSampled })
  const draw = drawOf(request, given, rates)
  const isBegun = draw === undefined || draw < rates.larger
  const isSure = draw === undefined || draw < rates.smaller
  return {
    kind: !isBegun ? 'none' : isSure && hasSpans ? 'live' : 'late',
    rules,
    request,
    given,
    draw,
    headRate: rates.larger,
    isSure,
    startedAt: Date.now(),
    actor: undefined,
    profile: undefined,
    isEnded: false,
    ids: undefined,
  }
}

/** The ids of a request's trace and of its own span in it. */
export function traceIdsOf(trace: RequestTrace): TraceIds {
  if (trace.ids !== undefined) return trace.ids
  const [, traceId = hex(16), parentSpanId] = traceHeader.exec(trace.given?.header ?? '') ?? []
  trace.ids = { traceId, spanId: hex(8), parentSpanId }
  return trace.ids
}

/** The headers that put the SDK into this trace: the sender's, or those of one that begins here. */
export function traceHeadersOf(trace: RequestTrace): {
  readonly sentryTrace: string
  readonly baggage: string | undefined
} {
  const { given, request, rules, draw, headRate } = trace
  if (given !== null) return { sentryTrace: given.header, baggage: request.baggage }
  const { traceId, spanId } = traceIdsOf(trace)
  return {
    sentryTrace: `${traceId}-${spanId}`,
    baggage: `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=${headRate}${rules.head}`,
  }
}

/** Runs what answers a request; whatever it calls finds the request's trace, and what else is known of the request. */
export function beginRequestTrace(trace: RequestTrace, admission: RequestStore['admission'], answer: () => void): void {
  beginRequestStore({ trace, admission }, answer)
}

export function getRequestTrace(): RequestTrace | undefined {
  return getRequestStore()?.trace
}

/** What a sender says of the trace; its ids are read from the header when somebody asks. */
interface GivenTrace {
  readonly header: string
  readonly isSampled: boolean | undefined
}

const traceHeader = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-[01])?$/

/** Looks no closer than a decision needs: that its ids are some is seen where somebody asks for them. */
function parseTrace(header: string): GivenTrace | null {
  const [length, flag] = [header.length, header[50]]
  if (header[32] !== '-' || (length !== 49 && length !== 51)) return null
  if (flag === undefined) return { header, isSampled: undefined }
  return header[49] === '-' && (flag === '0' || flag === '1') ? { header, isSampled: flag === '1' } : null
}

/** The trace's random number, or any where none would keep it. */
function drawOf(request: TracedRequest, given: GivenTrace | null, { larger }: SampleRates): number | undefined {
  const { baggage, hasSpans } = request
  if (given === null || larger === 0) return Math.random()
  const draw = baggage === undefined ? undefined : drawIn(baggage)
  // Without a number of the trace's own, the SDK draws one that fits what the sender decided.
  return draw ?? (hasSpans ? undefined : hashToUnit(given.header.slice(0, 32)))
}

const drawEntry = /(?:^|[,\s])sentry-sample_rand=([\d.]+)/

/** Not a number where it is none, which is below no rate. */
function drawIn(baggage: string): number | undefined {
  const text = drawEntry.exec(baggage)?.[1]
  return text === undefined ? undefined : Number(text)
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
