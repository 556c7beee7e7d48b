import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { viewportCookie } from '@tidemark/shared/base/viewport-cookie'
import next from 'next'
import type { LaunchGate } from '../desktop/launch-gate'
import { parseTrustedProxies } from '../base/client-ip'
import { setDefaultPolicy } from './default-policy'
import { closeServer, drain, letBodyBeLeft, listen, pathOf, refuse, setSecurityHeaders } from './http-server'
import { apiRouteGroups } from './api-routes'
import { createApi, createApiListener } from './create-api'
import { limitBodyTime } from './limit-body-time'
import { openApiRoutes } from './openapi-routes'
import { takeSender, type SenderTrace } from '../base/request-headers'
import { limitConnections } from './limit-connections'
import { checkRequest, wantsPage } from './request-checks'
import type { OfflineBuild } from '../base/offline-build'
import { logConsole } from '../observability/log-console'
import { logRejections } from '../observability/log-uncaught-errors'
import { answerAtHost, measureResponse } from '../observability/measure-response'
import { isMetricsReader, metricsPath } from '../observability/metrics-access'
import { setupReporting } from '../observability/setup-reporting'
import { answerTraced } from './trusted-trace'
import { withRequestContext } from './request-context'
import type { PublicLinks } from '../public-links/open-public-links'
import type { Services } from '../services'
import { openStaticFiles, type StaticFiles } from './static-files'
import { tokenPage } from './token-page'

export interface Host {
  /** The origin at which this server answers. */
  readonly origin: string
  /** Stops accepting connections, ends open streams, and finishes running requests within a time limit. */
  close(): Promise<void>
}

interface HostOptions {
  readonly services: Services
  /** The folder of the server's programs. */
  readonly serverDir: string
  /** The folder of the Next app. */
  readonly webDir: string
  readonly isDevelopment: boolean
  /** Decides on each request before all other checks; set on the desktop only. */
  readonly launchGate?: LaunchGate
}

const maxUploadBytes = 2 * 1024 * 1024 * 1024
/** The time for sending the remaining reports when the server stops. */
const reportsTimeoutMs = 2_000

/**
 * Starts the one HTTP server of every mode. It checks each request, then answers it or hands it to Next, which runs in
 * this process. Fails with `port-taken`.
 */
export async function startHost({
  services,
  serverDir,
  webDir,
  isDevelopment,
  launchGate,
}: HostOptions): Promise<Host> {
  const { config, offlineBuild } = services
  const reporting = await setupReporting(config, services.log, launchGate !== undefined)
  const server = createServer()
  // The default would end uploads that take more than five minutes; `limitBodyTime` sets the limits instead.
  server.requestTimeout = 0
  limitConnections(server, services.log)
  const accept = deferredHandler()
  server.on('request', accept.handle)
  await listen(server, config.port, config.host)
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const localOrigin = `http://127.0.0.1:${port}`
  const origin =
    config.publicUrl === undefined || config.mode === 'local' ? localOrigin : new URL(config.publicUrl).origin
  // In development Next's own console output is left as it is.
  if (!isDevelopment) logConsole(services.log)
  // Next accepts upgrades on its server without our checks, and needs them only in development.
  const httpServer = isDevelopment ? server : createServer()
  const app = next({ dev: isDevelopment, dir: webDir, hostname: '127.0.0.1', port, httpServer })
  await app.prepare()
  logRejections()
  reporting?.captureUncaught()
  const handle = app.getRequestHandler()
  const description = openApiRoutes(apiRouteGroups, pathToFileURL(join(serverDir, 'api-docs', sep)))
  const answerApi = createApiListener(createApi([...apiRouteGroups, description].flatMap(({ routes }) => routes)))
  const answerFile: StaticFiles = isDevelopment
    ? () => false
    : openStaticFiles(join(webDir, 'dist', 'server', 'static'), '/_next/static')
  const rules = {
    origin,
    areProbesWelcome: config.mode === 'team',
    localToken: config.localToken,
    maxBodyBytes: maxUploadBytes,
  }
  const isTrusted = parseTrustedProxies(config.trustedProxies)
  const answer = (request: IncomingMessage, response: ServerResponse, sender: SenderTrace): void => {
    const isForApi = pathOf(request).startsWith('/api/')
    const run = () => {
      letBodyBeLeft(request)
      response.once('finish', () => drain(request))
      if (isForApi) answerApi(request, response)
      else if (services.publicLinks !== null && /^\/(?:p|embed)(?:\/|$)/.test(pathOf(request)))
        answerPublic(services, services.publicLinks, request, response)
      else answerPage(services, handle, request, response)
    }
    if (reporting === null) run()
    else answerTraced(reporting, services, request, sender, run)
  }
  let isStopping = false
  accept.start((request, response) => {
    // Behave like a stopped server, so that a tab keeps its changes and retries.
    if (isStopping) return request.destroy()
    // Check this before `takeSender` removes the headers that reveal a proxy.
    const mayPass = pathOf(request) !== metricsPath || isMetricsReader(request, config.metricsToken)
    const sender = takeSender(request, isTrusted)
    limitBodyTime(request, response)
    const refuseWith = (answer: () => void) => answerAtHost(services.log, request, response, 'refused', answer)
    if (launchGate !== undefined && !launchGate(request, origin)) return refuseWith(() => refuseSilently(response))
    const verdict = checkRequest(request, rules)
    setSecurityHeaders(response, origin)
    setDefaultPolicy(response)
    askForWidth(request, response)
    switch (verdict.kind) {
      case 'pass':
        if (request.url === '/sw.js' && offlineBuild !== null) sendWorker(response, offlineBuild)
        else if (!mayPass) refuseWith(() => refuse(response, new TidemarkError('metrics-refused')))
        else if (!answerFile(request, response)) answer(request, response, sender)
        return
      case 'redirect':
        answerAtHost(services.log, request, response, 'redirect', () => {
          const setCookie = verdict.cookie ? { 'set-cookie': verdict.cookie } : {}
          response.writeHead(307, { location: verdict.location, ...setCookie }).end()
        })
        return
      case 'refuse':
        refuseWith(() => {
          if (verdict.code === 'token-required' && wantsPage(request)) askForToken(request, response)
          else refuse(response, new TidemarkError(verdict.code, { detail: verdict.detail }))
        })
    }
  })
  const close = async () => {
    // Open connections could still send requests, as a tab does to reopen its stream.
    isStopping = true
    await closeServer(server, () => app.close())
    await reporting?.close(reportsTimeoutMs)
  }
  return { origin, close }
}

/** Answers a public page, which Next has no part in. */
function answerPublic(
  { log }: Pick<Services, 'log'>,
  { answer }: PublicLinks,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  measureResponse(log, request, response, 'page')
  void answer(request, response)
}

/** Lets Next answer a request. Pages find the request's signal and measure in the request context. */
function answerPage(
  { log }: Pick<Services, 'log'>,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const isFile = /^\/(?:_next\/static\/|icon\.svg)/.test(request.url ?? '/')
  const measure = measureResponse(log, request, response, isFile ? 'file' : 'page')
  withRequestContext(response, measure, () => void handle(request, response))
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Holds requests until Next is prepared: a tab would hang if one stayed unanswered. */
function deferredHandler(): { readonly handle: RequestHandler; readonly start: (handler: RequestHandler) => void } {
  let start: (handler: RequestHandler) => void = () => undefined
  const started = new Promise<RequestHandler>((resolve) => (start = resolve))
  return { handle: (request, response) => void started.then((handler) => handler(request, response)), start }
}

/**
 * Asks for the window's width before anything is shown. On a first visit Chromium repeats the request with it, so the
 * charts are rendered at their real size at once; later visits send a cookie.
 */
function askForWidth({ method, headers }: IncomingMessage, response: ServerResponse): void {
  if (method !== 'GET' || headers['sec-fetch-dest'] !== 'document' || headers.cookie?.includes(viewportCookie)) return
  response.setHeader('accept-ch', 'Sec-CH-Viewport-Width')
  response.setHeader('critical-ch', 'Sec-CH-Viewport-Width')
}

/** Sends the service worker, which must be revalidated each time: a stale one would keep an old build. */
function sendWorker(response: ServerResponse, { workerScript }: OfflineBuild): void {
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  response.end(workerScript)
}

function askForToken(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(401, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  })
  response.end(tokenPage(request.url ?? '/'))
}

function refuseSilently(response: ServerResponse): void {
  response.writeHead(403, { 'content-length': 0, connection: 'close' })
  response.end()
}
