import { createRepeatFilter, errorRecordOf, type ErrorRecord } from '@tidemark/shared/observability/error-record'
import type { Logger } from '@tidemark/shared/observability/logger'
import { serverDigestOf } from '@tidemark/shared/observability/server-digest'

const installed = Symbol.for('tidemark.uncaught-errors')

/**
 * Logs what nobody caught, each kind once until the page is loaded anew. The listeners are there once per page, however
 * often this runs; they report nothing and prevent nothing: reports are the SDK's own handlers' work.
 */
export function logUncaughtErrors(log: Logger, page: Window = window): void {
  if (Reflect.get(page, installed) === true) return
  Reflect.set(page, installed, true)
  const isFirst = createRepeatFilter()
  const logOnce = (record: ErrorRecord, thrown: unknown) => {
    if (isFirst(record, thrown)) log.error({ ...record }, 'An error was not caught.')
  }
  page.addEventListener('error', (event) => {
    // A failed image or script is an `error` too, without an error.
    if (!(event instanceof ErrorEvent) || serverDigestOf(event.error) !== undefined) return
    logOnce(errorRecordOf(event.error, 'uncaught-exception', event), event.error)
  })
  page.addEventListener('unhandledrejection', (event) => {
    // Listeners after this one may deal with it, and prevent the default.
    setTimeout(() => {
      if (event.defaultPrevented || serverDigestOf(event.reason) !== undefined) return
      logOnce(errorRecordOf(event.reason, 'unhandled-promise-rejection'), event.reason)
    })
  })
}
