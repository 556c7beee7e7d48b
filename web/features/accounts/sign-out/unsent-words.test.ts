import { expect, test } from 'vitest'
import { changesIn, isMoreThan, totalOf } from './unsent-words'

const of = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([orgId, count]) => ({ orgId, count }))

test.each([
  ['nothing, and nothing', {}, {}, false],
  ['as much', { acme: 2 }, { acme: 2 }, false],
  ['less, because some was sent', { acme: 2, beta: 1 }, { acme: 1 }, false],
  ['another change in a workspace that was told of', { acme: 2 }, { acme: 3 }, true],
  ['a change in a workspace that was not', { acme: 2 }, { acme: 2, beta: 1 }, true],
  ['as many altogether, in another workspace', { acme: 2 }, { beta: 2 }, true],
  ['the first one', {}, { acme: 1 }, true],
])('whether there is more than was told: %s', (_what, told, now, expected) => {
  expect(isMoreThan(of(told), of(now))).toBe(expected)
})

test('changes of all workspaces are added up, and named by their number', () => {
  expect(totalOf(of({}))).toBe(0)
  expect(totalOf(of({ acme: 2, beta: 3 }))).toBe(5)
  expect([1, 2, 1234].map(changesIn)).toEqual(['1 change in ', '2 changes in ', '1,234 changes in '])
})
