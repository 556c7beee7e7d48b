import { hashToUnit } from '../base/hash-to-unit'
import { effectiveSampleRate, ratedPathOf, routeRates, type RatedPath } from './sampling-rules'

/** The attributes of a root span with the outcome of its request. */
export const outcomeAttributes = {
  status: 'tidemark.outcome.status',
  durationMs: 'tidemark.outcome.ms',
} as const

/** The header of a trace, sent with each of its transactions. */
export type SamplingHead = Readonly<Record<string, string | undefined>>

/** The facts known when a transaction ends. Times are in seconds. */
export interface EndedTransaction {
  readonly traceId: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly startTimestamp?: number | undefined
  readonly timestamp?: number | undefined
  readonly head: SamplingHead | undefined
}

export type ThinningVerdict =
  | { readonly kind: 'drop' }
  /** head: a copy with the rate that was applied in the end, so that counts extrapolate correctly. */
  | { readonly kind: 'keep'; readonly head: SamplingHead | undefined }

/**
 * Decides at its end whether to keep a transaction: compares its trace's random number with the rate for its outcome.
 * All transactions of a trace compare the same number, so they agree. The number was already below the larger rate, so
 * the final probability is exactly the table's.
 */
export function thinTrace(environment: string, transaction: EndedTransaction): ThinningVerdict {
  const { attributes, head } = transaction
  const path = ratedPathOf(targetOf(attributes))
  if (path === undefined) return { kind: 'keep', head }
  const effective = effectiveSampleRate(environment, path, outcomeOf(transaction))
  if (effective === undefined) return { kind: 'keep', head }
  if (drawOf(transaction, path) >= effective) return { kind: 'drop' }
  return { kind: 'keep', head: head === undefined ? undefined : { ...head, sample_rate: String(effective) } }
}

/** Returns the address that a span is about; SDKs and versions name it differently. */
export function targetOf(attributes: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of ['http.target', 'url.path', 'http.url', 'url.full', 'url'] as const) {
    const value = attributes[name]
    if (typeof value === 'string') return value
  }
  return undefined
}

/** Returns the outcome that the route recorded or, if the request was refused before, the transaction's own. */
function outcomeOf({ attributes, startTimestamp, timestamp }: EndedTransaction) {
  const status = attributes[outcomeAttributes.status] ?? attributes['http.response.status_code']
  const durationMs =
    attributes[outcomeAttributes.durationMs] ??
    (startTimestamp === undefined || timestamp === undefined ? 0 : (timestamp - startTimestamp) * 1000)
  return { status: Number(status ?? attributes['http.status_code'] ?? 0), durationMs: Number(durationMs) }
}

function drawOf({ traceId, head }: EndedTransaction, path: RatedPath): number {
  const given = Number(head?.['sample_rand'] ?? undefined)
  // SDKs before version 9 send no random number. Since the trace was begun, its number was below the larger rate.
  return Number.isFinite(given) ? given : hashToUnit(traceId) * routeRates[path].larger
}
