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
// CommonJS that re-exports in a loop: Node finds none of its names in an import. An import of the core would load it once more.
const Sentry = require('@sentry/node-core/light') as typeof import('@sentry/node-core/light')
const { propagationContextFromHeaders } = require('@sentry/core') as typeof import('@sentry/core')

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
    // Else reports are copied twice: what leaves is copied field by field in the transport.
    normalizeDepth: 0,
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
    transportOptions: { keepAlive: true },
  })
  const ofSdk = process.listeners('uncaughtException').filter((listener) => !listenersBefore.includes(listener))
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))
  /** By the isolation scope that each has of its own. */
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
          // Of a trace that is not sampled the SDK would make a span all the same, for most requests, and for nothing.
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
        // The SDK's takes the first for the end of the process, and reports no other.
        for (const listener of ofSdk) process.off('uncaughtException', listener)
        process.on('uncaughtException', (error) => captureOnce(error, 'uncaught-exception'))
      }
      // Alone, a listener would keep a process alive that ends with reports off; what ends it is reported anyhow. The SDK's leaves out
      // those that are called AbortError.
      if (process.listenerCount('unhandledRejection') > 0)
        process.on('unhandledRejection', (reason) => captureOnce(reason, 'unhandled-promise-rejection'))
    },
    traceFields: () => (getRunning() === undefined ? undefined : traceFieldsOf(Sentry)),
    close: async (timeoutMs) => void (await Sentry.close(timeoutMs)),
  }
}

/** The rate at which the sender of a trace has begun it. */
function rateOf(head: SamplingHead | undefined) {
  const rate = head?.['sample_rate']
  return rate === undefined ? {} : { [parentSampleRateAttribute]: rate }
}

/** A request by its scope and its root span; null where it is not sampled. */
function runningRequest(scope: Scope, isDesktopApp: boolean, root: Span | null): RunningRequest {
  return {
    setAsker: ({ userId, orgId }) => {
      scope.setContext('session', { userId, isDesktopApp, ...(orgId === undefined ? {} : { orgId }) })
      if (orgId !== undefined) scope.setContext('featureFlags', { ...getLastFlags({ userId, orgId }) })
    },
    setOutcome: ({ status, durationMs }) => {
      // One that has ended takes nothing more.
      if (root === null || !root.isRecording()) return
      root.setAttributes({ [outcomeAttributes.status]: status, [outcomeAttributes.durationMs]: durationMs })
      Sentry.setHttpStatus(root, status)
      root.end()
    },
  }
}
