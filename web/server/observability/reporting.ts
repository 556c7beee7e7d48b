import type { IncomingMessage } from 'node:http'
import type { Actor } from '@tidemark/shared/access/actor'
import type { RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import type { TraceFields } from '@tidemark/shared/observability/trace-fields'
import type { SenderTrace } from '../base/request-headers'

/** Error reports as the host and Next's pages see them: without the SDK, which is loaded only where reports are on. */
export interface Reporting {
  /** Answers a request, as part of its sender's trace where one is given; if that is sampled, within a root span of its own. */
  runRequest(request: Pick<IncomingMessage, 'method' | 'url'>, sender: SenderTrace, answer: () => void): void
  /** The request that runs here, to be told what becomes of it; undefined outside of one. */
  getRunning(): RunningRequest | undefined
  /** Reports an error nobody can act on. code: the catalogue's. */
  captureError(error: unknown, code: string): void
  /** Reports an error that Next caught while it drew a page. code: the catalogue's. */
  captureRenderError(error: unknown, code: string, render: FailedRender): void
  /**
   * Reports exceptions and rejections that nobody caught, each kind once as the log tells them, where something else listens for
   * them and keeps the process alive: to be called once that does. It lives on or ends as it would without reports.
   */
  captureUncaught(): void
  /** The running request's trace, for log lines. */
  traceFields(): TraceFields | undefined
  /** Sends what waits, within the time given. */
  close(timeoutMs: number): Promise<void>
}

/** The requester, for the log and reports: a signed-in person, with their workspace where that is known. */
export type Asker = Pick<Actor, 'userId'> & Partial<Pick<Actor, 'orgId'>>

/** One request, as its reports are told of it. */
export interface RunningRequest {
  /** Sets the requester, for its reports alone. */
  setAsker(asker: Asker): void
  /** Ends its root span, if it has one, with how it ended, which decides about its trace; what is told later counts no more. */
  setOutcome(outcome: RequestOutcome): void
}

/** The place in the app where rendering failed, in Next's words. */
interface FailedRender {
  readonly routePath: string
}

const symbol = Symbol.for('tidemark.reporting')

const maxEarly = 10
/** Errors reported while the process was starting; null unless they are kept. */
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

/** Null where reports are off. Next bundles its pages apart from the host, so both meet over one well-known symbol. */
export function getReporting(): Reporting | null {
  // Only setReporting writes under this symbol.
  return (Reflect.get(globalThis, symbol) as Reporting | null | undefined) ?? null
}
