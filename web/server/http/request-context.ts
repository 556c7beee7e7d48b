import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { controllerOfReader } from '../base/abort-signals'
import type { ResponseMeasure } from '../observability/measure-response'

/** Facts about the request for the page that answers it. Next hands pages neither the request nor the response. */
export interface RequestContext {
  /** Aborts if the client disconnects before the answer is complete. */
  readonly signal: AbortSignal
  /** Sets the status to 404 although a page is rendered. `notFound()` would show its page only where scripts run. */
  readonly markNotFound: () => void
  /** The measure behind the request's log line, counter and reports. */
  readonly measure: ResponseMeasure
}

const symbol = Symbol.for('tidemark.request-context')

const storage = knownStorage()

/**
 * Returns the storage shared by the host and the pages, which Next bundles separately. Both find it under a well-known
 * symbol, as in `services.ts`.
 */
function knownStorage(): AsyncLocalStorage<RequestContext> {
  const known: unknown = Reflect.get(globalThis, symbol)
  // Only this function writes under the symbol.
  if (known !== undefined) return known as AsyncLocalStorage<RequestContext>
  const made = new AsyncLocalStorage<RequestContext>()
  Reflect.set(globalThis, symbol, made)
  return made
}

/** Runs the function that answers a request; code that it calls can read the request's context. */
export function withRequestContext(response: ServerResponse, measure: ResponseMeasure, answer: () => void): void {
  const { signal } = controllerOfReader(response)
  let isNotFound = false
  // Next sets the status just before it sends the headers, so it is overridden here. Node calls `writeHead` for every
  // answer with the status first; the other arguments of its overloads are passed on.
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: readonly unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: readonly unknown[]) =>
    writeHead(isNotFound && status === 200 ? 404 : status, ...rest)
  const markNotFound = () => {
    isNotFound = true
  }
  storage.run({ signal, markNotFound, measure }, answer)
}

/** Returns the context of the current request; undefined outside the host, as in a build. */
export function getRequestContext(): RequestContext | undefined {
  return storage.getStore()
}
