import { expect, test } from 'vitest'
import type { JsonObject } from '../base/json'
import { stepsOf, type HistoryChange } from './history-page'
import { restoredVersions } from './restored-versions'

const minute = 60_000
const change = (
  version: number,
  before: JsonObject | null,
  after: JsonObject | null,
  key = 'chart/c',
): HistoryChange => ({ key, version, at: version * 2 * minute, userId: 'ann', before, after })
/** Changes of one chart: each from the value before. */
const pastOf = (...values: readonly JsonObject[]) =>
  values.map((value, index) => change(index + 1, values[index - 1] ?? null, value)).toReversed()
const restored = (changes: readonly HistoryChange[]) => [...restoredVersions(stepsOf(changes))]

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

test('a version that was restored is named by the time it is from, and so is the undoing of that', () => {
  expect(restored(pastOf(a, b, c, a))).toEqual([[4, 2 * minute]])
  expect(restored(pastOf(a, b, c, a, c))).toEqual([
    [5, 6 * minute],
    [4, 2 * minute],
  ])
  expect(restored(pastOf(a, b, c))).toEqual([])
})

test('of several earlier versions that are the same the latest is named', () => {
  expect(restored(pastOf(a, b, a, c, a))[0]).toEqual([5, 6 * minute])
})

test('a version counts by all its parts, without who changed them and where the thing lies', () => {
  const tile = (version: number, before: JsonObject | null, after: JsonObject | null) =>
    change(version, before, after, 'tile/d/x')
  const renamed = [change(2, a, b), change(1, null, a)]
  const back = change(4, b, { ...a, updatedAt: 9, folderId: 'f' })
  const changes = [back, tile(3, null, { n: 1 }), ...renamed]
  expect(restored(changes)).toEqual([])
  expect(restored([tile(5, { n: 1 }, null), ...changes])).toEqual([[5, 2 * minute]])
})

test('a move to another folder restores nothing, nor does what lies before the known versions', () => {
  expect(restored([change(2, { ...a, folderId: null }, { ...a, folderId: 'f' }), change(1, null, a)])).toEqual([])
  expect(restored([change(9, b, a), change(8, a, b)])).toEqual([])
})
