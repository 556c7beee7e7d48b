import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { nodePropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { createReportingHooks } from '@tidemark/shared/observability/reporting-hooks'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import type { SessionContext } from '@tidemark/shared/observability/session-context'
import * as Sentry from '@sentry/electron/main'

/**
 * Starts the SDK of the main process. Only integrations named here run: the SDK's own list takes screenshots, counts
 * sessions and reads the console. Memory dumps of crashes are not sent: anything may be in them.
 */
export function startSdk(config: ReportingConfig, readContext: () => SessionContext) {
  const own = createReportingHooks({ config, readContext, prefer: 'now' })
  const ofWindows = createReportingHooks({ config, readContext, prefer: 'report' })
  const hooksFor = ({ tags }: { readonly tags?: Readonly<Record<string, unknown>> }) =>
    tags?.['event.process'] === 'browser' ? own : ofWindows
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
    tracePropagationTargets: nodePropagationTargets(config.chartHost),
    ...own,
    // A window's report brings its own context, which another window's must not replace.
    beforeSend: (event) => hooksFor(event).beforeSend(event),
    beforeSendTransaction: (event) => hooksFor(event).beforeSendTransaction(event),
    transport: createScrubbedTransport(Sentry.makeElectronOfflineTransport()),
  })
  setFirstContext(readContext, (section, values) => Sentry.setContext(section, { ...values }))
  return {
    capture: (error: unknown, code: string) => void Sentry.captureException(error, { tags: { code } }),
    close: async (timeoutMs: number) => void (await Sentry.close(timeoutMs)),
  }
}
