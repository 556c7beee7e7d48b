import { afterEach, expect, test, vi } from 'vitest'
import { logReplicache } from './log-replicache'
import { captureCaughtWith } from './report-caught'

const captured = vi.fn()
captureCaughtWith(captured)
afterEach(() => {
  vi.restoreAllMocks()
  captured.mockClear()
})

const spied = (level: 'error' | 'debug') => vi.spyOn(console, level).mockReturnValue()

test('an error that Replicache logs is one line of our logger and one report, however often it comes', () => {
  const error = spied('error')
  const failure = new Error('the store is gone')
  for (let count = 0; count < 3; count += 1) logReplicache(['Persist failed', failure], false)
  expect(error.mock.calls).toEqual([
    ['Replicache: Persist failed', expect.objectContaining({ message: 'the store is gone' })],
  ])
  expect(captured.mock.calls).toEqual([[failure]])
})

test('what it says without an error is logged and not reported', () => {
  const error = spied('error')
  logReplicache(['Got a status', '418'], false)
  expect(error.mock.calls).toEqual([['Replicache: Got a status', { more: ['418'] }]])
  expect(captured).not.toHaveBeenCalled()
})

test('what was to be expected is for debugging alone', () => {
  const [debug, error] = [spied('debug'), spied('error')]
  logReplicache(['Push failed', new Error('offline')], true)
  expect([debug.mock.calls.length, error.mock.calls.length, captured.mock.calls.length]).toEqual([1, 0, 0])
})
