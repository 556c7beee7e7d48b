import { expect, test, vi } from 'vitest'
import { logUncaughtErrors } from './log-uncaught-errors'

class PageError extends Event {
  constructor(readonly error: unknown) {
    super('error')
  }
}

test('listeners are there once per page, prevent nothing, and a promise that somebody dealt with is not logged', async () => {
  vi.stubGlobal('ErrorEvent', PageError)
  // As much of a window as the listeners need.
  const page = new EventTarget() as unknown as Window
  const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  logUncaughtErrors(log, page)
  logUncaughtErrors(log, page)
  const error = new Error('x')
  const thrown = new PageError(error)
  page.dispatchEvent(thrown)
  page.dispatchEvent(new PageError(error))
  expect([log.error.mock.calls.length, thrown.defaultPrevented]).toEqual([1, false])
  page.dispatchEvent(new Event('error'))
  // Has failed on the server, which has a line of it.
  page.dispatchEvent(new PageError(Object.assign(new Error('y'), { digest: '2041' })))
  page.addEventListener('unhandledrejection', (event) => event.preventDefault())
  page.dispatchEvent(new Event('unhandledrejection', { cancelable: true }))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(log.error.mock.calls.length).toBe(1)
  vi.unstubAllGlobals()
})
