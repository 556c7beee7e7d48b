import { createRepeatFilter, errorRecordOf } from '@tidemark/shared/observability/error-record'
import { serverDigestOf } from '@tidemark/shared/observability/server-digest'
import { consoleLogger } from './console-logger'

type Capture = (thrown: unknown) => void

const isFirst = createRepeatFilter()
const maxWaiting = 10
/** Errors caught before the SDK was loaded, which a page loads last. They stay here if reporting is off. */
const waiting: unknown[] = []
let capture: Capture = (thrown) => {
  if (waiting.length < maxWaiting) waiting.push(thrown)
}

/**
 * Logs and reports an error that our code caught but cannot resolve, such as one in an error boundary. Each kind is
 * reported once per page load, and never if the server has reported it. message: the text of its log line.
 */
export function reportCaught(thrown: unknown, message = 'An error was caught.'): void {
  if (serverDigestOf(thrown) !== undefined) return
  const record = errorRecordOf(thrown, 'uncaught-exception')
  if (!isFirst(record, thrown)) return
  const { errorType: _, ...fields } = record
  consoleLogger.error(fields, message)
  capture(thrown)
}

/** Passes caught errors to the SDK, including those caught before. */
export function captureCaughtWith(report: Capture): void {
  capture = report
  for (const thrown of waiting.splice(0)) report(thrown)
}
