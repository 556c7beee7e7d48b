import type { ServerResponse } from 'node:http'
import { controllerOfReader } from '../base/abort-signals'
import type { ResponseMeasure } from '../observability/measure-response'
import { getRequestStore, withRequestStore } from './request-store'

/** What a page knows of the request it answers: Next hands pages neither the request nor the response. */
export interface RequestContext {
  /** Aborts when the reader went away before the answer was complete. */
  readonly signal: AbortSignal
  /** Answers with 404 although a page is drawn: `notFound()` would draw one only where scripts run. */
  readonly markNotFound: () => void
  /** Of the request's line in the log, its count and its reports. */
  readonly measure: ResponseMeasure
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
  withRequestStore({ page: { signal, markNotFound, measure } }, answer)
}

/** The context of the request that is being answered; undefined outside the host, as in a build. */
export function getRequestContext(): RequestContext | undefined {
  return getRequestStore()?.page
}
