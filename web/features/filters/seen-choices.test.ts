import { expect, test } from 'vitest'
import { SeenChoices } from './seen-choices'
import { searched, type FilterChoices } from './use-filter-choices'

const listOf = (...values: string[]): FilterChoices => ({
  kind: 'ready',
  choices: values.map((value) => ({ value, rows: 1 })),
  isWhole: false,
})

test('values seen before are found again, also by a search among them, and others are not', () => {
  const seen = new SeenChoices<FilterChoices>()
  seen.see('cities', '', listOf('Rome', 'Oslo'))
  seen.see('cities', 'par', listOf('Paris'))
  expect(seen.find('cities', '', searched)).toEqual(listOf('Rome', 'Oslo'))
  expect(seen.find('cities', 'par', searched)).toEqual(listOf('Paris'))
  expect(seen.find('cities', 'ro', searched)).toEqual(listOf('Rome'))
  expect(seen.find('streets', '', searched)).toBeUndefined()
})

test('the oldest of many lists is forgotten', () => {
  const seen = new SeenChoices<FilterChoices>()
  for (let list = 0; list <= 100; list += 1) seen.see(`list ${list}`, '', listOf('x'))
  expect(seen.find('list 0', '', searched)).toBeUndefined()
  expect(seen.find('list 1', '', searched)).toBeDefined()
})
