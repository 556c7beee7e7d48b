import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { logFailure } from './log-failure'
import { keepEarlyFailures, setReporting, type Reporting } from './reporting'

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
const captureError = vi.fn()
beforeEach(() => vi.clearAllMocks())
afterEach(() => setReporting(null))

// The code under test calls only this method.
const start = () => setReporting({ captureError } as unknown as Reporting)

test('what failed while the server was starting is reported once reports are on, and what fails later at once', () => {
  const [early, late] = [new Error('no such folder'), new Error('the mail server is gone')]
  keepEarlyFailures()
  logFailure(log, early)
  expect([log.error.mock.calls.length, captureError.mock.calls.length]).toEqual([1, 0])
  start()
  expect(captureError.mock.calls).toEqual([[early, 'internal']])
  logFailure(log, late)
  logFailure(log, late)
  expect(captureError.mock.calls.slice(1)).toEqual([[late, 'internal']])
})

test('where reports are off nothing waits, and what nobody must look at is only logged', () => {
  keepEarlyFailures()
  logFailure(log, new Error('early'))
  setReporting(null)
  start()
  logFailure(log, new TidemarkError('not-found'))
  expect([log.error.mock.calls.length, captureError.mock.calls.length]).toEqual([2, 0])
})
