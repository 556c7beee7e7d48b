import { createRequire } from 'node:module'
import type { Scope, Span } from '@sentry/core'
import { createRepeatFilter, errorRecordOf, type UncaughtErrorType } from '@tidemark/shared/observability/error-record'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { profilesSampleRate } from '@tidemark/shared/observability/reporting-constants'
import { createReportingHooks, parentSampleRateAttribute } from '@tidemark/shared/observability/reporting-hooks'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import { readSessionContext } from '@tidemark/shared/observability/session-context'
import { outcomeAttributes, type SamplingHead } from '@tidemark/shared/observability/tail-thinning'
import { traceFieldsOf } from '@tidemark/shared/observability/trace-fields'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getLastFlags } from '../base/last-flags'
import { loadProfiling } from './load-profiling'
import type { Reporting, RunningRequest } from './reporting'

const require = createRequire(import.meta.url)
// Loaded with `require`: these CommonJS modules re-export in a cycle, so Node finds no named exports in them, and an
// import of the core would load a second copy.
const Sentry = require('@sentry/node-core/light') as typeof import('@sentry/node-core/light')
const { propagationContextFromHeaders } = require('@sentry/core') as typeof import('@sentry/core')

interface ServerReportingOptions {
  readonly config: ReportingConfig
  readonly log: Logger
  /** True for the server inside the desktop app. */
  readonly isDesktopApp?: boolean
}

/** The SDK's names for the ways in which an uncaught error arrives. */
const mechanisms: Readonly<Record<UncaughtErrorType, string>> = {
  'uncaught-exception': 'auto.node.onuncaughtexception',
  'unhandled-promise-rejection': 'auto.node.onunhandledrejection',
}

/** The operation of our root spans. */
const requestOp = 'http.server'

/**
 * Starts the SDK in this process, once. Its light mode needs no OpenTelemetry and costs a request a third as much. Only
 * the integrations listed here run; the SDK's defaults read requests' headers and bodies, and the console.
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
    // Avoids copying reports twice, since the transport copies them field by field.
    normalizeDepth: 0,
    integrations: [
      Sentry.linkedErrorsIntegration(),
      Sentry.nodeContextIntegration({ app: false, device: false, culture: false, cloudResource: false }),
      Sentry.nativeNodeFetchIntegration({ breadcrumbs: true }),
      Sentry.onUncaughtExceptionIntegration(),
      ...(profiling === null ? [] : [profiling]),
    ],
    // Otherwise an environment variable could enable a second way out that bypasses our transport.
    spotlight: false,
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...hooks,
    // Work outside of requests, such as calls to other servers, is not traced.
    tracesSampler: (question) => (question.attributes?.['sentry.op'] === requestOp ? hooks.tracesSampler(question) : 0),
    // Its replacement decides per session rather than per trace.
    // oxlint-disable-next-line typescript/no-deprecated
    profilesSampleRate,
    transport: createScrubbedTransport(Sentry.makeNodeTransport),
    transportOptions: { keepAlive: true },
  })
  const ofSdk = process.listeners('uncaughtException').filter((listener) => !listenersBefore.includes(listener))
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))
  /** Running requests by their isolation scope. */
  const requests = new WeakMap<Scope, RunningRequest>()
  const getRunning = () => requests.get(Sentry.getIsolationScope())

  return {
    runRequest: ({ method = 'GET', url = '/' }, { sentryTrace, baggage }, answer) =>
      Sentry.withIsolationScope((requestScope) => {
        const scope = Sentry.getCurrentScope()
        if (sentryTrace !== undefined) scope.setPropagationContext(propagationContextFromHeaders(sentryTrace, baggage))
        const trace = scope.getPropagationContext()
        const attributes = { 'sentry.op': requestOp, 'http.method': method, 'http.target': url, ...rateOf(trace.dsc) }
        const rate = hooks.tracesSampler({ attributes, parentSampled: trace.sampled })
        if (trace.sampleRand < rate) {
          const name = `${method} ${url.replace(/\?.*$/s, '')}`
          const span = Sentry.startInactiveSpan({ name, attributes: { ...attributes, 'sentry.source': 'url' } })
          requests.set(requestScope, runningRequest(requestScope, isDesktopApp, span))
          Sentry.withActiveSpan(span, answer)
        } else {
          // Without this, the SDK would create a span even for requests whose trace is not sampled, which are most.
          scope.setPropagationContext({ ...trace, sampled: false })
          requests.set(requestScope, runningRequest(requestScope, isDesktopApp, null))
          answer()
        }
      }),
    getRunning,
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
        // The SDK's listener treats the first exception as the end of the process and reports no others.
        for (const listener of ofSdk) process.off('uncaughtException', listener)
        process.on('uncaughtException', (error) => captureOnce(error, 'uncaught-exception'))
      }
      // If it were the only listener, it would keep a process alive that otherwise ends; such an error is reported
      // anyway. The SDK's own listener ignores errors named AbortError.
      if (process.listenerCount('unhandledRejection') > 0)
        process.on('unhandledRejection', (reason) => captureOnce(reason, 'unhandled-promise-rejection'))
    },
    traceFields: () => (getRunning() === undefined ? undefined : traceFieldsOf(Sentry)),
    close: async (timeoutMs) => void (await Sentry.close(timeoutMs)),
  }
}

/** Returns the sampling rate with which the sender began a trace. */
function rateOf(head: SamplingHead | undefined) {
  const rate = head?.['sample_rate']
  return rate === undefined ? {} : { [parentSampleRateAttribute]: rate }
}

/** Creates the record of a request from its scope and root span. root: null if it is not sampled. */
function runningRequest(scope: Scope, isDesktopApp: boolean, root: Span | null): RunningRequest {
  return {
    setAsker: ({ userId, orgId }) => {
      scope.setContext('session', { userId, isDesktopApp, ...(orgId === undefined ? {} : { orgId }) })
      if (orgId !== undefined) scope.setContext('featureFlags', { ...getLastFlags({ userId, orgId }) })
    },
    setOutcome: ({ status, durationMs }) => {
      // A span that has ended accepts no more data.
      if (root === null || !root.isRecording()) return
      root.setAttributes({ [outcomeAttributes.status]: status, [outcomeAttributes.durationMs]: durationMs })
      Sentry.setHttpStatus(root, status)
      root.end()
    },
  }
}
