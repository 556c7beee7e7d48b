import { localStorageSection } from '@tidemark/shared/observability/local-storage-section'
import { readSessionContext, type SessionContext } from '@tidemark/shared/observability/session-context'
import { getReportSources } from './report-sources'

/** Returns the present context of this page for a report. */
export function readPageContext(): SessionContext {
  const { readers, statePaths } = getReportSources()
  return readSessionContext({
    localStorage: () => localStorageSection(window.localStorage),
    legendState: () => Object.fromEntries([...statePaths].map(([path, read]) => [path, read()])),
    ...Object.fromEntries(readers),
  })
}
