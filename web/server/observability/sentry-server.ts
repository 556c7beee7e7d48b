import { createRequire } from 'node:module'
import type { Span } from '@sentry/core'
import { createRepeatFilter, errorRecordOf, type UncaughtErrorType } from '@tidemark/shared/observability/error-record'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { profilesSampleRate } from '@tidemark/shared/observability/reporting-constants'
import { createReportingHooks, parentSampleRateAttribute } from '@tidemark/shared/observability/reporting-hooks'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import { readSessionContext, type ContextSources } from '@tidemark/shared/observability/session-context'
import { outcomeAttributes } from '@tidemark/shared/observability/tail-thinning'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getLastFlags } from '../base/last-flags'
import { loadProfiling } from './load-profiling'
import type { Reporting, RunningRequest } from './reporting'

// CommonJS that re-exports in a loop: Node finds none of its names in an import.
const Sentry = createRequire(import.meta.url)('@sentry/node-core/light') as typeof import('@sentry/node-core/light')

interface ServerReportingOptions {
  readonly config: ReportingConfig
  readonly log: Logger
  /** True for the server inside the desktop app. */
  readonly isDesktopApp?: boolean
}

/** As the SDK calls the ways on which an error comes that nobody caught. */
const mechanisms: Readonly<Record<UncaughtErrorType, string>> = {
  'uncaught-exception': 'auto.node.onuncaughtexception',
  'unhandled-promise-rejection': 'auto.node.onunhandledrejection',
}

/** The operation of our root spans. */
const requestOp = 'http.server'

/**
 * Starts the SDK in this process, once: its light mode, which needs no OpenTelemetry and costs a request a third. Only
 * integrations named here run: the SDK's own list reads requests' headers and bodies, and the console.
 */
export function startServerReporting({ config, log, isDesktopApp = false }: ServerReportingOptions): Reporting {
  const readContext = () => readSessionContext(isDesktopApp ? { session: () => ({ isDesktopApp }) } : {})
  const hooks = createReportingHooks({ config, readContext, prefer: 'report' })
  const profiling = loadProfiling(log)
  const listenersBefore = process.listeners('uncaughtException')
  Sentry.init({
    dsn: config.dsn ?? '',
    environment: config.environment,
    release: config.release,
    sendClientReports: false,
    defaultIntegrations: false,
    integrations: [
      Sentry.linkedErrorsIntegration(),
      Sentry.nodeContextIntegration({ app: false, device: false, culture: false, cloudResource: false }),
      Sentry.nativeNodeFetchIntegration({ breadcrumbs: true }),
      Sentry.onUncaughtExceptionIntegration(),
      ...(profiling === null ? [] : [profiling]),
    ],
    // Else an environment variable opens a second way out, past our transport.
    spotlight: false,
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...hooks,
    // What is done outside of a request, as asking another server, is not traced.
    tracesSampler: (question) => (question.attributes?.['sentry.op'] === requestOp ? hooks.tracesSampler(question) : 0),
    // What replaces it decides about a whole session, not about a trace.
    // oxlint-disable-next-line typescript/no-deprecated
    profilesSampleRate,
    transport: createScrubbedTransport(Sentry.makeNodeTransport),
  })
  const ofSdk = process.listeners('uncaughtException').filter((listener) => !listenersBefore.includes(listener))
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))

  return {
    runRequest: ({ method = 'GET', url = '/' }, sender, answer) => {
      const parentRate = /sentry-sample_rate=([\d.]+)/.exec(sender.baggage ?? '')?.[1]
      const attributes = {
        'sentry.op': requestOp,
        'http.method': method,
        'http.target': url,
        'sentry.source': 'url' as const,
        ...(parentRate === undefined ? {} : { [parentSampleRateAttribute]: parentRate }),
      }
      const name = `${method} ${url.replace(/\?.*$/s, '')}`
      Sentry.withIsolationScope(() =>
        Sentry.continueTrace(sender, () => Sentry.startSpanManual({ name, attributes }, () => answer())),
      )
    },
    getRunning: () => {
      const span = Sentry.getActiveSpan()
      return span === undefined ? undefined : runningRequest(Sentry.getRootSpan(span), isDesktopApp)
    },
    captureError: (error, code) => void Sentry.captureException(error, { tags: { code } }),
    captureRenderError: (error, code, { routePath }) =>
      Sentry.withScope((scope) => {
        scope.setTransactionName(routePath)
        const mechanism = { handled: false, type: 'auto.function.nextjs.on_request_error' }
        Sentry.captureException(error, { captureContext: { tags: { code } }, mechanism })
      }),
    captureUncaught: () => {
      const isFirst = createRepeatFilter()
      const captureOnce = (thrown: unknown, type: UncaughtErrorType) => {
        if (!isFirst(errorRecordOf(thrown, type), thrown)) return
        const captureContext = { level: 'error' } as const
        Sentry.captureException(thrown, { captureContext, mechanism: { handled: false, type: mechanisms[type] } })
      }
      const others = process.listeners('uncaughtException').filter((listener) => !ofSdk.includes(listener))
      if (others.length > 0) {
        // The SDK's takes the first for the end of the process, and reports no other.
        for (const listener of ofSdk) process.off('uncaughtException', listener)
        process.on('uncaughtException', (error) => captureOnce(error, 'uncaught-exception'))
      }
      // Alone, a listener would keep a process alive that ends with reports off; what ends it is reported anyhow. The SDK's leaves out
      // those that are called AbortError.
      if (process.listenerCount('unhandledRejection') > 0)
        process.on('unhandledRejection', (reason) => captureOnce(reason, 'unhandled-promise-rejection'))
    },
    traceFields: () => {
      const context = Sentry.getActiveSpan()?.spanContext()
      return context === undefined ? undefined : { traceId: context.traceId, spanId: context.spanId }
    },
    close: async (timeoutMs) => void (await Sentry.close(timeoutMs)),
  }
}

/** The request of a root span. */
function runningRequest(root: Span, isDesktopApp: boolean): RunningRequest {
  return {
    setAsker: ({ userId, orgId }) => {
      const session = { userId, isDesktopApp, ...(orgId === undefined ? {} : { orgId }) }
      const sections: ContextSources = {
        session: () => session,
        ...(orgId === undefined ? {} : { featureFlags: () => getLastFlags({ userId, orgId }) }),
      }
      const scope = Sentry.getIsolationScope()
      for (const [section, read] of Object.entries(sections)) scope.setContext(section, { ...read() })
    },
    setOutcome: ({ status, durationMs }) => {
      // One that is not sampled, or has ended, takes nothing more.
      if (!root.isRecording()) return
      root.setAttributes({ [outcomeAttributes.status]: status, [outcomeAttributes.durationMs]: durationMs })
      Sentry.setHttpStatus(root, status)
      root.end()
    },
  }
}
