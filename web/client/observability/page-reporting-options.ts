import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { browserPropagationTargets } from '@tidemark/shared/observability/propagation-targets'
import { profilesSampleRate, replayOptions } from '@tidemark/shared/observability/reporting-constants'
import { createReportingHooks } from '@tidemark/shared/observability/reporting-hooks'
import { serverDigestOf } from '@tidemark/shared/observability/server-digest'
import { isQuotaError } from '../page/databases/quota-error'
import { readPageContext } from './read-page-context'
import { syncMeasurements } from './sync-measurements'

type BrowserSdk = Pick<
  typeof import('@sentry/nextjs'),
  | 'breadcrumbsIntegration'
  | 'browserProfilingIntegration'
  | 'browserTracingIntegration'
  | 'dedupeIntegration'
  | 'globalHandlersIntegration'
  | 'linkedErrorsIntegration'
  | 'replayIntegration'
>

/**
 * Returns the SDK's options for a page, in a browser or in a window of the desktop app. Only integrations named here
 * run: the SDK's default list counts sessions and reads the console and clicks.
 */
export function pageReportingOptions(config: ReportingConfig, sdk: BrowserSdk) {
  const { maskAllText, blockAllMedia, ...replayRates } = replayOptions
  const hooks = createReportingHooks({ config, readContext: readPageContext, prefer: 'now' })
  return {
    environment: config.environment,
    release: config.release,
    integrations: [
      sdk.globalHandlersIntegration(),
      sdk.linkedErrorsIntegration(),
      sdk.dedupeIntegration(),
      sdk.breadcrumbsIntegration({ console: false, dom: false, sentry: false }),
      sdk.browserTracingIntegration(),
      sdk.browserProfilingIntegration(),
      sdk.replayIntegration({ maskAllText, blockAllMedia }),
    ],
    tracePropagationTargets: browserPropagationTargets(config.chartHost),
    profilesSampleRate,
    ...replayRates,
    ...hooks,
    // Drops errors that the page has handled and shows, and those that the server has reported. The SDK does not check
    // for either.
    beforeSend: <Report extends Parameters<typeof hooks.beforeSend>[0]>(
      report: Report,
      { originalException }: { readonly originalException?: unknown },
    ): Report | null =>
      isQuotaError(originalException) || serverDigestOf(originalException) !== undefined
        ? null
        : hooks.beforeSend(report),
    beforeSendTransaction: <Report extends Parameters<typeof hooks.beforeSendTransaction>[0]>(report: Report) => {
      const measured: unknown = Reflect.get(report, 'measurements')
      const sync = syncMeasurements(readPageContext(), Date.now(), performance)
      return hooks.beforeSendTransaction({ ...report, measurements: { ...Object(measured), ...sync } })
    },
  }
}
