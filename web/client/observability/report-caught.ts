import { createRepeatFilter, errorRecordOf } from '@tidemark/shared/observability/error-record'
import { serverDigestOf } from '@tidemark/shared/observability/server-digest'
import { consoleLogger } from './console-logger'

type Capture = (thrown: unknown) => void

const isFirst = createRepeatFilter()
const maxWaiting = 10
/** The errors caught before the SDK was loaded, which a page loads last; they stay here where reports are off. */
const waiting: unknown[] = []
let capture: Capture = (thrown) => {
  if (waiting.length < maxWaiting) waiting.push(thrown)
}

/**
 * Logs and reports what code of ours caught and can do nothing about, as a boundary that shows something else instead.
 * Each kind once until the page is loaded anew, and none that the server has told of. message: of its line in the log.
 */
export function reportCaught(thrown: unknown, message = 'An error was caught.'): void {
  if (serverDigestOf(thrown) !== undefined) return
  const record = errorRecordOf(thrown, 'uncaught-exception')
  if (!isFirst(record, thrown)) return
  const { errorType: _, ...fields } = record
  consoleLogger.error(fields, message)
  capture(thrown)
}

/** Hands what is caught to the SDK, from what came before it on. */
export function captureCaughtWith(report: Capture): void {
  capture = report
  for (const thrown of waiting.splice(0)) report(thrown)
}
