import { expect, it, vi } from 'vitest'
import { createPageLog, maxLinesInPeriod } from './page-log'

it('writes what pages log, and of a loop no more than so many lines a minute, which it says', () => {
  const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
  let now = 1_000_000
  const pageLog = createPageLog(log, () => now)
  const write = () => pageLog.write({ level: 'error', message: 'It failed.', fields: { line: 1 } })
  for (let count = 0; count < maxLinesInPeriod + 7; count += 1) write()
  expect(log.error).toHaveBeenCalledTimes(maxLinesInPeriod)
  expect(log.error).toHaveBeenCalledWith({ line: 1 }, 'It failed.')
  expect(log.info).not.toHaveBeenCalled()
  now += 60_000
  write()
  expect(log.info.mock.calls).toEqual([[{ count: 7 }, 'Lines of pages were left out.']])
  expect(log.error).toHaveBeenCalledTimes(maxLinesInPeriod + 1)
})
