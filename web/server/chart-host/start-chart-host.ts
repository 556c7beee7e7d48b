import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { parseTrustedProxies } from '../base/client-ip'
import { setDefaultPolicy } from '../http/default-policy'
import type { Host } from '../http/host'
import { closeServer, drain, listen, pathOf, refuse, setSecurityHeaders } from '../http/http-server'
import { chartHostRoutes } from '../http/api-routes'
import { createApi, createApiListener } from '../http/create-api'
import { takeSender } from '../base/request-headers'
import { limitConnections } from '../http/limit-connections'
import { logRejections } from '../observability/log-uncaught-errors'
import { answerAtHost } from '../observability/measure-response'
import { isMetricsReader, metricsPath } from '../observability/metrics-access'
import { setupReporting } from '../observability/setup-reporting'
import { answerTraced } from '../http/trusted-trace'
import { runQueryOptions } from '../query/query-routes'
import { checkRequest } from '../http/request-checks'
import type { Services } from '../services'

/** The time for sending the remaining reports when the server stops. */
const reportsTimeoutMs = 2_000

/**
 * Starts the HTTP server of a process that only runs queries for pages of another origin, so that heavy queries scale
 * and fail separately from the pages. Fails with `port-taken`.
 */
export async function startChartHost(services: Services): Promise<Host> {
  const { config, log } = services
  // Both settings were validated when they were read.
  const origin = new URL(config.chartHost ?? '').origin
  const pages = new URL(config.publicUrl ?? '').origin
  const reporting = await setupReporting(config, log)
  logRejections()
  reporting?.captureUncaught()
  const rules = { origin, areProbesWelcome: true, localToken: undefined, maxBodyBytes: runQueryOptions.maxBodyBytes }
  const isTrusted = parseTrustedProxies(config.trustedProxies)

  const answerApi = createApiListener(createApi(chartHostRoutes))
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => drain(request))
    answerApi(request, response)
  }

  const accept = (request: IncomingMessage, response: ServerResponse): void => {
    // Check this before `takeSender` removes the headers that reveal a proxy.
    const mayPass = pathOf(request) !== metricsPath || isMetricsReader(request, config.metricsToken)
    const sender = takeSender(request, isTrusted)
    setSecurityHeaders(response, origin)
    setDefaultPolicy(response)
    const refuseWith = (error: TidemarkError) => {
      answerAtHost(log, request, response, 'refused', () => refuse(response, error))
      drain(request)
    }
    if (!allowPages(request, response, pages))
      return refuseWith(new TidemarkError('foreign-origin', { detail: `Origin: ${request.headers.origin ?? ''}` }))
    const verdict = checkRequest(withoutSite(request), rules)
    if (verdict.kind !== 'pass')
      return refuseWith(
        verdict.kind === 'refuse'
          ? new TidemarkError(verdict.code, { detail: verdict.detail })
          : new TidemarkError('foreign-host', { detail: `Use ${origin}` }),
      )
    if (isPreflight(request)) return answerAtHost(log, request, response, 'preflight', () => answerPreflight(response))
    if (!mayPass) return refuseWith(new TidemarkError('metrics-refused'))
    if (reporting === null) answer(request, response)
    else answerTraced(reporting, services, request, sender, () => answer(request, response))
  }

  // Node's default time limit for request bodies applies.
  const server = createServer(accept)
  limitConnections(server, log)
  await listen(server, config.port, config.host)
  return {
    origin,
    close: async () => {
      await closeServer(server, async () => undefined)
      await reporting?.close(reportsTimeoutMs)
    },
  }
}

/** Removes the origin headers, which have been checked already; requests from another origin are normal here. */
function withoutSite({ method, url, headers }: IncomingMessage) {
  const { origin: _origin, 'sec-fetch-site': _site, ...others } = headers
  return { ...(method === undefined ? {} : { method }), ...(url === undefined ? {} : { url }), headers: others }
}

/**
 * Allows the pages of one origin to read the responses. Cookies are not used; the caller sends a chart token. Returns
 * true if the request comes from that origin or from no page at all.
 */
function allowPages({ headers }: Pick<IncomingMessage, 'headers'>, response: ServerResponse, pages: string): boolean {
  response.setHeader('vary', 'origin')
  if (headers.origin !== pages) return headers.origin === undefined
  response.setHeader('access-control-allow-origin', pages)
  return true
}

/** Returns true for the request by which a browser asks for permission before a cross-origin request. */
function isPreflight({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Answers the preflight of an allowed page. */
function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'POST, DELETE',
    'access-control-allow-headers': 'authorization, content-type, sentry-trace, baggage',
    'access-control-max-age': '600',
  })
  response.end()
}
