import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Actor } from '@tidemark/shared/access/actor'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { profilesSampleRate } from '@tidemark/shared/observability/reporting-constants'
import { createReportingHooks, parentSampleRateKey } from '@tidemark/shared/observability/reporting-hooks'
import { effectiveSampleRate, ratedPathOf, type RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import { readSessionContext, type ContextSources } from '@tidemark/shared/observability/session-context'
import { outcomeAttributes } from '@tidemark/shared/observability/tail-thinning'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getLastFlags } from '../flags/last-flags'
import { gateNextSpans } from './gate-next-spans'
import { loadProfiling } from './load-profiling'
import type { Reporting } from './reporting'
import { drawRequest, getRequestTrace, withRequestTrace, type RequestTrace, type TracedRequest } from './request-trace'

// CommonJS that re-exports in a loop: Node finds none of its names in an import.
const Sentry = createRequire(import.meta.url)('@sentry/nextjs') as typeof import('@sentry/nextjs')

interface ServerReportingOptions {
  readonly config: ReportingConfig
  readonly log: Logger
  /** What the process knows besides its requests, as the flags that are on. */
  readonly sources?: ContextSources
  /** Whether this is the server inside the desktop app. */
  readonly isDesktopApp?: boolean
}

/** Of this process, which starts the SDK once. */
let isInDesktopApp = false

/**
 * Starts the SDK in this process, once. Only integrations named here run: the SDK's own list reads requests' headers and
 * bodies, the console and SQL. Must come before Next is loaded, which looks for a tracer when it starts.
 */
export async function startServerReporting(options: ServerReportingOptions): Promise<Reporting> {
  const { config, log, sources = {}, isDesktopApp = false } = options
  isInDesktopApp = isDesktopApp
  const { environment } = config
  const readContext = () => readSessionContext(sources)
  const hooks = createReportingHooks({ config, readContext, prefer: 'report' })
  // Of a request that nothing is traced of, the scope knows nobody: an error asks the request itself. A trace is made up
  // later, perhaps within another request.
  const readOwnContext = () => readSessionContext({ ...sources, ...sourcesOf(getRequestTrace()?.actor) })
  const { beforeSend } = createReportingHooks({ config, readContext: readOwnContext, prefer: 'report' })
  const profiling = await loadProfiling(log)
  const client = Sentry.init({
    dsn: config.dsn ?? '',
    environment: config.environment,
    release: config.release,
    sendClientReports: false,
    // The host's own requests and Next's spans make traces; only what is named here reads anything.
    defaultIntegrations: false,
    integrations: [
      Sentry.linkedErrorsIntegration(),
      Sentry.nodeContextIntegration({ device: false, culture: false, cloudResource: false }),
      Sentry.nativeNodeFetchIntegration({ breadcrumbs: true }),
      Sentry.onUncaughtExceptionIntegration(),
      ...profiling,
    ],
    registerEsmLoaderHooks: false,
    // Else an environment variable opens a second way out, past our transport.
    spotlight: false,
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...hooks,
    beforeSend,
    profilesSampleRate,
    transport: createScrubbedTransport(Sentry.makeNodeTransport),
  })
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))

  const head = headOf(config)
  gateNextSpans(() => getRequestTrace()?.kind === 'live')

  return {
    runRequest: (request, response, { isSenderTrusted, hasSpans }, answer) => {
      const given = takeTraceHeaders(request)
      const { method = 'GET', url = '/' } = request
      const trace = drawRequest({ environment, head, method, url, ...(isSenderTrusted ? given : {}) })
      withRequestTrace(trace, () => {
        if (trace.kind === 'live')
          return inTrace(trace, () => (hasSpans ? answer() : inRootSpan(trace, response, answer)))
        if (trace.kind === 'late') {
          const note = noteOnce(trace)
          // Where no route could note how it ended, as when it was refused before.
          response.once('close', () => note({ status: response.statusCode, durationMs: Date.now() - trace.startedAt }))
          lateNotes.set(trace, note)
        }
        answer()
      })
    },
    setActor: (actor: Actor) => {
      const trace = getRequestTrace()
      if (trace !== undefined) trace.actor = actor
      if (trace?.kind !== 'live') return
      tellScope(actor)
    },
    startOutcome: () => {
      const trace = getRequestTrace()
      if (trace !== undefined && trace.kind !== 'live') return lateNotes.get(trace) ?? (() => undefined)
      const span = Sentry.getActiveSpan()
      const root = span === undefined ? undefined : Sentry.getRootSpan(span)
      return (outcome) => void root?.setAttributes(attributesOf(outcome))
    },
    captureError: (error, code) => inRequest(() => void Sentry.captureException(error, { tags: { code } })),
    captureRenderError: (error, { method, path }, { routePath, routeType }) =>
      inRequest(() =>
        Sentry.captureRequestError(
          error,
          { method, path, headers: {} },
          { routerKind: 'App Router', routePath, routeType },
        ),
      ),
    captureRejections: () => {
      // Alone, the SDK's listener would keep a process alive that ends with reports off; what ends it is reported anyhow.
      if (process.listenerCount('unhandledRejection') > 0)
        client?.addIntegration(Sentry.onUnhandledRejectionIntegration({ mode: 'none' }))
    },
    traceFields: () => {
      const trace = getRequestTrace()
      if (trace === undefined) return undefined
      const { traceId, spanId } = Sentry.getActiveSpan()?.spanContext() ?? trace
      return { traceId, spanId }
    },
    close: async (timeoutMs) => void (await Sentry.close(timeoutMs)),
  }
}

function headOf({ environment, release, dsn }: ReportingConfig): string {
  const fields = { environment, release, ...(dsn === undefined ? {} : { public_key: new URL(dsn).username }) }
  return Object.entries(fields)
    .map(([name, value]) => `,sentry-${name}=${encodeURIComponent(value)}`)
    .join('')
}

const lateNotes = new WeakMap<RequestTrace, (outcome: RequestOutcome) => void>()

/** Runs it as part of a request's trace, on a scope of its own. */
function inTrace<T>({ headers }: RequestTrace, run: () => T): T {
  return Sentry.withIsolationScope((scope) => {
    scope.setSDKProcessingMetadata({
      [parentSampleRateKey]: /sentry-sample_rate=([\d.]+)/.exec(headers.baggage ?? '')?.[1],
    })
    return Sentry.continueTrace(headers, run)
  })
}

/** Until the response is at its end, whoever ends it. */
function inRootSpan({ request, startedAt }: RequestTrace, response: ServerResponse, answer: () => void): void {
  Sentry.startSpanManual({ ...spanOf(request), forceTransaction: true }, (span, end) => {
    response.once('close', () => {
      span.setAttribute('http.response.status_code', response.statusCode)
      // Where no route has noted how it ended, as when it was refused before.
      if (Sentry.spanToJSON(span).data[outcomeAttributes.status] === undefined)
        span.setAttributes(attributesOf({ status: response.statusCode, durationMs: Date.now() - startedAt }))
      end()
    })
    answer()
  })
}

function spanOf({ method, url }: TracedRequest) {
  const attributes = { 'http.method': method, 'http.target': url }
  return { name: `${method} ${url.replace(/\?.*$/s, '')}`, op: 'http.server', attributes }
}

/** Within the running request's trace, which the SDK knows only where its parts are traced. */
function inRequest(run: () => void): void {
  const trace = getRequestTrace()
  if (trace === undefined || trace.kind === 'live') run()
  else inTrace(trace, run)
}

/** Makes the trace of a request whose outcome decided for it, once, of what was measured. */
function noteOnce(trace: RequestTrace): (outcome: RequestOutcome) => void {
  let isNoted = false
  return (outcome) => {
    if (isNoted) return
    isNoted = true
    const { request, draw = 1, startedAt, actor } = trace
    const path = ratedPathOf(request.url)
    const rate = path === undefined ? undefined : effectiveSampleRate(request.environment, path, outcome)
    if (path === undefined || rate === undefined || draw >= rate) return
    inTrace(trace, () => {
      tellScope(actor)
      const span = Sentry.startInactiveSpan({ ...spanOf(request), startTime: startedAt / 1000 })
      span.setAttributes(attributesOf(outcome))
      span.end((startedAt + outcome.durationMs) / 1000)
    })
  }
}

function attributesOf({ status, durationMs }: RequestOutcome) {
  return { [outcomeAttributes.status]: status, [outcomeAttributes.durationMs]: durationMs }
}

function tellScope(actor: Actor | undefined): void {
  const scope = Sentry.getIsolationScope()
  for (const [section, read] of Object.entries(sourcesOf(actor))) {
    const values = read()
    if (values !== undefined) scope.setContext(section, { ...values })
  }
}

/** What is known of who asks, for the context; nothing while nobody is. */
function sourcesOf(actor: Actor | undefined): ContextSources {
  if (actor === undefined) return {}
  const { userId, orgId } = actor
  return { session: () => ({ userId, orgId, isDesktopApp: isInDesktopApp }), featureFlags: () => getLastFlags(actor) }
}

/** Takes the trace headers off: Next would read them again, trusted or not. */
function takeTraceHeaders({ headers }: IncomingMessage) {
  const baggage = headers['baggage']
  const sentryTrace = headers['sentry-trace']
  delete headers['sentry-trace']
  delete headers['baggage']
  delete headers['traceparent']
  delete headers['tracestate']
  return {
    sentryTrace: typeof sentryTrace === 'string' ? sentryTrace : undefined,
    baggage: Array.isArray(baggage) ? baggage.join(',') : baggage,
  }
}
