import { randomBytes } from 'node:crypto'
import { hashToUnit } from '@tidemark/shared/base/hash-to-unit'
import { headSampleRates, type SampleRates } from '@tidemark/shared/observability/sampling-rules'
import { beginRequestStore, getRequestStore, type RequestStore } from '../request-store'
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
 * the SDK would: most are never sent, and then nothing is made of them.
 */
export class RequestTrace {
  readonly rules: TracingRules
  readonly method: string
  readonly url: string
  /** Unix milliseconds. */
  readonly startedAt = Date.now()
  /** Who asks, once that is known. */
  asker: Asker | undefined
  /** Where it brings one. */
  profile: RunningProfile | undefined
  /** Whether it is known how it ended. */
  isEnded = false
  readonly #hasSpans: boolean
  /** null: it begins here. */
  #given: GivenTrace | null
  #isSenderAsked: boolean
  #decision: Decision
  /** Made when somebody asks, which of most requests nobody does. */
  #ids: TraceIds | undefined

  constructor(
    rules: TracingRules,
    { method, url, hasSpans, sentryTrace, baggage, isSenderAsked = false }: TracedRequest,
  ) {
    this.rules = rules
    this.method = method
    this.url = url
    this.#hasSpans = hasSpans
    this.#given = sentryTrace === undefined ? null : parseTrace(sentryTrace, baggage)
    this.#isSenderAsked = isSenderAsked
    this.#decision = decide(rules, url, hasSpans, this.#given)
  }

  /**
   * live: kept however it ends, and its spans are followed while it runs. late: its transaction is made at its end, of what was
   * measured, if its outcome keeps it. none: it is not sent.
   */
  get kind(): 'live' | 'late' | 'none' {
    return this.#decision.kind
  }

  /** The trace's one random number; undefined where its sender is of before there was one, and the SDK draws it. */
  get draw(): number | undefined {
    return this.#decision.draw
  }

  /** The rate of the decision that it is begun with. */
  get headRate(): number {
    return this.#decision.headRate
  }

  /** Whether it is kept however it ends. */
  get isSure(): boolean {
    return this.#decision.isSure
  }

  /** Where that was to be asked, says whether its sender may name its trace: else it begins its own. Only the first word counts. */
  settleSender(mayNameTrace: boolean): void {
    if (!this.#isSenderAsked) return
    this.#isSenderAsked = false
    if (mayNameTrace || this.#given === null) return
    this.#given = null
    this.#decision = decide(this.rules, this.url, this.#hasSpans, null)
  }

  /** Of its trace and of its own span in it. Whoever is not known to may name its trace by then does not. */
  get ids(): TraceIds {
    this.settleSender(false)
    if (this.#ids === undefined) {
      const [, traceId = hex(16), parentSpanId] = traceHeader.exec(this.#given?.header ?? '') ?? []
      this.#ids = { traceId, spanId: hex(8), parentSpanId }
    }
    return this.#ids
  }

  /** The headers that put the SDK into this trace: the sender's, or those of one that begins here. */
  get headers(): { readonly sentryTrace: string; readonly baggage: string | undefined } {
    const { traceId, spanId } = this.ids
    if (this.#given !== null) return { sentryTrace: this.#given.header, baggage: this.#given.baggage }
    const { draw, headRate } = this.#decision
    return {
      sentryTrace: `${traceId}-${spanId}`,
      baggage: `sentry-trace_id=${traceId},sentry-sample_rand=${draw},sentry-sample_rate=${headRate}${this.rules.head}`,
    }
  }
}

type Decision = Pick<RequestTrace, 'kind' | 'draw' | 'headRate' | 'isSure'>

function decide({ environment }: TracingRules, target: string, hasSpans: boolean, given: GivenTrace | null): Decision {
  const rates = headSampleRates({ environment, target, parentSampled: given?.isSampled })
  const draw = drawOf(given, hasSpans, rates)
  const isBegun = draw === undefined || draw < rates.larger
  const isSure = draw === undefined || draw < rates.smaller
  return { kind: !isBegun ? 'none' : isSure && hasSpans ? 'live' : 'late', draw, headRate: rates.larger, isSure }
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
  readonly baggage: string | undefined
  readonly isSampled: boolean | undefined
}

const traceHeader = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-[01])?$/

/** Looks no closer than a decision needs: that its ids are some is seen where somebody asks for them. */
function parseTrace(header: string, baggage: string | undefined): GivenTrace | null {
  const [length, flag] = [header.length, header[50]]
  if (header[32] !== '-' || (length !== 49 && length !== 51)) return null
  if (flag === undefined) return { header, baggage, isSampled: undefined }
  return header[49] === '-' && (flag === '0' || flag === '1') ? { header, baggage, isSampled: flag === '1' } : null
}

/** The trace's random number, or any where none would keep it. */
function drawOf(given: GivenTrace | null, hasSpans: boolean, { larger }: SampleRates): number | undefined {
  if (given === null || larger === 0) return Math.random()
  const draw = given.baggage === undefined ? undefined : drawIn(given.baggage)
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
