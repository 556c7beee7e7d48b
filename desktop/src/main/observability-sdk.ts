import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { createReportingHooks } from '@tidemark/shared/observability/reporting-hooks'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import type { SessionContext } from '@tidemark/shared/observability/session-context'
import { traceFieldsOf } from '@tidemark/shared/observability/trace-fields'
import * as Sentry from '@sentry/electron/main'
import { ipcMain } from 'electron'

/** Under these the SDK listens to the whole process. */
const processEvents = ['uncaughtException', 'unhandledRejection'] as const
/** What windows send goes by names that begin with this. */
const ipcNamespace = 'sentry-ipc'

type TransportOptions = Parameters<ReturnType<typeof Sentry.makeElectronOfflineTransport>>[0]

/**
 * Starts the SDK of the main process. Only integrations named here run: the SDK's own list takes screenshots, counts
 * sessions and reads the console. Memory dumps of crashes are not sent: anything may be in them.
 */
export function startSdk(config: ReportingConfig, readContext: () => SessionContext) {
  const own = createReportingHooks({ config, readContext, prefer: 'now' })
  const ofWindows = createReportingHooks({ config, readContext, prefer: 'report' })
  const hooksFor = ({ tags }: { readonly tags?: Readonly<Record<string, unknown>> }) =>
    tags?.['event.process'] === 'browser' ? own : ofWindows
  let isEnded = false
  const goesOn = () => !isEnded
  const listenersBefore = new Map(processEvents.map((name) => [name, new Set(listenersOf(name))]))
  Sentry.init({
    dsn: config.dsn ?? '',
    environment: config.environment,
    release: config.release,
    sendClientReports: false,
    defaultIntegrations: false,
    integrations: [
      Sentry.onUncaughtExceptionIntegration(),
      // Electron warns of rejections and goes on; a listener changes nothing about that.
      Sentry.onUnhandledRejectionIntegration({ mode: 'none' }),
      Sentry.electronContextIntegration(),
      Sentry.linkedErrorsIntegration(),
      Sentry.normalizePathsIntegration(),
    ],
    registerEsmLoaderHooks: false,
    // Through our preload script alone: a protocol would be one more thing that pages can reach.
    ipcMode: Sentry.IPCMode.Classic,
    ipcNamespace,
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...own,
    // A window's report brings its own context, which another window's must not replace.
    beforeSend: (event) => hooksFor(event).beforeSend(event),
    beforeSendTransaction: (event) => hooksFor(event).beforeSendTransaction(event),
    // It tries again by itself what could not be sent, also once the SDK is closed.
    transport: createScrubbedTransport((options: TransportOptions) =>
      Sentry.makeElectronOfflineTransport()({ ...options, shouldSend: goesOn, shouldStore: goesOn }),
    ),
  })
  const added = processEvents.flatMap((name) =>
    listenersOf(name)
      .filter((listener) => listenersBefore.get(name)?.has(listener) !== true)
      .map((listener) => ({ name, listener })),
  )
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))
  return {
    capture: (error: unknown, code: string) => void Sentry.captureException(error, { tags: { code } }),
    flush: async (timeoutMs: number) => void (await Sentry.flush(timeoutMs)),
    traceFields: () => traceFieldsOf(Sentry),
    close: async (timeoutMs: number) => {
      // The SDK is made to be started once: what it listens to it would hear twice after another start, which Electron
      // refuses where an answer is expected.
      for (const name of ipcMain.eventNames())
        if (String(name).startsWith(`${ipcNamespace}.`)) ipcMain.removeAllListeners(String(name))
      ipcMain.removeHandler(`${ipcNamespace}.feedback`)
      await Sentry.close(timeoutMs)
      isEnded = true
      for (const { name, listener } of added) process.off(name, listener)
    },
  }
}

type Listener = (...args: readonly unknown[]) => void

function listenersOf(name: string): readonly Listener[] {
  // Of a listener Node's types say no more than that it is a function.
  return process.rawListeners(name) as Listener[]
}
