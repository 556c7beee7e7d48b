import { createRequire } from 'node:module'
import type { ClientOptions, TransactionEvent } from '@sentry/core'
import { createRepeatFilter, errorRecordOf, type UncaughtErrorType } from '@tidemark/shared/observability/error-record'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { profilesSampleRate } from '@tidemark/shared/observability/reporting-constants'
import { createReportingHooks, parentSampleRateKey } from '@tidemark/shared/observability/reporting-hooks'
import type { RequestOutcome } from '@tidemark/shared/observability/sampling-rules'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import {
  readSessionContext,
  type ContextSources,
  type SessionContext,
} from '@tidemark/shared/observability/session-context'
import { outcomeAttributes } from '@tidemark/shared/observability/tail-thinning'
import type { Logger } from '@tidemark/shared/observability/logger'
import { getLastFlags } from '../flags/last-flags'
import { noTrace } from '../http/request-headers'
import type { Asker } from './asker'
import { endedRequestOf, keptRateOf, type KeptRequest } from './ended-request'
import { createGathering, type Gathering } from './gathering'
import { loadProfiling } from './load-profiling'
import type { Reporting, RunningRequest } from './reporting'
import { createReportSender } from './report-sender'
import { createRequestProfiler, type TakenProfile } from './request-profiler'
import { beginRequestTrace, getRequestTrace, RequestTrace } from './request-trace'

// CommonJS that re-exports in a loop: Node finds none of its names in an import.
const Sentry = createRequire(import.meta.url)('@sentry/nextjs') as typeof import('@sentry/nextjs')

interface ServerReportingOptions {
  readonly config: ReportingConfig
  readonly log: Logger
  /** The bundled `report-sender-process.js`. */
  readonly senderPath: string
  /** What the process knows besides its requests, as the flags that are on. */
  readonly sources?: ContextSources
  /** Whether this is the server inside the desktop app. */
  readonly isDesktopApp?: boolean
}

/** As the SDK calls the ways on which an error comes that nobody caught. */
const mechanisms: Readonly<Record<UncaughtErrorType, string>> = {
  'uncaught-exception': 'auto.node.onuncaughtexception',
  'unhandled-promise-rejection': 'auto.node.onunhandledrejection',
}

/** Of this process, which starts the SDK once. */
let isInDesktopApp = false

/**
 * Starts the SDK in this process, once. Only integrations named here run: the SDK's own list reads requests' headers and
 * bodies, the console and SQL. Must come before Next is loaded, which looks for a tracer when it starts.
 */
export async function startServerReporting(options: ServerReportingOptions): Promise<Reporting> {
  const { config, log, senderPath, isDesktopApp = false } = options
  isInDesktopApp = isDesktopApp
  // Also of what no request has to do with.
  const sources = { ...(isDesktopApp ? { session: () => ({ isDesktopApp }) } : {}), ...options.sources }
  const { environment } = config
  const readContext = () => readSessionContext(sources)
  const hooks = createReportingHooks({ config, readContext, prefer: 'report', scrubAt: 'transport' })
  // Of a request that nothing is traced of, the scope knows nobody: an error asks the request itself. A trace is made up
  // later, perhaps within another request.
  const readOwnContext = () => readSessionContext({ ...sources, ...sourcesOf(getRequestTrace()?.asker) })
  const { beforeSend } = createReportingHooks({ config, readContext: readOwnContext, prefer: 'report' })
  const profiling = loadProfiling(log)
  const sender = createReportSender(senderPath, log)
  const listenersBefore = process.listeners('uncaughtException')
  const machine = Sentry.nodeContextIntegration({ app: false, device: false, culture: false, cloudResource: false })
  const client = Sentry.init({
    dsn: config.dsn ?? '',
    environment: config.environment,
    release: config.release,
    sendClientReports: false,
    // The host's own requests and Next's spans make traces; only what is named here reads anything.
    defaultIntegrations: false,
    integrations: [
      Sentry.linkedErrorsIntegration(),
      machine,
      Sentry.nativeNodeFetchIntegration({ breadcrumbs: true }),
      Sentry.onUncaughtExceptionIntegration(),
      ...(profiling === null ? [] : [profiling.integration]),
    ],
    registerEsmLoaderHooks: false,
    // Else an environment variable opens a second way out, past our transport.
    spotlight: false,
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...hooks,
    // Next opens its spans for every request. Those of a request that is not followed are never recorded.
    tracesSampler: (question) => (getRequestTrace()?.kind === 'live' ? hooks.tracesSampler(question) : 0),
    beforeSend,
    beforeSendTransaction: (event) => (isOfProxy(event) ? null : hooks.beforeSendTransaction(withGivenParent(event))),
    // Of those that the SDK follows itself, together with the others.
    profilesSampler: () => profiler?.isProfiled() ?? false,
    // Leaves plain data, which another thread can be given; the worker scrubs whatever it sends once more.
    transport: createScrubbedTransport(sender.createTransport),
  })
  const ofSdk = process.listeners('uncaughtException').filter((listener) => !listenersBefore.includes(listener))
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))

  if (client === undefined) throw new Error('the SDK did not start')
  keepUnknownAddresses(client.getOptions())
  // What the SDK says of this process in each transaction that it makes itself.
  const runtime = { name: 'node', version: process.version }
  const known = await machine.processEvent?.({ contexts: { runtime } }, {}, client)
  const { sdk } = client.getSdkMetadata() ?? {}
  const about = { environment, release: config.release, contexts: { ...known?.contexts }, sdk }
  const ended = createGathering<KeptRequest>(
    (requests) => {
      const contextOf = createContextReader(sources)
      sender.sendRequests(
        about,
        requests.map((request) => endedRequestOf(request, contextOf(request.trace.asker))),
      )
    },
    { quietMs: 250, maxWaitMs: 2_000, mostItems: 128 },
  )
  const profiler =
    profiling === null
      ? null
      : createRequestProfiler({ profiler: profiling.profiler, client, share: profilesSampleRate })
  client.on('flush', () => {
    profiler?.flush()
    ended.flush()
  })

  const rules = { environment, head: headOf(config) }

  return {
    runRequest: (request, { trust, sender, hasSpans, admission }, answer) => {
      const { sentryTrace, baggage } = trust === 'untrusted' ? noTrace : sender
      const { method = 'GET', url = '/' } = request
      const isSenderAsked = trust === 'asked'
      const trace = new RequestTrace(rules, { method, url, hasSpans, sentryTrace, baggage, isSenderAsked })
      // One that is followed is profiled by the SDK.
      if (trace.isSure && trace.kind === 'late') trace.profile = profiler?.begin()
      if (trace.kind === 'live') beginRequestTrace(trace, admission, () => inTrace(trace, answer), undefined)
      else beginRequestTrace(trace, admission, answer, new MeasuredRequest(trace, ended))
    },
    getRunning: () => {
      const trace = getRequestTrace()
      if (trace === undefined) return undefined
      return trace.kind === 'live' ? followedRequest(trace) : new MeasuredRequest(trace, ended)
    },
    captureError: (error, code) => inRequest(() => void Sentry.captureException(error, { tags: { code } })),
    captureRenderError: (error, code, { method, path }, { routePath, routeType }) =>
      inRequest(() =>
        Sentry.withScope((scope) => {
          scope.setTag('code', code)
          Sentry.captureRequestError(
            error,
            { method, path, headers: {} },
            { routerKind: 'App Router', routePath, routeType },
          )
        }),
      ),
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
      const trace = getRequestTrace()
      if (trace === undefined) return undefined
      // Next's spans of a request that is not followed carry other ids than its trace.
      const span = trace.kind === 'live' ? Sentry.getActiveSpan() : undefined
      const { traceId, spanId } = span?.spanContext() ?? trace.ids
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

/** Under this name a report's processing data say that its trace begins with it. */
const isBegunKey = 'tidemarkIsBegun'

/** Runs it as part of a request's trace, on a scope of its own. */
function inTrace(trace: RequestTrace, run: () => void): void {
  const { headers } = trace
  Sentry.withIsolationScope((scope) => {
    scope.setSDKProcessingMetadata({
      [parentSampleRateKey]: /sentry-sample_rate=([\d.]+)/.exec(headers.baggage ?? '')?.[1],
      [isBegunKey]: trace.ids.parentSpanId === undefined,
    })
    Sentry.continueTrace(headers, () => run())
  })
}

/** The SDK is put into a trace as if somebody had sent it: one that begins here has no parent. */
function withGivenParent<Event extends TransactionEvent>(event: Event): Event {
  const trace = event.contexts?.trace
  if (trace === undefined || event.sdkProcessingMetadata?.[isBegunKey] !== true) return event
  const { parent_span_id: _, ...begun } = trace
  return { ...event, contexts: { ...event.contexts, trace: begun } }
}

/** Next makes one more transaction of each page, of its proxy, which lets all requests pass and so tells a success of each. */
function isOfProxy({ contexts }: { readonly contexts?: { readonly trace?: { readonly op?: string } } }): boolean {
  return contexts?.trace?.op === 'http.server.middleware'
}

/** The SDK for Next drops by some names, whatever was drawn: a request that Next finds nothing for is one as others are. */
function keepUnknownAddresses(options: Pick<ClientOptions, 'ignoreSpans'>): void {
  const { ignoreSpans = [] } = options
  const names = ['/404', 'GET /_not-found']
  options.ignoreSpans = ignoreSpans.filter(
    (pattern) => !(pattern instanceof RegExp && names.some((name) => pattern.test(name))),
  )
}

/** Within the running request's trace, which the SDK knows only where its parts are traced. */
function inRequest(run: () => void): void {
  const trace = getRequestTrace()
  if (trace === undefined || trace.kind === 'live') run()
  else inTrace(trace, run)
}

/** One that is made of what was measured, if its outcome keeps it. */
class MeasuredRequest implements RunningRequest {
  readonly #trace: RequestTrace
  readonly #ended: Gathering<KeptRequest>

  constructor(trace: RequestTrace, ended: Gathering<KeptRequest>) {
    this.#trace = trace
    this.#ended = ended
  }

  get isSenderAsked(): boolean {
    return this.#trace.isSenderAsked
  }

  trustSender(): void {
    this.#trace.settleSender(true)
  }

  setAsker(asker: Asker): void {
    this.#trace.asker = asker
  }

  setOutcome(outcome: RequestOutcome): void {
    const trace = this.#trace
    if (trace.isEnded) return
    trace.isEnded = true
    trace.settleSender(false)
    const rate = keptRateOf(trace, outcome)
    if (rate === null && trace.profile === undefined) return
    const startedAt = Date.now() - outcome.durationMs
    const handOn = (profile: TakenProfile | undefined) => {
      if (rate !== null) this.#ended.add({ trace, startedAt, outcome, rate, profile })
    }
    if (trace.profile === undefined) handOn(undefined)
    else trace.profile.end(handOn)
  }
}

/** One whose spans the SDK follows. */
function followedRequest(trace: RequestTrace): RunningRequest {
  const span = Sentry.getActiveSpan()
  const root = span === undefined ? undefined : Sentry.getRootSpan(span)
  return {
    // Its spans have begun, so that was known before.
    isSenderAsked: false,
    trustSender: () => undefined,
    setAsker: (asker) => {
      trace.asker = asker
      tellScope(asker)
    },
    setOutcome: (outcome) => void root?.setAttributes(attributesOf(outcome)),
  }
}

function attributesOf({ status, durationMs }: RequestOutcome) {
  return { [outcomeAttributes.status]: status, [outcomeAttributes.durationMs]: durationMs }
}

function tellScope(asker: Asker): void {
  const scope = Sentry.getIsolationScope()
  for (const [section, read] of Object.entries(sourcesOf(asker))) {
    const values = read()
    if (values !== undefined) scope.setContext(section, { ...values })
  }
}

/** What is known of who asks, for the context; nothing while nobody is. */
function sourcesOf(asker: Asker | undefined): ContextSources {
  if (asker === undefined) return {}
  const { userId, orgId } = asker
  const session = () => ({ userId, isDesktopApp: isInDesktopApp, ...(orgId === undefined ? {} : { orgId }) })
  return orgId === undefined ? { session } : { session, featureFlags: () => getLastFlags({ userId, orgId }) }
}

/** Reads contexts as they are now, that of each person once. */
function createContextReader(sources: ContextSources): (asker: Asker | undefined) => SessionContext {
  const known = new Map<string, SessionContext>()
  return (asker) => {
    const whose = JSON.stringify([asker?.userId, asker?.orgId])
    const context = known.get(whose) ?? readSessionContext({ ...sources, ...sourcesOf(asker) })
    known.set(whose, context)
    return context
  }
}
