import { afterEach, expect, test, vi } from 'vitest'
import { consoleLogger, traceLogWith } from './console-logger'

afterEach(() => {
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
