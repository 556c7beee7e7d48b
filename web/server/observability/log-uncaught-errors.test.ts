import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logRejections, logUncaughtErrors } from './log-uncaught-errors'

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
const fields = ['message', 'stack', 'filename', 'line', 'column', 'errorType']

let others: NodeJS.UnhandledRejectionListener[]
beforeEach(() => {
  // The test runner's own listeners would end the run.
  others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
})
afterEach(() => {
  process.removeAllListeners('unhandledRejection')
  process.removeAllListeners('uncaughtExceptionMonitor')
  for (const other of others) process.on('unhandledRejection', other)
  Reflect.deleteProperty(process, Symbol.for('tidemark.uncaught-errors'))
  vi.clearAllMocks()
})

/** Calls the listeners as Node does before it ends the process. Anything may be thrown, despite the type. */
function uncaught(thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
  for (const listener of process.listeners('uncaughtExceptionMonitor')) listener(thrown as Error, origin)
}
const records = () => log.error.mock.calls.map(([record]) => record as Readonly<Record<string, unknown>>)

test('what nobody caught is logged once for each kind with its six fields, and the process is left to its fate', () => {
  const handlers = process.listenerCount('uncaughtException')
  logUncaughtErrors(log)
  logUncaughtErrors(log)
  const error = new RangeError('broken')
  uncaught(error, 'uncaughtException')
  uncaught(error, 'uncaughtException')
  uncaught(undefined, 'unhandledRejection')
  expect(records().map((record) => Object.keys(record))).toEqual([fields, fields])
  expect(records()).toMatchObject([
    { message: 'broken', stack: error.stack, errorType: 'uncaught-exception' },
    { message: 'Unknown error', stack: null, errorType: 'unhandled-promise-rejection' },
  ])
  expect(process.listenerCount('uncaughtException')).toBe(handlers)
})

test('rejections are listened for only beside somebody who handles them: alone it would keep the process alive', () => {
  logUncaughtErrors(log)
  logRejections()
  expect(process.listenerCount('unhandledRejection')).toBe(0)

  process.on('unhandledRejection', () => undefined)
  logRejections()
  const rejected = new Error('nobody waits')
  process.emit('unhandledRejection', rejected, Promise.resolve())
  process.emit('unhandledRejection', rejected, Promise.resolve())
  expect(records()).toMatchObject([{ message: 'nobody waits', errorType: 'unhandled-promise-rejection' }])
})
