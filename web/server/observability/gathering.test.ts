import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGathering, type Gathering } from './gathering'

let handled: string[]
let gathering: Gathering<string>
beforeEach(() => {
  vi.useFakeTimers()
  handled = []
  gathering = createGathering((item) => void handled.push(item), { maxWaitMs: 100, mostItems: 3 })
})
afterEach(() => void vi.useRealTimers())

test('what comes within the time is handed on together, the first no later than said', () => {
  gathering.add('a')
  vi.advanceTimersByTime(60)
  gathering.add('b')
  vi.advanceTimersByTime(39)
  expect(handled).toEqual([])
  vi.advanceTimersByTime(1)
  expect(handled).toEqual(['a', 'b'])
  gathering.add('c')
  vi.advanceTimersByTime(100)
  expect(handled).toEqual(['a', 'b', 'c'])
})

test('many are handed on at once, and each one once', () => {
  for (const item of ['a', 'b', 'c', 'd']) gathering.add(item)
  expect(handled).toEqual(['a', 'b', 'c'])
  gathering.flush()
  expect(handled).toEqual(['a', 'b', 'c', 'd'])
  vi.advanceTimersByTime(1_000)
  expect(handled).toHaveLength(4)
})
