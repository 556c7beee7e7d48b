import { afterEach, expect, test, vi } from 'vitest'
import { keepEarlyErrors, takeEarlyErrors } from './early-errors'

class PageError extends Event {
  constructor(
    readonly error: unknown,
    readonly message = '',
  ) {
    super('error')
  }
}

afterEach(() => vi.unstubAllGlobals())

test('what nobody catches is kept until it is taken, and not after that', () => {
  vi.stubGlobal('ErrorEvent', PageError)
  // The part of a window that the listeners need.
  const page = new EventTarget() as unknown as Window
  keepEarlyErrors(page)
  const [error, reason] = [new Error('x'), 'y']
  page.dispatchEvent(new PageError(error))
  page.dispatchEvent(new PageError(null, 'Script error.'))
  page.dispatchEvent(new Event('error'))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  expect(takeEarlyErrors()).toEqual([
    { kind: 'onerror', thrown: error },
    { kind: 'onerror', thrown: 'Script error.' },
    { kind: 'onunhandledrejection', thrown: reason },
  ])
  page.dispatchEvent(new PageError(error))
  expect(takeEarlyErrors()).toEqual([])
})

test('a page that fails all the time fills no memory', () => {
  vi.stubGlobal('ErrorEvent', PageError)
  const page = new EventTarget() as unknown as Window
  keepEarlyErrors(page)
  for (let count = 0; count < 1_000; count += 1) page.dispatchEvent(new PageError(count))
  expect(takeEarlyErrors()).toHaveLength(10)
})
