import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { isInList, networksOf } from '../base/address-list'
import { clientIpHeader } from '../base/client-ip'
import { logFailure } from '../observability/log-failure'
import { mustGetServices } from '../services'
import { answerNoRoute, errorResponse, type ApiRoute } from './api-route'
import { allowLongBody } from './limit-body-time'

/** The environment of a request: the bindings of its socket, absent in tests that call `fetch`. */
type ApiEnvironment = { Bindings: Partial<HttpBindings> }

export type Api = Hono<ApiEnvironment>

/** Creates a Hono application with these routes; any other address gets an error of the catalogue. */
export function createApi(routes: readonly ApiRoute[]): Api {
  const api: Api = new Hono<ApiEnvironment>({ strict: false })
  const compressed = compress()
  // A client on this machine receives the bytes faster than they could be compressed.
  api.use((context, next) => (isThisMachine(context.req.header(clientIpHeader)) ? next() : compressed(context, next)))
  api.use(async (context, next) => {
    await next()
    context.res = asStream(context.res, context.req.path, context.env.outgoing)
  })
  for (const { method, path, described, answer } of routes) {
    api.on(method, path, (context) => {
      if (described.takesFile && context.env.incoming !== undefined) allowLongBody(context.env.incoming)
      return answer(context.req.raw, context.req.param())
    })
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const allow = allowedMethods(routes.filter((route) => route.path === path)).join(', ')
    api.options(path, (context) => context.body(null, 204, { allow }))
    api.all(path, async (context) => {
      const refused = await answerNoRoute(context.req.raw, 'method-not-allowed')
      refused.headers.set('allow', allow)
      return refused
    })
  }
  api.notFound((context) => answerNoRoute(context.req.raw, 'unknown-route'))
  return api
}

function allowedMethods(routes: readonly ApiRoute[]): readonly string[] {
  const declared = routes.map(({ method }) => method)
  return [...declared, ...(declared.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
}

/** Creates a listener that answers Node's requests with the application. */
export function createApiListener(api: Api): (request: IncomingMessage, response: ServerResponse) => void {
  const listen = getRequestListener((request, bindings) => api.fetch(request, bindings), {
    overrideGlobalObjects: false,
    // The host drains unread bodies itself and waits longer, so that the sender can read the error.
    autoCleanupIncoming: false,
    // The request's address could not be parsed.
    errorHandler: (cause) =>
      errorResponse(new TidemarkError('invalid-request', { detail: 'The address is not a path.', cause })),
  })
  return (request, response) => void listen(request, response)
}

const thisMachine = networksOf(['127.0.0.0/8', '::1'])

function isThisMachine(ip: string | undefined): boolean {
  return ip !== undefined && isInList(thisMachine, ip)
}

/**
 * Streams an answer of unknown length: the headers are sent at once, and a failure closes the connection instead of
 * ending the body normally.
 */
function asStream(answer: Response, path: string, outgoing: ServerResponse | undefined): Response {
  if (answer.body === null || answer.headers.has('content-length')) return answer
  const reader = answer.body.getReader()
  let hasLeft = false
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        // The reader has left and the stream is closed, but the read in progress still finishes.
        if (hasLeft) return
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (cause) {
        const error = toTidemarkError(cause)
        if (catalogue[error.code].reportable) logFailure(mustGetServices().log, error, { path })
        if (outgoing === undefined) throw cause
        outgoing.destroy()
      }
    },
    cancel: (reason) => {
      hasLeft = true
      return reader.cancel(reason)
    },
  })
  const { status, headers } = answer
  headers.set('transfer-encoding', 'chunked')
  return new Response(body, { status, headers })
}
