import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { Actor } from '@tidemark/shared/access/actor'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { profilesSampleRate } from '@tidemark/shared/observability/reporting-constants'
import { createReportingHooks, parentSampleRateKey } from '@tidemark/shared/observability/reporting-hooks'
import type { RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import { readSessionContext, type ContextSources } from '@tidemark/shared/observability/session-context'
import { outcomeAttributes } from '@tidemark/shared/observability/tail-thinning'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getLastFlags } from '../flags/last-flags'
import { loadProfiling } from './load-profiling'
import type { Reporting } from './reporting'

// CommonJS that re-exports in a loop: Node finds none of its names in an import.
const Sentry = createRequire(import.meta.url)('@sentry/nextjs') as typeof import('@sentry/nextjs')

interface ServerReportingOptions {
  readonly config: ReportingConfig
  readonly log: Logger
  /** What the process knows besides its requests, as the flags that are on. */
  readonly sources?: ContextSources
}

/**
 * Starts the SDK in this process, once. Only integrations named here run: the SDK's own list reads requests' headers and
 * bodies, the console and SQL. Must come before Next is loaded, which looks for a tracer when it starts.
 */
export async function startServerReporting(options: ServerReportingOptions): Promise<Reporting> {
  const { config, log, sources = {} } = options
  const readContext = () => readSessionContext(sources)
  const hooks = createReportingHooks({ config, readContext, prefer: 'report' })
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
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...hooks,
    profilesSampleRate,
    transport: createScrubbedTransport(Sentry.makeNodeTransport),
  })
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))

  return {
    runRequest: (request, isSenderTrusted, answer) => {
      const { sentryTrace, baggage } = takeTraceHeaders(request)
      Sentry.withIsolationScope((scope) => {
        if (!isSenderTrusted || sentryTrace === undefined) return Sentry.startNewTrace(answer)
        scope.setSDKProcessingMetadata({
          [parentSampleRateKey]: /sentry-sample_rate=([\d.]+)/.exec(baggage ?? '')?.[1],
        })
        Sentry.continueTrace({ sentryTrace, baggage }, answer)
      })
    },
    setActor: (actor: Actor) => {
      const { userId, orgId } = actor
      const scope = Sentry.getIsolationScope()
      scope.setContext('session', { userId, orgId, isDesktopApp: false })
      const ownFlags = getLastFlags(actor)
      if (ownFlags !== undefined) scope.setContext('featureFlags', ownFlags)
    },
    startOutcome: () => {
      const span = Sentry.getActiveSpan()
      const root = span === undefined ? undefined : Sentry.getRootSpan(span)
      return ({ status, durationMs }: RequestOutcome) => {
        root?.setAttribute(outcomeAttributes.status, status)
        root?.setAttribute(outcomeAttributes.durationMs, durationMs)
      }
    },
    captureError: (error, code) => void Sentry.captureException(error, { tags: { code } }),
    captureRenderError: (error, { method, path }, { routePath, routeType }) =>
      Sentry.captureRequestError(
        error,
        { method, path, headers: {} },
        { routerKind: 'App Router', routePath, routeType },
      ),
    captureRejections: () => client?.addIntegration(Sentry.onUnhandledRejectionIntegration({ mode: 'none' })),
    traceFields: () => {
      const context = Sentry.getActiveSpan()?.spanContext()
      return context === undefined ? undefined : { traceId: context.traceId, spanId: context.spanId }
    },
    close: async (timeoutMs) => void (await Sentry.close(timeoutMs)),
  }
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
