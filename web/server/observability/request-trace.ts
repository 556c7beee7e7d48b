import { randomUUID } from 'node:crypto'
import { hashToUnit } from '@tidemark/shared/base/hash-to-unit'
import { headSampleRates } from '@tidemark/shared/observability/sampling-rules'
import { beginRequestStore, getRequestStore, type RequestStore } from '../http/request-store'
import type { Asker } from './asker'
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
  /** Whether it is still to be seen if that sender may. Until it is settled, what is decided is only likely. */
  readonly isSenderAsked?: boolean
}

export interface TraceIds {
  readonly traceId: string
  readonly spanId: string
  /** The span of the sender that it is a part of; absent where the trace begins here. */
  readonly parentSpanId: string | undefined
}

/**
 * One request's place in a trace, decided before it is answered, with the one draw that its trace has and by the same rates as
 * the SDK would: most are never sent, and then nothing is made of them. Each request pays for what stands in the constructor,
 * by more than it looks like: between two requests the processor's caches forget it.
 */
export class RequestTrace {
  readonly rules: TracingRules
  readonly request: TracedRequest
  /** Who asks, once that is known. */
  asker: Asker | undefined = undefined
  /** Where it brings one. */
  profile: RunningProfile | undefined = undefined
  /** Whether it is known how it ended. */
  isEnded = false
  /**
   * live: kept however it ends, and its spans are followed while it runs. late: its transaction is made at its end, of what was
   * measured, if its outcome keeps it. none: it is not sent.
   */
  kind: 'live' | 'late' | 'none' = 'none'
  /** The trace's one random number; undefined where its sender is of before there was one, and the SDK draws it. */
  draw: number | undefined = undefined
  /** The rate of the decision that it is begun with. */
  headRate = 0
  /** Whether it is kept however it ends. */
  isSure = false
  /** Whether it goes on with its sender's trace; else it begins one here. */
  isGiven: boolean
  /** Whether it is still to be said if its sender may name its trace. */
  isSenderAsked: boolean
  /** Made when somebody asks, which of most requests nobody does. */
  #ids: TraceIds | undefined = undefined

  constructor(rules: TracingRules, request: TracedRequest) {
    this.rules = rules
    this.request = request
    this.isGiven = isTrace(request.sentryTrace)
    this.isSenderAsked = request.isSenderAsked ?? false
    decide(this)
  }

  /** Where that was to be asked, says whether its sender may name its trace: else it begins its own. Only the first word counts. */
  settleSender(mayNameTrace: boolean): void {
    if (!this.isSenderAsked) return
    this.isSenderAsked = false
    if (mayNameTrace || !this.isGiven) return
    this.isGiven = false
    decide(this)
  }

  /** Of its trace and of its own span in it. Whoever is not known to may name its trace by then does not. */
  get ids(): TraceIds {
    this.settleSender(false)
    if (this.#ids === undefined) {
      const given = this.isGiven ? this.request.sentryTrace : undefined
      const [, traceId = hexOf(randomUUID()), parentSpanId] = traceHeader.exec(given ?? '') ?? []
      this.#ids = { traceId, spanId: spanIdOf(randomUUID()), parentSpanId }
    }
    return this.#ids
  }

  /** The headers that put the SDK into this trace: the sender's, or those of one that begins here. */
  get headers(): { readonly sentryTrace: string; readonly baggage: string | undefined } {
    const { traceId, spanId } = this.ids
    const { sentryTrace, baggage } = this.request
    if (this.isGiven && sentryTrace !== undefined) return { sentryTrace, baggage }
    return {
      sentryTrace: `${traceId}-${spanId}`,
      baggage: `sentry-trace_id=${traceId},sentry-sample_rand=${this.draw},sentry-sample_rate=${this.headRate}${this.rules.head}`,
    }
  }
}

/** No method of its own: V8 marks each object whose class has a private one. */
function decide(trace: RequestTrace): void {
  const { url, hasSpans, sentryTrace = '', baggage } = trace.request
  const parentSampled = trace.isGiven ? flagOf(sentryTrace) : undefined
  const { larger, smaller } = headSampleRates({ environment: trace.rules.environment, target: url, parentSampled })
  trace.headRate = larger
  trace.kind = 'none'
  trace.isSure = false
  // Its number is of no use then, unless it goes on from here.
  if (larger === 0 && trace.isGiven) return
  // Without a number of the trace's own, the SDK draws one that fits what the sender decided.
  const draw = trace.isGiven
    ? (drawIn(baggage) ?? (hasSpans ? undefined : hashToUnit(sentryTrace.slice(0, 32))))
    : Math.random()
  trace.draw = draw
  if (draw !== undefined && !(draw < larger)) return
  trace.isSure = draw === undefined || draw < smaller
  trace.kind = trace.isSure && hasSpans ? 'live' : 'late'
}

/** Runs what answers a request; whatever it calls finds the request's trace, and what else is known of the request. */
export function beginRequestTrace<Arg>(
  trace: RequestTrace,
  admission: RequestStore['admission'],
  answer: (arg: Arg) => void,
  arg: Arg,
): void {
  beginRequestStore({ trace, admission }, answer, arg)
}

export function getRequestTrace(): RequestTrace | undefined {
  return getRequestStore()?.trace
}

const traceHeader = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-[01])?$/
const [dash, zero, one] = [0x2d, 0x30, 0x31]

/** Looks no closer than a decision needs: that its ids are some is seen where somebody asks for them. */
function isTrace(header: string | undefined): boolean {
  if (header === undefined || header.charCodeAt(32) !== dash) return false
  if (header.length === 49) return true
  const flag = header.charCodeAt(50)
  return header.length === 51 && header.charCodeAt(49) === dash && (flag === zero || flag === one)
}

/** Whether its sender keeps the trace; undefined where that is left open. */
function flagOf(header: string): boolean | undefined {
  return header.length === 49 ? undefined : header.charCodeAt(50) === one
}

const drawKey = 'sentry-sample_rand='
const drawEntry = /(?:^|[,\s])sentry-sample_rand=([\d.]+)/

/** The trace's random number, where it is named; not a number where it is none, which is below no rate. */
function drawIn(baggage: string | undefined): number | undefined {
  if (baggage === undefined) return undefined
  // As SDKs write it: to look for a pattern takes as long as all else that is decided.
  const at = baggage.indexOf(drawKey)
  if (at === -1) return undefined
  const from = at + drawKey.length
  const end = baggage.indexOf(',', from)
  const draw = Number(baggage.slice(from, end === -1 ? baggage.length : end))
  if (draw > 0 && (at === 0 || baggage[at - 1] === ',')) return draw
  const text = drawEntry.exec(baggage)?.[1]
  return text === undefined ? undefined : Number(text)
}

function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '')
}

/** Of its random digits alone. */
function spanIdOf(uuid: string): string {
  return uuid.slice(0, 8) + uuid.slice(-8)
}
