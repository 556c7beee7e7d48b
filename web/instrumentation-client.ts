import { consoleLogger } from './client/observability/console-logger'
import { keepEarlyErrors, takeEarlyErrors } from './client/observability/early-errors'
import { logUncaughtErrors } from './client/observability/log-uncaught-errors'
import { reportingMetaName } from './client/observability/reporting-meta'

// Next runs this before the page comes alive, so that nothing is lost of what fails first.
logUncaughtErrors(consoleLogger)
if (document.querySelector(`meta[name="${reportingMetaName}"]`) !== null) {
  keepEarlyErrors()
  import('./client/observability/page-reporting')
    .then(({ startPageReporting }) => startPageReporting())
    .catch((thrown: unknown) => consoleLogger.info({ thrown }, 'Error reports could not be started.'))
    // Where the SDK has not started, nobody is told of them.
    .finally(() => void takeEarlyErrors())
}
