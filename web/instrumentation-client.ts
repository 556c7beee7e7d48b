import { consoleLogger } from './client/observability/console-logger'
import { keepEarlyErrors, takeEarlyErrors } from './client/observability/early-errors'
import { logUncaughtErrors } from './client/observability/log-uncaught-errors'
import { reportingMetaName } from './client/observability/reporting-meta'

// Next runs this file before it hydrates the page, so errors during startup are recorded too.
logUncaughtErrors(consoleLogger)
if (document.querySelector(`meta[name="${reportingMetaName}"]`) !== null) {
  keepEarlyErrors()
  import('./client/observability/page-reporting')
    .then(({ startPageReporting }) => startPageReporting())
    .catch((thrown: unknown) => consoleLogger.info({ thrown }, 'Error reports could not be started.'))
    // If the SDK did not start, the errors kept so far are dropped.
    .finally(() => void takeEarlyErrors())
}
