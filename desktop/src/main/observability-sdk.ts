import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { createReportingHooks } from '@tidemark/shared/observability/reporting-hooks'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import type { SessionContext } from '@tidemark/shared/observability/session-context'
import { traceFieldsOf } from '@tidemark/shared/observability/trace-fields'
import * as Sentry from '@sentry/electron/main'
import { ipcMain, app } from 'electron'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The process-wide events that both the SDK and this module listen to. */
const processEvents = ['uncaughtException', 'unhandledRejection'] as const
/** The prefix of the IPC channels on which windows send reports. */
const ipcNamespace = 'sentry-ipc'

/** The integration that passes on profiles taken by windows. The SDK exports it only through its default list. */
const profilesOfWindows = Sentry.getDefaultIntegrations({ enableRendererProfiling: true }).filter(
  ({ name }) => name === 'RendererProfiling',
)

/**
 * Starts the SDK of the main process. Only the integrations named here run: the default list takes screenshots, counts
 * sessions and reads the console. Crash dumps are not sent, because memory may hold anything.
 */
export function startSdk(config: ReportingConfig, readContext: () => SessionContext) {
  const own = createReportingHooks({ config, readContext, prefer: 'now' })
  const ofWindows = createReportingHooks({ config, readContext, prefer: 'report' })
  const hooksFor = ({ tags }: { readonly tags?: Readonly<Record<string, unknown>> }) =>
    tags?.['event.process'] === 'browser' ? own : ofWindows
  const dsn = config.dsn ?? ''
  const listenersBefore = new Map(processEvents.map((name) => [name, new Set(listenersOf(name))]))
  Sentry.init({
    dsn,
    environment: config.environment,
    release: config.release,
    sendClientReports: false,
    defaultIntegrations: false,
    integrations: [
      Sentry.onUncaughtExceptionIntegration(),
      Sentry.electronContextIntegration(),
      Sentry.linkedErrorsIntegration(),
      Sentry.normalizePathsIntegration(),
      ...profilesOfWindows,
    ],
    enableRendererProfiling: true,
    registerEsmLoaderHooks: false,
    // Windows send through the preload script only: a protocol would be one more thing that pages can reach.
    ipcMode: Sentry.IPCMode.Classic,
    ipcNamespace,
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...own,
    // A window's report carries its own context, which another window's context must not replace.
    beforeSend: (event) => hooksFor(event).beforeSend(withOwnKey(event, dsn)),
    beforeSendTransaction: (event) => hooksFor(event).beforeSendTransaction(withOwnKey(event, dsn)),
    transport: createScrubbedTransport((options: Parameters<typeof openOutbox>[1]) => openOutbox(dsn, options)),
  })
  // A listener changes nothing here: Electron only warns of rejections and goes on. The SDK's own listener ignores
  // rejections named AbortError.
  process.on('unhandledRejection', (reason) => {
    Sentry.captureException(reason, { mechanism: { handled: false, type: 'auto.node.onunhandledrejection' } })
  })
  const added = processEvents.flatMap((name) =>
    listenersOf(name)
      .filter((listener) => listenersBefore.get(name)?.has(listener) !== true)
      .map((listener) => ({ name, listener })),
  )
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))
  return {
    traceFields: () => traceFieldsOf(Sentry),
    capture: (error: unknown, code: string) => void Sentry.captureException(error, { tags: { code } }),
    flush: async (timeoutMs: number) => void (await Sentry.flush(timeoutMs)),
    close: async (timeoutMs: number, waiting: 'keep' | 'discard') => {
      // The SDK expects to be started once. After a second start its listeners would hear everything twice, and
      // Electron refuses a second handler.
      for (const name of ipcMain.eventNames())
        if (String(name).startsWith(`${ipcNamespace}.`)) ipcMain.removeAllListeners(String(name))
      ipcMain.removeHandler(`${ipcNamespace}.feedback`)
      await Sentry.close(timeoutMs)
      if (waiting === 'keep') closeOutboxes()
      else discardOutboxes()
      for (const { name, listener } of added) process.off(name, listener)
    },
  }
}

interface WithHead {
  sdkProcessingMetadata?: Record<string, unknown> | undefined
}

/**
 * Sets the key of a report's own destination: for as long as the app runs, the SDK gives windows' reports the
 * destination of its first start.
 */
function withOwnKey<Report extends WithHead>(report: Report, dsn: string): Report {
  const { dynamicSamplingContext: head, ...metadata } = report.sdkProcessingMetadata ?? {}
  if (typeof head !== 'object' || head === null || dsn === '') return report
  const dynamicSamplingContext = { ...head, public_key: new URL(dsn).username }
  return { ...report, sdkProcessingMetadata: { ...metadata, dynamicSamplingContext } }
}

type Listener = (...args: readonly unknown[]) => void

function listenersOf(name: string): readonly Listener[] {
  // Node's types say only that a listener is a function.
  return process.rawListeners(name) as Listener[]
}

type TransportOptions = Parameters<ReturnType<typeof Sentry.makeElectronOfflineTransport>>[0]

/** The queue of reports for one destination; keeps reports on disk while the destination cannot be reached. */
interface Outbox {
  readonly transport: ReturnType<ReturnType<typeof Sentry.makeElectronOfflineTransport>>
  isOpen: boolean
  isDiscarded: boolean
}

/**
 * Outboxes by DSN, kept while the app runs. A transport retries even after its SDK is closed, and a second transport on
 * the same folder would lose the first one's reports.
 */
const outboxes = new Map<string, Outbox>()

/**
 * Opens the transport for one destination. Reports for other destinations stay on disk until reporting goes there
 * again.
 */
function openOutbox(dsn: string, options: TransportOptions): Outbox['transport'] {
  const known = outboxes.get(dsn)
  if (known !== undefined) {
    known.isOpen = true
    // Sends what waits at once, not at the transport's next retry.
    void known.transport.flush()
    return known.transport
  }
  const state = { isOpen: true, isDiscarded: false }
  const transport = Sentry.makeElectronOfflineTransport()({
    ...options,
    queuePath: join(app.getPath('userData'), 'sentry', 'queue', createHash('sha256').update(dsn).digest('hex')),
    shouldSend: () => state.isOpen,
    shouldStore: () => !state.isDiscarded,
  })
  outboxes.set(dsn, Object.assign(state, { transport }))
  return transport
}

/** Stops sending in all outboxes; waiting reports are kept. */
function closeOutboxes(): void {
  for (const outbox of outboxes.values()) outbox.isOpen = false
}

/** Stops sending and keeping in all outboxes, whatever their destination. */
function discardOutboxes(): void {
  closeOutboxes()
  for (const outbox of outboxes.values()) outbox.isDiscarded = true
  outboxes.clear()
}
