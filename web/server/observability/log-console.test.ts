import { afterEach, expect, test, vi } from 'vitest'
import { logConsole } from './log-console'

const { error, warn } = console
afterEach(() => void Object.assign(console, { error, warn }))

test('what is printed is one line of the log, however many it has', () => {
  const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  logConsole(log)
  console.error('first\nsecond %s', 3)
  console.warn(new RangeError('too far'))
  expect(log.debug.mock.calls).toEqual([
    [{ text: 'first\nsecond 3' }, 'printed'],
    [{ text: expect.stringContaining('RangeError: too far') }, 'printed'],
  ])
  expect(log.error).not.toHaveBeenCalled()
})
