import { afterEach, expect, test, vi } from 'vitest'
import { captureCaughtWith, reportCaught } from './report-caught'

afterEach(() => vi.restoreAllMocks())

test('what is caught is one line of the log and one report, however often it happens and when the SDK comes', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const early = new TypeError('before the SDK was there')
  reportCaught(early)
  reportCaught(early)
  const captured: unknown[] = []
  captureCaughtWith((thrown) => captured.push(thrown))
  const late = new TypeError('after it came')
  reportCaught(late)
  reportCaught(late)
  expect(captured).toEqual([early, late])
  expect(log.mock.calls).toMatchObject([
    ['An error was caught.', { message: 'before the SDK was there', stack: expect.any(String) as unknown }],
    ['An error was caught.', { message: 'after it came' }],
  ])
})

test('what failed on the server, which has told of it, is told no more', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const captured = vi.fn()
  captureCaughtWith(captured)
  reportCaught(Object.assign(new Error('An error occurred in the Server Components render.'), { digest: '2041' }))
  expect([log.mock.calls, captured.mock.calls]).toEqual([[], []])
})
