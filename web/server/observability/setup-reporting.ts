import { join } from 'node:path'
import type { Logger } from '@tidemark/shared/observability/logger'
import { reportingConfigOf, type ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import type { Config } from '../base/config'
import { logUncaughtErrors } from './log-uncaught-errors'
import { setReporting, type Reporting } from './reporting'

/**
 * Starts error reports when the settings ask for them; else the SDK is not even loaded. Uncaught errors are logged either
 * way. Must come before Next is prepared. serverDir: where the server's programs are. isDesktopApp: whether it is the server
 * inside the desktop app.
 */
export async function setupReporting(
  config: Config,
  log: Logger,
  { serverDir, isDesktopApp = false }: { readonly serverDir: string; readonly isDesktopApp?: boolean },
): Promise<Reporting | null> {
  logUncaughtErrors(log)
  const reportingConfig = reportingConfigOf(config)
  const reporting = reportingConfig.isEnabled
    ? await start({ config: reportingConfig, log, isDesktopApp, serverDir })
    : null
  setReporting(reporting)
  return reporting
}

interface StartOptions {
  readonly config: ReportingConfig
  readonly log: Logger
  readonly isDesktopApp: boolean
  readonly serverDir: string
}

async function start({ serverDir, ...options }: StartOptions): Promise<Reporting> {
  const { startServerReporting } = await import('./sentry-server')
  return await startServerReporting({ ...options, senderPath: join(serverDir, 'report-sender-process.js') })
}
