import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import * as Sentry from '@sentry/electron/renderer'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { readPageContext } from './read-page-context'
import { pageReportingOptions } from './page-reporting-options'

/**
 * Starts the SDK in a window of the desktop app: reports go to the main process, which filters them once more and sends
 * them when there is a network. Loaded only where reports are on and the person agreed.
 */
export function startRendererReporting(config: ReportingConfig): void {
  Sentry.init({ ...pageReportingOptions(config, Sentry), sendClientReports: false, defaultIntegrations: false })
  setFirstContext(readPageContext, (section, values) => Sentry.setContext(section, { ...values }))
}
