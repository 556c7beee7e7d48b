import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGathering, type Gathering } from './gathering'

let handled: string[]
let gathering: Gathering<string>
beforeEach(() => {
  vi.useFakeTimers()
  handled = []
  const waits = { quietMs: 100, maxWaitMs: 250, mostItems: 4 }
  gathering = createGathering((items) => void handled.push(...items), waits)
})
afterEach(() => void vi.useRealTimers())

test('what comes is handed on together once no more has come for a moment', () => {
  gathering.add('a')
  vi.advanceTimersByTime(60)
  gathering.add('b')
  vi.advanceTimersByTime(99)
  expect(handled).toEqual([])
  vi.advanceTimersByTime(1)
  expect(handled).toEqual(['a', 'b'])
  gathering.add('c')
  vi.advanceTimersByTime(100)
  expect(handled).toEqual(['a', 'b', 'c'])
})

test('while more come the first waits no longer than said', () => {
  for (const item of ['a', 'b', 'c']) {
    gathering.add(item)
    vi.advanceTimersByTime(83)
  }
  expect(handled).toEqual([])
  vi.advanceTimersByTime(1)
  expect(handled).toEqual(['a', 'b', 'c'])
})

test('many are handed on at once, and each one once', () => {
  for (const item of ['a', 'b', 'c', 'd', 'e']) gathering.add(item)
  expect(handled).toEqual(['a', 'b', 'c', 'd'])
  gathering.flush()
  expect(handled).toEqual(['a', 'b', 'c', 'd', 'e'])
  vi.advanceTimersByTime(1_000)
  expect(handled).toHaveLength(5)
})
