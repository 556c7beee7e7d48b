import { createRepeatFilter, errorRecordOf } from '@tidemark/shared/observability/error-record'
import type { Logger } from '@tidemark/shared/observability/logger'

const installed = Symbol.for('tidemark.uncaught-errors')

/**
 * Logs what nobody caught, once for each kind, and changes nothing about the process's fate: a monitor is no handler.
 * Next handles rejections itself, so they never reach the monitor; `logRejections` listens beside it.
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

/** To be called once something else handles rejections: then one more listener changes nothing. */
export function logRejections(): void {
  const logOnce: unknown = Reflect.get(process, installed)
  if (typeof logOnce !== 'function' || process.listenerCount('unhandledRejection') === 0) return
  process.on('unhandledRejection', (thrown: unknown) => void logOnce(thrown, true))
}
