import type { IncomingMessage } from 'node:http'
import type { RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import type { KnownAdmission } from '../team/accounts/known-admission'
import type { SenderTrace } from '../http/request-headers'
import type { Asker } from './asker'

/** Error reports as the host and Next's routes see them: without the SDK, which is loaded only where reports are on. */
export interface Reporting {
  /** Answers a request in a trace of its own, or as part of its sender's when the sender may say so. */
  runRequest(request: IncomingMessage, how: TracedHow, answer: TracedAnswer): void
  /** The request that runs here, to be told what becomes of it; undefined outside of one. */
  getRunning(): RunningRequest | undefined
  /** Reports an error nobody can act on. code: the catalogue's. */
  captureError(error: unknown, code: string): void
  /** Reports an error that Next caught while it drew a page. code: the catalogue's. */
  captureRenderError(error: unknown, code: string, request: FailedRequest, context: FailedRender): void
  /**
   * Reports exceptions and rejections that nobody caught, each kind once as the log tells them, where something else listens for
   * them and keeps the process alive: to be called once that does. It lives on or ends as it would without reports.
   */
  captureUncaught(): void
  /** The running request's trace, for log lines. */
  traceFields(): { readonly traceId: string; readonly spanId: string } | undefined
  /** Sends what waits, within the time given. */
  close(timeoutMs: number): Promise<void>
}

/** running: what `getRunning` finds there, for whoever can keep it; absent where the SDK makes spans of the request's parts. */
export type TracedAnswer = (running?: RunningRequest) => void

/** One request, as its reports are told of it. */
export interface RunningRequest {
  /** Whether it is still to be said if its sender may name its trace. */
  readonly isSenderAsked: boolean
  /** Where that was asked: what lets its sender in is such that they may say which trace it belongs to. */
  trustSender(): void
  /** Who it is of; told to its reports alone. */
  setAsker(asker: Asker): void
  /** How it ended, which decides about its trace: once, what is told later counts no more. */
  setOutcome(outcome: RequestOutcome): void
}

/** Whether a sender may say which trace a request belongs to. asked: whoever answers it finds out, and says so by `trustSender`. */
export type SenderTrust = 'trusted' | 'asked' | 'untrusted'

export interface TracedHow {
  readonly trust: SenderTrust
  readonly sender: SenderTrace
  /** Whoever answers makes the spans of the request, as Next does; else there is one, of the whole of it. */
  readonly hasSpans: boolean
  /** What its sender is let in with, where that is known. */
  readonly admission?: KnownAdmission | undefined
}

interface FailedRequest {
  readonly method: string
  readonly path: string
}

/** Where in the app Next was, in its own words. */
interface FailedRender {
  readonly routePath: string
  readonly routeType: string
}

const symbol = Symbol.for('tidemark.reporting')

const maxEarly = 10
/** What failed while the process was starting; null unless that is waited for. */
let early: (readonly [error: unknown, code: string])[] | null = null

/** Keeps what is reported until `setReporting`: a process opens its store and files before it knows whether there are reports. */
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

/** Null where reports are off. Next bundles its routes apart from the host, so both meet over one well-known symbol. */
export function getReporting(): Reporting | null {
  // Only setReporting writes under this symbol.
  return (Reflect.get(globalThis, symbol) as Reporting | null | undefined) ?? null
}
