import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { viewportCookie } from '@tidemark/shared/base/viewport-cookie'
import next from 'next'
import { answerDirectly, findDirectRoute } from './direct-routes'
import type { LaunchGate } from './desktop/launch-gate'
import { parseTrustedProxies } from './client-ip'
import { setDefaultPolicy } from './default-policy'
import { closeServer, drain, letBodyBeLeft, listen, refuse, setSecurityHeaders } from './http-server'
import { limitConnections } from './limit-connections'
import { checkRequest, wantsPage } from './request-checks'
import type { OfflineBuild } from './offline-build'
import { answerTraced } from './observability/answer-traced'
import { logConsole } from './observability/log-console'
import { logRejections } from './observability/log-uncaught-errors'
import { answerAtHost, measureResponse, type MeasuredAnswer } from './observability/measure-response'
import { isMetricsReader, metricsPath } from './observability/metrics-access'
import type { RunningRequest } from './observability/reporting'
import { setupReporting } from './observability/setup-reporting'
import { probeRoutes } from './probes'
import { queryRoutes } from './query/query-routes'
import { withRequestContext } from './request-context'
import { HostRequest, type SenderTrace } from './request-headers'
import type { Services } from './services'
import { openStaticFiles, type StaticFiles } from './static-files'
import { syncRoutes } from './sync/sync-routes'
import { tokenPage } from './token-page'
import { watchBodies } from './watch-bodies'

export interface Host {
  /** The one origin this server answers under. */
  readonly origin: string
  /** Stops accepting, ends open streams and finishes running requests within the time given. */
  close(): Promise<void>
}

/** What a page in use asks for all the time, and what watches over the server. */
const directRoutes = [...syncRoutes, ...queryRoutes, ...probeRoutes]

interface HostOptions {
  readonly services: Services
  /** Where the server's programs are. */
  readonly serverDir: string
  /** The folder of the Next app. */
  readonly webDir: string
  readonly isDevelopment: boolean
  /** On the desktop: asked before anything else about a request. */
  readonly launchGate?: LaunchGate
}

const maxUploadBytes = 2 * 1024 * 1024 * 1024
/** For reports that still wait when the server stops. */
const reportsTimeoutMs = 2_000

/**
 * The one HTTP server of every mode: it checks each request, then answers it or hands it to Next, which it runs in this process.
 * Fails with `port-taken`.
 */
export async function startHost({
  services,
  serverDir,
  webDir,
  isDevelopment,
  launchGate,
}: HostOptions): Promise<Host> {
  const { config, offlineBuild } = services
  const reporting = await setupReporting(config, services.log, { serverDir, isDesktopApp: launchGate !== undefined })
  const server = createServer({ IncomingMessage: HostRequest })
  // Of uploads, too, it would end those that take more than five minutes; other bodies are watched below.
  server.requestTimeout = 0
  limitConnections(server, services.log)
  const bodies = watchBodies()
  const accept = deferredHandler()
  server.on('request', accept.handle)
  await listen(server, config.port, config.host)
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const localOrigin = `http://127.0.0.1:${port}`
  const origin =
    config.publicUrl === undefined || config.mode === 'local' ? localOrigin : new URL(config.publicUrl).origin
  // Who develops reads what Next prints.
  if (!isDevelopment) logConsole(services.log)
  // Next takes upgrades from this server past our checks, and needs them in development alone.
  const httpServer = isDevelopment ? server : createServer()
  const app = next({ dev: isDevelopment, dir: webDir, hostname: '127.0.0.1', port, httpServer })
  await app.prepare()
  logRejections()
  reporting?.captureUncaught()
  const handle = app.getRequestHandler()
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
    const direct = findDirectRoute(directRoutes, request.method ?? 'GET', request.url ?? '/')
    const run =
      direct === null
        ? () => answerWith(services, handle, request, response)
        : (running?: RunningRequest) => void answerDirectly(services, request, response, origin, direct, running)
    if (reporting === null) run()
    else answerTraced(reporting, services, request, { sender, hasSpans: direct === null }, run)
  }
  let isStopping = false
  accept.start((request, response) => {
    // Like a server that has stopped: a tab keeps its changes and tries again.
    if (isStopping) return request.destroy()
    const sender = request.takeSender(isTrusted)
    bodies.watch(request)
    const refuseWith = (answer: () => void) => answerAtHost(services.log, request, response, 'refused', answer)
    if (launchGate !== undefined && !launchGate(request, origin)) return refuseWith(() => refuseSilently(response))
    const verdict = checkRequest(request, rules)
    setSecurityHeaders(response, origin)
    setDefaultPolicy(response)
    askForWidth(request, response)
    switch (verdict.kind) {
      case 'pass':
        if (request.url === '/sw.js' && offlineBuild !== null) sendWorker(response, offlineBuild)
        else if (isForMetrics(request) && !isMetricsReader(request, config.metricsToken))
          refuseWith(() => refuse(response, new TidemarkError('metrics-refused')))
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
    // An open connection could go on asking; a tab would, to get its stream back.
    isStopping = true
    await closeServer(server, () => app.close())
    bodies.close()
    await reporting?.close(reportsTimeoutMs)
  }
  return { origin, close }
}

/** Lets Next answer. Pages learn what became of their request through its context. */
function answerWith(
  { log }: Pick<Services, 'log'>,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  letBodyBeLeft(request)
  response.once('finish', () => drain(request))
  const measure = measureResponse(log, request, response, kindOf(request))
  withRequestContext(response, measure, () => void handle(request, response))
}

/** What Next answers a request with, unless one of our routes does. */
function kindOf({ url = '/' }: IncomingMessage): MeasuredAnswer {
  if (url.startsWith('/_next/static/') || url.startsWith('/icon.svg')) return 'file'
  return url.startsWith('/api/') ? 'other' : 'page'
}

function isForMetrics({ url = '/' }: IncomingMessage): boolean {
  return url.replace(/\?.*$/s, '') === metricsPath
}

type RequestHandler = (request: HostRequest, response: ServerResponse) => void

/** Holds the requests that come while Next is still being prepared: an unanswered one would hang its tab. */
function deferredHandler(): { readonly handle: RequestHandler; readonly start: (handler: RequestHandler) => void } {
  let start: (handler: RequestHandler) => void = () => undefined
  const started = new Promise<RequestHandler>((resolve) => (start = resolve))
  return { handle: (request, response) => void started.then((handler) => handler(request, response)), start }
}

/**
 * Asks for the window's width before anything is shown: on a first visit Chromium sends the request once more with it, and
 * the charts are drawn at their real size at once. Later visits bring a cookie.
 */
function askForWidth({ method, headers }: IncomingMessage, response: ServerResponse): void {
  if (method !== 'GET' || headers['sec-fetch-dest'] !== 'document' || headers.cookie?.includes(viewportCookie)) return
  response.setHeader('accept-ch', 'Sec-CH-Viewport-Width')
  response.setHeader('critical-ch', 'Sec-CH-Viewport-Width')
}

/** Asked for anew each time: an old worker would keep an old build. */
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
