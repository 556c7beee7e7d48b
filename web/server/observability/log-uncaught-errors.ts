import { createRepeatFilter, errorRecordOf } from '@tidemark/shared/observability/error-record'
import type { Logger } from '@tidemark/shared/observability/logger'

const installed = Symbol.for('tidemark.uncaught-errors')

/**
 * Logs uncaught errors, once per kind, without changing whether the process survives: a monitor does not handle them.
 * Next handles rejections itself, so that they never reach the monitor; `logRejections` adds a listener for them.
 */
export function logUncaughtErrors(log: Logger): void {
  if (Reflect.get(process, installed) !== undefined) return
  const isFirst = createRepeatFilter()
  const logOnce = (thrown: unknown, isRejection: boolean) => {
    const record = errorRecordOf(thrown, isRejection ? 'unhandled-promise-rejection' : 'uncaught-exception')
    if (isFirst(record, thrown)) log.error({ ...record }, 'An error was not caught.')
  }
  Reflect.set(process, installed, logOnce)
  process.on('uncaughtExceptionMonitor', (thrown, origin) => logOnce(thrown, origin === 'unhandledRejection'))
}

/** Logs rejections. Call it once something else handles rejections, because then another listener changes nothing. */
export function logRejections(): void {
  const logOnce: unknown = Reflect.get(process, installed)
  if (typeof logOnce !== 'function' || process.listenerCount('unhandledRejection') === 0) return
  process.on('unhandledRejection', (thrown: unknown) => void logOnce(thrown, true))
}
