import { expect, it } from 'vitest'
import { hiddenAfterPress } from './chart-legend'

const entries = (hidden: string) =>
  ['a', 'b', 'c'].map((id) => ({ id, label: id, color: '', hidden: hidden.includes(id) }))
const press = (hidden: string, id: string, isolate = false) =>
  [...hiddenAfterPress(entries(hidden), id, isolate)].sort().join('')

it.each([
  ['a click hides a series', '', 'b', false, 'b'],
  ['a click shows it again', 'b', 'b', false, ''],
  ['hiding the last one shows all', 'ab', 'c', false, ''],
  ['a shift-click leaves only that one', 'b', 'a', true, 'bc'],
  ['a shift-click on a hidden one leaves only that one', 'a', 'a', true, 'bc'],
  ['a second shift-click shows all', 'bc', 'a', true, ''],
])('%s', (_, hidden, id, isolate, after) => {
  expect(press(hidden, id, isolate)).toBe(after)
})
