import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import * as Sentry from '@sentry/nextjs'
import { setFirstContext } from '@tidemark/shared/observability/first-context'
import { traceFieldsOf } from '@tidemark/shared/observability/trace-fields'
import { captureEarlyErrors } from './capture-early-errors'
import { traceLogWith } from './console-logger'
import { readPageContext } from './read-page-context'
import { pageReportingOptions } from './page-reporting-options'

/** Starts the SDK on this page. Loaded only if reporting is on. */
export function startBrowserReporting(config: ReportingConfig): void {
  Sentry.init({
    ...pageReportingOptions(config, Sentry),
    dsn: config.dsn ?? '',
    sendClientReports: false,
    defaultIntegrations: false,
    // The linter resolves the package's server entry, which lacks this export.
    // oxlint-disable-next-line import/namespace
    transport: createScrubbedTransport(Sentry.makeFetchTransport),
  })
  traceLogWith(() => traceFieldsOf(Sentry))
  captureEarlyErrors(Sentry)
  setFirstContext(readPageContext, (section, values) => Sentry.setContext(section, { ...values }))
}
