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

/** Under these the SDK and we listen to the whole process. */
const processEvents = ['uncaughtException', 'unhandledRejection'] as const
/** The prefix of the channel names that windows send on. */
const ipcNamespace = 'sentry-ipc'

/** Hands on the profiles that windows take, which would be left out. The SDK has it in its own list alone. */
const profilesOfWindows = Sentry.getDefaultIntegrations({ enableRendererProfiling: true }).filter(
  ({ name }) => name === 'RendererProfiling',
)

/**
 * Starts the SDK of the main process. Only integrations named here run: the SDK's own list takes screenshots, counts
 * sessions and reads the console. Memory dumps of crashes are not sent: anything may be in them.
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
    // Through our preload script alone: a protocol would be one more thing that pages can reach.
    ipcMode: Sentry.IPCMode.Classic,
    ipcNamespace,
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...own,
    // A window's report brings its own context, which another window's must not replace.
    beforeSend: (event) => hooksFor(event).beforeSend(withOwnKey(event, dsn)),
    beforeSendTransaction: (event) => hooksFor(event).beforeSendTransaction(withOwnKey(event, dsn)),
    transport: createScrubbedTransport((options: Parameters<typeof openOutbox>[1]) => openOutbox(dsn, options)),
  })
  // Electron warns of rejections and goes on; a listener changes nothing about that. The SDK's leaves out those that are called AbortError.
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
      // The SDK is made to be started once: what it listens to it would hear twice after another start, which Electron
      // refuses where an answer is expected.
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
 * Sets a report's own key: for reports of windows the SDK names the destination that it was first started with, for as
 * long as the app runs.
 */
function withOwnKey<Report extends WithHead>(report: Report, dsn: string): Report {
  const { dynamicSamplingContext: head, ...metadata } = report.sdkProcessingMetadata ?? {}
  if (typeof head !== 'object' || head === null || dsn === '') return report
  const dynamicSamplingContext = { ...head, public_key: new URL(dsn).username }
  return { ...report, sdkProcessingMetadata: { ...metadata, dynamicSamplingContext } }
}

type Listener = (...args: readonly unknown[]) => void

function listenersOf(name: string): readonly Listener[] {
  // Of a listener Node's types say no more than that it is a function.
  return process.rawListeners(name) as Listener[]
}

type TransportOptions = Parameters<ReturnType<typeof Sentry.makeElectronOfflineTransport>>[0]

/** The outbox of one destination; it keeps reports on disk while that cannot be reached. */
interface Outbox {
  readonly transport: ReturnType<ReturnType<typeof Sentry.makeElectronOfflineTransport>>
  isOpen: boolean
  isDiscarded: boolean
}

/**
 * By DSN, each as long as the app runs: a transport tries again by itself, also once its SDK is closed, and a second one
 * for the same folder would lose what the first has in hand.
 */
const outboxes = new Map<string, Outbox>()

/** The transport to one place. What waits for another place stays where it is until reports go there again. */
function openOutbox(dsn: string, options: TransportOptions): Outbox['transport'] {
  const known = outboxes.get(dsn)
  if (known !== undefined) {
    known.isOpen = true
    // At once, not when its next try is due.
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

/** From here on nothing is sent; what waits is kept. */
function closeOutboxes(): void {
  for (const outbox of outboxes.values()) outbox.isOpen = false
}

/** From here on nothing is sent or kept, wherever it was to go. */
function discardOutboxes(): void {
  closeOutboxes()
  for (const outbox of outboxes.values()) outbox.isDiscarded = true
  outboxes.clear()
}
