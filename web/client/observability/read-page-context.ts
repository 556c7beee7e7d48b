import { localStorageSection } from '@tidemark/shared/observability/local-storage-section'
import { readSessionContext, type SessionContext } from '@tidemark/shared/observability/session-context'
import { getReportSources } from './report-sources'

/** The context of a report about this page, as it is now. */
export function readPageContext(): SessionContext {
  const { readers, statePaths } = getReportSources()
  return readSessionContext({
    localStorage: () => localStorageSection(window.localStorage),
    legendState: () => Object.fromEntries([...statePaths].map(([path, read]) => [path, read()])),
    ...Object.fromEntries(readers),
  })
}
