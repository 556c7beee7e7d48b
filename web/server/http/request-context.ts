import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { controllerOfReader } from '../base/abort-signals'
import type { ResponseMeasure } from '../observability/measure-response'

/** The facts about its request that a page receives: Next hands pages neither the request nor the response. */
export interface RequestContext {
  /** Aborts when the reader went away before the answer was complete. */
  readonly signal: AbortSignal
  /** Answers with 404 although a page is drawn: `notFound()` would draw one only where scripts run. */
  readonly markNotFound: () => void
  /** The measure of the request's log line, count and reports. */
  readonly measure: ResponseMeasure
}

const symbol = Symbol.for('tidemark.request-context')

const storage = knownStorage()

/** Next bundles its pages apart from the host, so both meet over one well-known symbol, as `services.ts` does. */
function knownStorage(): AsyncLocalStorage<RequestContext> {
  const known: unknown = Reflect.get(globalThis, symbol)
  // Only this function writes under the symbol.
  if (known !== undefined) return known as AsyncLocalStorage<RequestContext>
  const made = new AsyncLocalStorage<RequestContext>()
  Reflect.set(globalThis, symbol, made)
  return made
}

/** Runs what answers a request; whatever it calls finds the request's context. */
export function withRequestContext(response: ServerResponse, measure: ResponseMeasure, answer: () => void): void {
  const { signal } = controllerOfReader(response)
  let isNotFound = false
  // Next sets the status itself just before it sends the headers, so the last word is here: Node calls this for every
  // answer, with the status first; what else its overloads take is handed on as it came.
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: readonly unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: readonly unknown[]) =>
    writeHead(isNotFound && status === 200 ? 404 : status, ...rest)
  const markNotFound = () => {
    isNotFound = true
  }
  storage.run({ signal, markNotFound, measure }, answer)
}

/** The context of the request that is being answered; undefined outside the host, as in a build. */
export function getRequestContext(): RequestContext | undefined {
  return storage.getStore()
}
