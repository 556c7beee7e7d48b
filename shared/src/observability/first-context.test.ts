import { afterEach, expect, test, vi } from 'vitest'
import { setFirstContext } from './first-context'
import { readSessionContext } from './session-context'

afterEach(() => void vi.restoreAllMocks())

test('a first context that cannot be set is one warning on the console and nothing else', () => {
  const said = (['warn', 'error', 'info', 'log', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  )
  setFirstContext(
    () => readSessionContext({}),
    () => {
      throw new Error('the scope is closed')
    },
  )
  expect(said.map((spy) => spy.mock.calls.length)).toEqual([1, 0, 0, 0, 0])
})

test('every section is set', () => {
  const set: string[] = []
  setFirstContext(
    () => readSessionContext({}),
    (section) => set.push(section),
  )
  expect(set).toEqual(['session', 'replicache', 'localStorage', 'featureFlags', 'legendState'])
})
