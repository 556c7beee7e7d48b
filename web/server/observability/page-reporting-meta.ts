import { reportingConfigOf } from '@tidemark/shared/observability/reporting-config'
import type { Config } from '../base/config'

/**
 * Returns the settings of reports for a page as text; null if reports are off, so that the page contains nothing about
 * them.
 */
export function pageReportingMeta(config: Config): string | null {
  const reporting = reportingConfigOf(config)
  return reporting.isEnabled ? JSON.stringify(reporting) : null
}

/** Returns the foreign origins that a page may send requests to: the one for reports, and the chart host. */
export function foreignOriginsOfPage(config: Config): readonly string[] {
  const { isEnabled, dsn, chartHost } = reportingConfigOf(config)
  const addresses = [...(isEnabled && dsn !== undefined ? [dsn] : []), ...(chartHost === undefined ? [] : [chartHost])]
  return addresses.map((address) => new URL(address).origin)
}
