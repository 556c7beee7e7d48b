import type { Logger } from '@tidemark/shared/observability/logger'
import { reportingConfigOf, type ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import type { Config } from '../config'
import { logUncaughtErrors } from './log-uncaught-errors'
import { setReporting, type Reporting } from './reporting'

/**
 * Starts error reports when the settings ask for them; else the SDK is not even loaded. Uncaught errors are logged either
 * way. Must come before Next is prepared. isDesktopApp: whether it is the server inside the desktop app.
 */
export async function setupReporting(
  config: Config,
  log: Logger,
  { isDesktopApp = false }: { readonly isDesktopApp?: boolean } = {},
): Promise<Reporting | null> {
  logUncaughtErrors(log)
  const reportingConfig = reportingConfigOf(config)
  const reporting = reportingConfig.isEnabled ? await start(reportingConfig, log, isDesktopApp) : null
  setReporting(reporting)
  return reporting
}

async function start(config: ReportingConfig, log: Logger, isDesktopApp: boolean): Promise<Reporting> {
  const { startServerReporting } = await import('./sentry-server')
  return await startServerReporting({ config, log, isDesktopApp })
}
