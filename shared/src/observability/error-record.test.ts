import { expect, test } from 'vitest'
import { createRepeatFilter, errorRecordOf } from './error-record'

test('an exception is recorded with exactly six fields', () => {
  const error = new TypeError('no')
  error.stack = 'TypeError: no\n    at draw (http://127.0.0.1:3000/_next/a.js:12:34)'
  expect(errorRecordOf(error, 'uncaught-exception')).toEqual({
    message: 'no',
    stack: error.stack,
    filename: 'http://127.0.0.1:3000/_next/a.js',
    line: 12,
    column: 34,
    errorType: 'uncaught-exception',
  })
})

test('where the browser says it was thrown counts before the stack', () => {
  const place = { message: 'Uncaught Error: x', filename: 'b.js', lineno: 1, colno: 2 }
  expect(errorRecordOf(new Error('x'), 'uncaught-exception', place)).toMatchObject({
    filename: 'b.js',
    line: 1,
    column: 2,
  })
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['an empty message', new Error('')],
  ['an object without a message', { code: 1 }],
  [
    'a message that throws',
    Object.defineProperty({}, 'message', {
      get: () => {
        throw new Error('inner')
      },
    }),
  ],
  ['a message that is no text', { message: 42 }],
])('%s is an unknown error', (_, thrown) => {
  expect(errorRecordOf(thrown, 'unhandled-promise-rejection').message).toBe('Unknown error')
})

test('a thrown text is the message', () => {
  expect(errorRecordOf('stop', 'unhandled-promise-rejection').message).toBe('stop')
})

test('the same error passes once, another passes too', () => {
  const isFirst = createRepeatFilter()
  const record = errorRecordOf('a', 'uncaught-exception')
  const others = [record, { ...record, message: 'b' }, { ...record, errorType: 'unhandled-promise-rejection' as const }]
  expect([record, ...others].map((one) => isFirst(one, 'a'))).toEqual([true, false, true, true])
})

test('errors of one message and place are two where their classes are', () => {
  const isFirst = createRepeatFilter()
  const thrown = [TypeError, RangeError, TypeError].map((of) => new of('no'))
  // The stack was made before the error got its name.
  for (const error of thrown) error.stack = 'Error: no\n    at draw (http://127.0.0.1:3000/_next/a.js:12:34)'
  const passed = thrown.map((error) => isFirst(errorRecordOf(error, 'uncaught-exception'), error))
  expect(passed).toEqual([true, true, false])
})

test('of very many kinds the last ones are remembered, so that a server’s memory does not fill with them', () => {
  const isFirst = createRepeatFilter()
  const passes = (index: number) => {
    const thrown = `no order ${index}`
    return isFirst(errorRecordOf(thrown, 'uncaught-exception'), thrown)
  }
  for (let index = 0; index <= 1_000; index += 1) expect(passes(index)).toBe(true)
  expect([passes(1_000), passes(1), passes(0)]).toEqual([false, false, true])
})

test.each([
  ['nothing', null, 'Uncaught null'],
  ['an error without a message', new Error(''), 'Uncaught Error'],
])('what a browser says of %s is no message', (_, thrown, message) => {
  const place = { message, filename: 'http://localhost/a.js', lineno: 1, colno: 2 }
  expect(errorRecordOf(thrown, 'uncaught-exception', place).message).toBe('Unknown error')
})

test.each([
  ['Script error.', ''],
  ['ResizeObserver loop completed with undelivered notifications.', 'http://localhost/dashboards/x'],
])('of what comes without an error, as %j, the browser’s word is all that is known', (message, filename) => {
  const place = { message, filename, lineno: 0, colno: 0 }
  expect(errorRecordOf(null, 'uncaught-exception', place).message).toBe(message)
  expect(errorRecordOf(undefined, 'uncaught-exception', place).message).toBe(message)
})
