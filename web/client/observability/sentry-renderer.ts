import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import type { TeamDesktopApi } from '@tidemark/shared/ipc/desktop-api'
import * as Sentry from '@sentry/electron/renderer'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { traceFieldsOf } from '@tidemark/shared/observability/trace-fields'
import { captureEarlyErrors } from './capture-early-errors'
import { traceLogWith } from './console-logger'
import { readPageContext } from './read-page-context'
import { pageReportingOptions } from './page-reporting-options'

const tellEveryMs = 10_000

/**
 * Starts the SDK in a window of the desktop app: reports go to the main process, which filters them again and sends
 * them when there is a network. Loaded only if reporting is on and the person agreed.
 */
export function startRendererReporting(config: ReportingConfig, desktop: TeamDesktopApi): void {
  Sentry.init({ ...pageReportingOptions(config, Sentry), sendClientReports: false, defaultIntegrations: false })
  traceLogWith(() => traceFieldsOf(Sentry))
  captureEarlyErrors(Sentry)
  setFirstContext(readPageContext, (section, values) => Sentry.setContext(section, { ...values }))
  tellContext(desktop)
  setInterval(() => tellContext(desktop), tellEveryMs)
}

/** Sends this page's context to the main process, which adds the latest one to its own error reports. */
function tellContext(desktop: TeamDesktopApi): void {
  desktop.tellContext(readPageContext()).catch((thrown: unknown) => console.debug('the context was not told', thrown))
}
