import { reportingConfigOf } from '@tidemark/shared/observability/reporting-config'
import type { Config } from '../base/config'

/** The settings of reports that a page is told, as text; null if they are off, and then the page has nothing of them. */
export function pageReportingMeta(config: Config): string | null {
  const reporting = reportingConfigOf(config)
  return reporting.isEnabled ? JSON.stringify(reporting) : null
}

/** Origins besides its own that a page of this server may send to: where its reports go, and the chart host. */
export function foreignOriginsOfPage(config: Config): readonly string[] {
  const { isEnabled, dsn, chartHost } = reportingConfigOf(config)
  const addresses = [...(isEnabled && dsn !== undefined ? [dsn] : []), ...(chartHost === undefined ? [] : [chartHost])]
  return addresses.map((address) => new URL(address).origin)
}
