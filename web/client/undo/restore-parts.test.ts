import { maxPushRequestBytes } from '@tidemark/shared/sync/protocol'
import { invertChange, type EntryChange } from '@tidemark/shared/sync/entry-change'
import { expect, test } from 'vitest'
import { restorePartsOf } from './restore-parts'

const made = (key: string, text = ''): EntryChange => ({ key, expected: null, restored: { text } })
const tiles = (count: number, text = '') => Array.from({ length: count }, (_, index) => made(`tile/d/${index}`, text))
const taken = (changes: readonly EntryChange[]) => changes.map(invertChange).toReversed()
const sizes = (changes: readonly EntryChange[]) => restorePartsOf(changes).map((part) => part.length)

test('a dashboard comes in the first part of a step and goes in the last, each with its first tab', () => {
  const step = [made('dashboard/d'), made('tab/d/t'), ...tiles(999)]
  expect(sizes(step)).toEqual([500, 500, 1])
  expect(sizes(taken(step))).toEqual([1, 500, 500])
  expect(restorePartsOf(taken(step)).at(-1)?.slice(-2)).toEqual(taken(step.slice(0, 2)))
  for (const changes of [step, taken(step)]) expect(restorePartsOf(changes).flat()).toEqual(changes)
})

test('no part is more than a push sends at once, unless a single change is', () => {
  const long = 'é'.repeat(maxPushRequestBytes / 8)
  expect(sizes(tiles(7, long))).toEqual([3, 3, 1])
  expect(sizes(tiles(2, long.repeat(5)))).toEqual([1, 1])
  expect(sizes([])).toEqual([])
})
