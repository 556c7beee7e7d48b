import type { Logger } from '@tidemark/shared/observability/logger'
import { reportingConfigOf } from '@tidemark/shared/observability/reporting-config'
import type { Config } from '../base/config'
import { logUncaughtErrors } from './log-uncaught-errors'
import { setReporting, type Reporting } from './reporting'

/**
 * Starts error reports if the settings ask for them; otherwise the SDK is not even loaded. Uncaught errors are logged
 * in any case. isDesktopApp: true for the server inside the desktop app.
 */
export async function setupReporting(config: Config, log: Logger, isDesktopApp = false): Promise<Reporting | null> {
  logUncaughtErrors(log)
  const reportingConfig = reportingConfigOf(config)
  if (!reportingConfig.isEnabled) {
    setReporting(null)
    return null
  }
  const { startServerReporting } = await import('./sentry-server')
  const reporting = startServerReporting({ config: reportingConfig, log, isDesktopApp })
  setReporting(reporting)
  return reporting
}
