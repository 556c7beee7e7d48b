import { expect, it } from 'vitest'
import { assignHues, categoriesOf } from './assign-colors'
import { resultOf } from '../gallery/gallery-data'

it('a category keeps its hue when others come and go', () => {
  const first = assignHues(['North', 'South', 'Online'], new Map())
  expect([...assignHues(['Online'], first)]).toEqual([['Online', 2]])
  expect(assignHues(['West', 'Online', 'North'], first).get('North')).toBe(0)
  expect(assignHues(['West', 'Online', 'North', 'South'], first).get('West')).toBe(3)
})

it('a new category takes a hue that none of the answer has, and if it can one that no other answer had', () => {
  const known = new Map([
    ['North', 0],
    ['Online', 4],
  ])
  expect([...assignHues(['West', 'Online', 'East'], known)]).toEqual([
    ['Online', 4],
    ['West', 1],
    ['East', 2],
  ])
  const all = new Map(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((category, hue) => [category, hue]))
  expect([...assignHues(['a', 'h'], all)]).toEqual([
    ['a', 0],
    ['h', 1],
  ])
})

it('an answer has both blues only when there is no other hue', () => {
  // Six categories are known; the seventh hue is the second blue.
  const known = new Map(['a', 'b', 'c', 'd', 'e', 'f'].map((category, hue) => [category, hue]))
  expect([...assignHues(['East', 'North', 'South', 'West'], known).values()]).toEqual([6, 1, 2, 3])
  expect([...assignHues(['a', 'North'], known).values()]).toEqual([0, 1])
  expect(new Set(assignHues(['q', 'r', 's', 't', 'u', 'v', 'w'], known).values()).size).toBe(7)
})

it('those drawn by name have a hue each, and the others share', () => {
  const hues = assignHues(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], new Map([['h', 3]]))
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((category) => hues.get(category))).toEqual([0, 1, 2, 4, 5, 3, 6])
  expect([hues.get('h'), hues.get('i')]).toEqual([3, 1])
})

it('the categories of many are named by their size, so that the largest have hues of their own', () => {
  const named = 'abcdefghi'.split('')
  const data = (letters: readonly string[]) =>
    resultOf(
      { city: 'text', n: 'integer' },
      letters.flatMap((letter) => [
        [letter, -letter.charCodeAt(0)],
        [null, 1e6],
      ]),
    )
  expect(categoriesOf(data(named), { column: 'city', largestBy: 'n' })).toEqual(named.toReversed())
  expect(categoriesOf(data([...named, 'a', 'a']), { column: 'city', largestBy: null })[0]).toBe('a')
  expect(categoriesOf(data(named.slice(0, 7)), { column: 'city', largestBy: 'n' })).toEqual(named.slice(0, 7))
  expect(categoriesOf(data(named), { column: 'gone', largestBy: 'n' })).toEqual([])
})
