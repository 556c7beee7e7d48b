import type { IncomingMessage } from 'node:http'
import type { Actor } from '@tidemark/shared/access/actor'
import type { RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import type { TraceFields } from '@tidemark/shared/observability/trace-fields'
import type { SenderTrace } from '../base/request-headers'

/**
 * Error reports as used by the host and Next's pages, independent of the SDK, which is loaded only if reports are on.
 */
export interface Reporting {
  /**
   * Runs the answer to a request, as part of the sender's trace if there is one, and within a root span if it is
   * sampled.
   */
  runRequest(request: Pick<IncomingMessage, 'method' | 'url'>, sender: SenderTrace, answer: () => void): void
  /** Returns the current request, to record its outcome; undefined outside of one. */
  getRunning(): RunningRequest | undefined
  /** Reports an error that nobody can act on. code: from the catalogue. */
  captureError(error: unknown, code: string): void
  /** Reports an error that Next caught while it rendered a page. code: from the catalogue. */
  captureRenderError(error: unknown, code: string, render: FailedRender): void
  /**
   * Reports uncaught exceptions and rejections, each kind once, as in the log. Call it once something else listens for
   * them and keeps the process alive; it does not change whether the process survives.
   */
  captureUncaught(): void
  /** Returns the trace of the current request, for log lines. */
  traceFields(): TraceFields | undefined
  /** Sends pending reports within the time limit. */
  close(timeoutMs: number): Promise<void>
}

/** The person who sent a request, for the log and reports, with their workspace if known. */
export type Asker = Pick<Actor, 'userId'> & Partial<Pick<Actor, 'orgId'>>

/** A request whose reports need its requester and outcome. */
export interface RunningRequest {
  /** Sets the requester for this request's reports only. */
  setAsker(asker: Asker): void
  /**
   * Ends its root span, if any, with the outcome, which decides whether the trace is kept; later calls have no effect.
   */
  setOutcome(outcome: RequestOutcome): void
}

/** The place where rendering failed, as Next names it. */
interface FailedRender {
  readonly routePath: string
}

const symbol = Symbol.for('tidemark.reporting')

const maxEarly = 10
/** Errors reported while the process was starting; null if they are not kept. */
let early: (readonly [error: unknown, code: string])[] | null = null

/**
 * Keeps reported errors until `setReporting`: a process opens its store and files before it knows whether reports are
 * on.
 */
export function keepEarlyFailures(): void {
  early = []
}

export function setReporting(reporting: Reporting | null): void {
  Reflect.set(globalThis, symbol, reporting)
  for (const [error, code] of early ?? []) reporting?.captureError(error, code)
  early = null
}

/** Reports an error, if reports are on. */
export function reportFailure(error: unknown, code: string): void {
  getReporting()?.captureError(error, code)
  if (early !== null && early.length < maxEarly) early.push([error, code])
}

/**
 * Returns the reports; null if they are off. Next bundles its pages separately from the host, so both use a well-known
 * symbol.
 */
export function getReporting(): Reporting | null {
  // Only setReporting writes under this symbol.
  return (Reflect.get(globalThis, symbol) as Reporting | null | undefined) ?? null
}
