import { createRepeatFilter, errorRecordOf, type ErrorRecord } from '@tidemark/shared/observability/error-record'
import type { Logger } from '@tidemark/shared/observability/logger'
import { serverDigestOf } from '@tidemark/shared/observability/server-digest'

const installed = Symbol.for('tidemark.uncaught-errors')

/**
 * Logs uncaught errors, each kind once per page load. The listeners are added once per page, however often this runs;
 * they neither report nor prevent anything, since the SDK's own handlers report.
 */
export function logUncaughtErrors(log: Logger, page: Window = window): void {
  if (Reflect.get(page, installed) === true) return
  Reflect.set(page, installed, true)
  const isFirst = createRepeatFilter()
  const logOnce = (record: ErrorRecord, thrown: unknown) => {
    if (isFirst(record, thrown)) log.error({ ...record }, 'An error was not caught.')
  }
  page.addEventListener('error', (event) => {
    // A failed image or script is an `error` event too, without an error in it.
    if (!(event instanceof ErrorEvent) || serverDigestOf(event.error) !== undefined) return
    logOnce(errorRecordOf(event.error, 'uncaught-exception', event), event.error)
  })
  page.addEventListener('unhandledrejection', (event) => {
    // Deferred, because later listeners may handle the rejection and prevent the default.
    setTimeout(() => {
      if (event.defaultPrevented || serverDigestOf(event.reason) !== undefined) return
      logOnce(errorRecordOf(event.reason, 'unhandled-promise-rejection'), event.reason)
    })
  })
}
