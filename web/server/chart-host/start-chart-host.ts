import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { parseTrustedProxies } from '../client-ip'
import { setDefaultPolicy } from '../default-policy'
import type { Host } from '../host'
import { closeServer, drain, listen, refuse, sayWhereFrom, setSecurityHeaders } from '../http-server'
import { logRejections } from '../observability/log-uncaught-errors'
import { isMetricsReader, metricsPath } from '../observability/metrics-access'
import { setupReporting } from '../observability/setup-reporting'
import { isTraceTrusted } from '../observability/trusted-trace'
import { answerHealth, answerMetrics, answerReady } from '../probes'
import { answerRunQuery, answerStopRun, runQueryOptions } from '../query/answer-run-query'
import { checkRequest } from '../request-checks'
import { route } from '../route'
import type { Services } from '../services'
import { allowPages, answerPreflight, isPreflight } from './cross-origin'
import { sendResponse, toRequest } from './node-http'

/** For reports that still wait when the server stops. */
const reportsTimeoutMs = 2_000

type Answer = (request: Request, services: Services) => Promise<Response>

const run = route({ ...runQueryOptions, name: '/api/chart/run-query' }, answerRunQuery)
const stop = route({ name: '/api/chart/run-query/[runId]' }, answerStopRun)
const runPath = '/api/chart/run-query'

/** Everything there is: no page, no sync, no data. */
function findAnswer(method: string, path: string): Answer {
  const verb = method === 'HEAD' ? 'GET' : method
  if (verb === 'GET' && path === '/api/health') return (_, services) => answerHealth(services)
  if (verb === 'GET' && path === '/api/ready') return (_, services) => answerReady(services)
  if (verb === 'GET' && path === metricsPath) return (_, services) => answerMetrics(services)
  if (verb === 'POST' && path === runPath) return (request) => run(request, { params: Promise.resolve({}) })
  const runId = path.startsWith(`${runPath}/`) ? path.slice(runPath.length + 1) : ''
  if (verb === 'DELETE' && runId !== '' && !runId.includes('/')) {
    const params = Promise.resolve({ runId: decodeURIComponent(runId) })
    return (request) => stop(request, { params })
  }
  throw new TidemarkError('unknown-route', { detail: path })
}

/**
 * The HTTP server of a process that does nothing but run queries for the pages of another origin, so that heavy ones scale
 * and fail apart from them. Fails with `port-taken`.
 */
export async function startChartHost({ services }: { readonly services: Services }): Promise<Host> {
  const { config, log } = services
  // Both were asked for when the settings were read.
  const origin = new URL(config.chartHost ?? '').origin
  const pages = new URL(config.publicUrl ?? '').origin
  const reporting = await setupReporting(config, log)
  logRejections()
  reporting?.captureRejections()
  const rules = { origin, areProbesWelcome: true, localToken: undefined, maxBodyBytes: runQueryOptions.maxBodyBytes }
  const isTrusted = parseTrustedProxies(config.trustedProxies)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const find = findAnswer(request.method ?? 'GET', pathOf(request))
      await sendResponse(await find(toRequest(request, response, origin), services), response)
      drain(request)
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.code === 'internal') log.error({ err: error.cause ?? error, path: request.url }, error.message)
      if (response.headersSent) response.destroy()
      else refuse(response, error)
    }
  }

  const accept = (request: IncomingMessage, response: ServerResponse): void => {
    setSecurityHeaders(response, origin)
    setDefaultPolicy(response)
    const refuseWith = (error: TidemarkError) => {
      refuse(response, error)
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
    if (isPreflight(request)) return answerPreflight(response)
    if (pathOf(request) === metricsPath && !isMetricsReader(request, config.metricsToken))
      return refuseWith(new TidemarkError('metrics-refused'))
    sayWhereFrom(request, isTrusted)
    if (reporting === null) void answer(request, response)
    else
      void isTraceTrusted(request, services).then((isTraced) =>
        reporting.runRequest(request, response, isTraced, () => void answer(request, response)),
      )
  }

  const server = createServer(accept)
  await listen(server, config.port, config.host)
  return {
    origin,
    close: async () => {
      await closeServer(server, async () => undefined)
      await reporting?.close(reportsTimeoutMs)
    },
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '')
}

/** Where it comes from was looked at already: here pages of another origin are the rule. */
function withoutSite({ method, url, headers }: IncomingMessage) {
  const { origin: _origin, 'sec-fetch-site': _site, ...others } = headers
  return { ...(method === undefined ? {} : { method }), ...(url === undefined ? {} : { url }), headers: others }
}
