import { afterEach, expect, test, vi } from 'vitest'
import { consoleLogger, traceLogWith } from './console-logger'

afterEach(() => {
  vi.unstubAllGlobals()
  traceLogWith(() => undefined)
  vi.restoreAllMocks()
})

test('lines of a page carry the trace that runs once reports are on, and no id before', () => {
  const log = vi.spyOn(console, 'info').mockReturnValue()
  consoleLogger.info({ count: 1 }, 'Before.')
  traceLogWith(() => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }))
  consoleLogger.info({ count: 2 }, 'While.')
  expect(log.mock.calls).toEqual([
    ['Before.', { count: 1 }],
    ['While.', { count: 2, traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }],
  ])
})

test('in the desktop app its file gets what JSON can say of a line, and the console all of it', async () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue()
  const writeLog = vi.fn(async () => undefined)
  vi.stubGlobal('window', { tidemarkDesktop: { writeLog } })
  const error = new TypeError('why', { cause: new RangeError('why that') })
  const loop: { own?: unknown } = {}
  loop.own = loop
  consoleLogger.error({ thrown: error, count: 1 }, 'It failed.')
  consoleLogger.error(loop, 'It goes round.')
  consoleLogger.debug({ count: 2 }, 'Left out.')
  await vi.waitFor(() => expect(writeLog).toHaveBeenCalledTimes(1))
  expect(writeLog).toHaveBeenCalledWith({
    level: 'error',
    message: 'It failed.',
    fields: {
      thrown: expect.stringMatching(/^TypeError: why\n[^]*Caused by: RangeError: why that/) as string,
      count: 1,
    },
  })
  expect(shown.mock.calls).toEqual([
    ['It failed.', { thrown: error, count: 1 }],
    ['It goes round.', loop],
  ])
})
