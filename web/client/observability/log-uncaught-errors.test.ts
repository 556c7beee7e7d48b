import { expect, test, vi } from 'vitest'
import { logUncaughtErrors } from './log-uncaught-errors'

class PageError extends Event {
  constructor(readonly error: unknown) {
    super('error', { cancelable: true })
  }
}

test('listeners are there once per page, prevent nothing, and a promise that somebody dealt with is not logged', async () => {
  vi.stubGlobal('ErrorEvent', PageError)
  // The part of a window that the listeners need.
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
  const rejectedWith = (reason: unknown) =>
    Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason })
  const rejected = rejectedWith(new Error('z'))
  page.dispatchEvent(rejected)
  // These failed on the server, which has logged them.
  const failedThere = Object.assign(new Error('y'), { digest: '2041' })
  page.dispatchEvent(new PageError(failedThere))
  page.dispatchEvent(rejectedWith(failedThere))
  await new Promise((resolve) => setTimeout(resolve, 5))
  page.addEventListener('unhandledrejection', (event) => event.preventDefault())
  page.dispatchEvent(rejectedWith(new Error('dealt with')))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(log.error.mock.calls.map(([fields]) => Object(fields).message)).toEqual(['x', 'z'])
  expect(rejected.defaultPrevented).toBe(false)
  vi.unstubAllGlobals()
})
