import { randomBytes } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { hashToUnit } from '@tidemark/shared/base/hash-to-unit'
import { headSampleRate, sureSampleRate, type RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import { getRequestStore, withRequestStore } from '../request-store'

/** What of a request its trace is made of. url: path and query, as in Node's request. */
export interface TracedRequest {
  readonly environment: string
  /** What the head of a trace that begins here says besides, as baggage. */
  readonly head: string
  readonly method: string
  readonly url: string
  /** Whether whoever answers makes spans of its parts. */
  readonly hasSpans: boolean
  /** Of those without spans that are kept however they end, the share to profile. */
  readonly profiledShare: number
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
  readonly request: TracedRequest
  readonly traceId: string
  readonly spanId: string
  /** The headers that put the SDK into this trace: the sender's, or those of one that begins here. */
  readonly headers: { readonly sentryTrace: string; readonly baggage: string | undefined }
  /** The trace's one random number; undefined where its sender is of before there was one, and the SDK draws it. */
  readonly draw: number | undefined
  /** The rate of the decision that it is begun with. */
  readonly headRate: number
  /** The span of the sender that it is a part of; absent where the trace begins here. */
  readonly parentSpanId: string | undefined
  /** Whether it is kept however it ends and brings a profile. */
  readonly isProfiled: boolean
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Who asks, once that is known. */
  actor: Actor | undefined
  /** To be told how it ended, where that decides. */
  noteOutcome: ((outcome: RequestOutcome) => void) | undefined
}

/** Decides about a request with the one draw that its trace has, by the same rates as the SDK would. */
export function drawRequest(request: TracedRequest): RequestTrace {
  const { environment, url: target, hasSpans, profiledShare } = request
  const given = request.sentryTrace === undefined ? null : parseTrace(request.sentryTrace, request.baggage)
  const situation = { environment, target, parentSampled: given?.isSampled }
  const headRate = headSampleRate(situation)
  // Without a number of the trace's own, the SDK draws one that fits what the sender decided.
  if (given !== null && given.draw === undefined && hasSpans)
    return new DrawnRequest('live', request, { given, draw: undefined, headRate })
  const draw = given === null ? Math.random() : (given.draw ?? hashToUnit(given.traceId))
  if (!(draw < headRate)) return new DrawnRequest('none', request, { given, draw, headRate })
  const isSure = draw < sureSampleRate(situation)
  const isProfiled = isSure && !hasSpans && Math.random() < profiledShare
  return new DrawnRequest(isSure && hasSpans ? 'live' : 'late', request, { given, draw, headRate, isProfiled })
}

interface Draw {
  readonly given: GivenTrace | null
  readonly draw: number | undefined
  readonly headRate: number
  readonly isProfiled?: boolean
}

/** Most requests are never sent, and nobody asks for their ids: they are made when somebody does. */
class DrawnRequest implements RequestTrace {
  readonly kind: RequestTrace['kind']
  readonly request: TracedRequest
  readonly draw: number | undefined
  readonly headRate: number
  readonly isProfiled: boolean
  readonly startedAt = Date.now()
  actor: Actor | undefined = undefined
  noteOutcome: ((outcome: RequestOutcome) => void) | undefined = undefined
  readonly #given: GivenTrace | null
  #traceId: string | undefined
  #spanId: string | undefined

  constructor(kind: RequestTrace['kind'], request: TracedRequest, { given, draw, headRate, isProfiled = false }: Draw) {
    this.kind = kind
    this.request = request
    this.draw = draw
    this.headRate = headRate
    this.isProfiled = isProfiled
    this.#given = given
  }

  get traceId(): string {
    return (this.#traceId ??= this.#given?.traceId ?? hex(16))
  }

  get spanId(): string {
    return (this.#spanId ??= hex(8))
  }

  get parentSpanId(): string | undefined {
    return this.#given?.spanId
  }

  get headers(): RequestTrace['headers'] {
    if (this.#given !== null) return { sentryTrace: this.#given.header, baggage: this.request.baggage }
    const sampling = `sentry-sample_rand=${this.draw},sentry-sample_rate=${this.headRate}`
    return {
      sentryTrace: `${this.traceId}-${this.spanId}`,
      baggage: `sentry-trace_id=${this.traceId},${sampling}${this.request.head}`,
    }
  }
}

/** Runs what answers a request; whatever it calls finds the request's trace. */
export function withRequestTrace(trace: RequestTrace, answer: () => void): void {
  withRequestStore({ trace }, answer)
}

export function getRequestTrace(): RequestTrace | undefined {
  return getRequestStore()?.trace
}

interface GivenTrace {
  readonly header: string
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean | undefined
  readonly draw: number | undefined
}

function parseTrace(header: string, baggage: string | undefined): GivenTrace | null {
  const [, traceId, spanId, flag] = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-([01]))?$/.exec(header.trim()) ?? []
  if (traceId === undefined || spanId === undefined) return null
  const text = /(?:^|[,\s])sentry-sample_rand=([\d.]+)/.exec(baggage ?? '')?.[1]
  const draw = text === undefined ? undefined : Number(text)
  return { header, traceId, spanId, isSampled: flag === undefined ? undefined : flag === '1', draw }
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
