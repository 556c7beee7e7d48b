import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TokenScope } from '@tidemark/shared/access/grants'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type * as z from 'zod/mini'
import type { Answer } from './host-answer'
import { HostRequest, type AskedRequest } from './host-request'
import { drain, refuse } from './http-server'
import { sendAnswer } from './node-http'
import { logFailure } from './observability/log-failure'
import { measureRequest } from './observability/measure-request'
import type { RunningRequest } from './observability/reporting'
import { errorResponse, route, type RouteContext, type RouteHandler, type RouteOptions } from './route'
import type { Services } from './services'

type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE'

/** A route that the host answers itself, past Next, whose way to a handler takes longer than most of these requests. */
export interface DirectRoute {
  readonly method: Method
  /** As Next would name it: a last `[name]` is a parameter. */
  readonly path: string
  /** What an API token must be made for to be let in; no token is when it is absent. */
  readonly tokenScope: TokenScope | undefined
  readonly handler: RouteHandler<Answer>
}

export function directRoute<S extends z.ZodMiniType = z.ZodMiniUndefined>(
  method: Method,
  path: string,
  options: RouteOptions<S>,
  handle: (context: RouteContext<z.output<S>>) => Promise<Answer>,
): DirectRoute {
  return { method, path, tokenScope: options.tokenScope, handler: route({ name: path, ...options }, handle) }
}

export type DirectAnswer = (request: AskedRequest) => Promise<Answer>

/**
 * What answers a request; null where none of the routes has its address. target: its path, a query may follow.
 * The answer fails with `method-not-allowed` where the address is known by other methods alone.
 */
export function findDirectRoute(routes: readonly DirectRoute[], method: string, target: string): DirectAnswer | null {
  const path = target.replace(/\?.*$/s, '')
  const there = routes.flatMap((one) => {
    const params = paramsOf(one.path, path)
    return params === null ? [] : [{ one, params }]
  })
  if (there.length === 0) return null
  const found = there.find(({ one }) => one.method === method)
  if (found === undefined) return refusing(new TidemarkError('method-not-allowed', { detail: method }))
  const params = Promise.resolve(found.params)
  return (request) => found.one.handler(request, { params })
}

/** An answer that fails. */
export function refusing(error: TidemarkError): DirectAnswer {
  return async () => {
    throw error
  }
}

/** null: another address. The path is one that can be decoded. */
function paramsOf(pattern: string, path: string): Record<string, string> | null {
  if (pattern === path) return {}
  // Each request is held against all of them.
  if (!pattern.endsWith(']')) return null
  const [, start, name] = /^(.*\/)\[(\w+)\]$/.exec(pattern) ?? []
  if (start === undefined || name === undefined || !path.startsWith(start)) return null
  const value = path.slice(start.length)
  return value === '' || value.includes('/') ? null : { [name]: decodeURIComponent(value) }
}

/** Answers, also with the catalogued error that the answer fails with. */
export async function answerDirectly(
  { log }: Pick<Services, 'log'>,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  answer: DirectAnswer,
  running?: RunningRequest,
): Promise<void> {
  try {
    const asked = new HostRequest(request, response, origin, running)
    const measureFailed = (thrown: unknown) => {
      const error = toTidemarkError(thrown)
      measureRequest(asked, log).finish(errorResponse(error), 'answer', 'refused')
      throw error
    }
    // Routes measure themselves and answer with what they fail with.
    await sendAnswer(await answer(asked).catch(measureFailed), request, response)
    drain(request)
  } catch (thrown) {
    const error = toTidemarkError(thrown)
    if (catalogue[error.code].reportable) logFailure(log, error, { path: request.url?.replace(/\?.*$/s, '') })
    if (response.headersSent) response.destroy()
    else refuse(response, error)
  }
}
