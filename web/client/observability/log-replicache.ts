import { consoleLogger } from './console-logger'
import { reportCaught } from './report-caught'

/**
 * Forwards Replicache's log to the product's logger; errors are reported as caught ones.
 *
 * isExpected: the status shows the problem to the person, or it is retried, so a developer need not look.
 */
export function logReplicache(messages: readonly unknown[], isExpected: boolean): void {
  const [first, ...more] = messages.filter((message) => typeof message === 'string')
  const message = `Replicache: ${first ?? 'something went wrong.'}`
  const error = messages.find((one) => one instanceof Error)
  if (isExpected) consoleLogger.debug({ more, error }, message)
  else if (error === undefined) consoleLogger.error({ more }, message)
  else reportCaught(error, message)
}
