import { afterEach, expect, test, vi } from 'vitest'
import { logConsole } from './log-console'

const { error, warn, info, log } = console
afterEach(() => void Object.assign(console, { error, warn, info, log }))

test('what is printed is one line of the log, however many it has', () => {
  const logger = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  logConsole(logger)
  console.log('Ready in %d ms', 5)
  console.error('first\nsecond %s', 3)
  console.warn(new RangeError('too far'))
  expect(logger.debug.mock.calls).toEqual([
    [{ text: 'Ready in 5 ms' }, 'printed'],
    [{ text: 'first\nsecond 3' }, 'printed'],
    [{ text: expect.stringContaining('RangeError: too far') }, 'printed'],
  ])
  expect(logger.error).not.toHaveBeenCalled()
})
