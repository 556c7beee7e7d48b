import { describe, expect, it } from 'vitest'
import { conditionsOfSelection, isAmong, selectionAfter, unionOf, type Selection } from './selection'
import { selectionText } from './selection-text'

const places = (...values: (string | null)[]): Selection => [{ column: 'place', kind: 'values', values }]
const days = (from: string | null, to: string | null): Selection => [
  { column: 'day', kind: 'range', from, to, isToIn: false },
]
const numbers = (from: number | string, to: number | string, isToIn = true): Selection => [
  { column: 'n', kind: 'range', from, to, isToIn },
]

describe('a chosen mark', () => {
  it.each([
    ['is chosen alone at first', null, places('Rome'), false, places('Rome')],
    [
      'is let go, in whatever order its columns are held',
      [...places('Rome'), ...days('2026-01-01', null)],
      [...days('2026-01-01', null), ...places('Rome')],
      false,
      null,
    ],
    ['takes the place of another', places('Oslo'), places('Rome'), false, places('Rome')],
    ['is let go by a second click', places('Rome'), places('Rome'), false, null],
    ['is added with the control key', places('Oslo'), places('Rome'), true, places('Oslo', 'Rome')],
    ['is taken out with the control key', places('Oslo', 'Rome'), places('Rome'), true, places('Oslo')],
    ['leaves nothing behind as the last', places('Rome'), places('Rome'), true, null],
    ['without a value is one of its own', places('Rome'), places(null), true, places('Rome', null)],
    [
      'of a later time extends a range',
      days('2026-01-01', '2026-02-01'),
      days('2026-03-01', '2026-04-01'),
      true,
      days('2026-01-01', '2026-04-01'),
    ],
    [
      'of other columns begins anew',
      places('Rome'),
      days('2026-01-01', '2026-02-01'),
      true,
      days('2026-01-01', '2026-02-01'),
    ],
  ])('%s', (_, current, mark, isMore, expected) => {
    expect(selectionAfter(current, mark, isMore)).toEqual(expected)
  })
})

describe('a mark is among the chosen ones', () => {
  it.each([
    [places('Rome'), places('Oslo', 'Rome'), true],
    [places('Bern'), places('Oslo', 'Rome'), false],
    [places(null), places('Rome'), false],
    [places(null), places(null), true],
    [days('2026-02-01', '2026-03-01'), days('2026-01-01', '2026-03-01'), true],
    [days('2026-03-01', '2026-04-01'), days('2026-01-01', '2026-03-01'), false],
    [numbers(10, 20, false), numbers('9', '20'), true],
    [numbers(10, 21, false), numbers('9', '20'), false],
    [[{ column: 'n', kind: 'values', values: ['100'] }], numbers(20, 100), true],
    [[{ column: 'n', kind: 'values', values: ['100'] }], numbers(20, 100, false), false],
    [[{ column: 'day', kind: 'values', values: ['2026-01-31'] }], days('2026-01-01', '2026-02-01'), true],
    [places('Rome'), [...places('Rome'), ...days('2026-01-01', null)], false],
  ] as const)('%j of %j: %s', (mark, chosen, expected) => {
    expect(isAmong(mark, chosen)).toBe(expected)
  })
})

it('a span reaches over both ranges, however they lie', () => {
  expect(unionOf(numbers(1, 9), numbers(3, 4))).toEqual(numbers(1, 9))
  expect(unionOf(numbers(3, 4), numbers(1, 2))).toEqual(numbers(1, 4))
  expect(unionOf(numbers(2, 10), numbers(9, 11, false))).toEqual(numbers(2, 11, false))
})

it('a selection is asked for by its conditions', () => {
  expect(
    conditionsOfSelection([...places('Rome', null), ...days('2026-01-01', '2026-02-01'), ...numbers(1, 2)]),
  ).toEqual([
    { column: 'place', op: 'in', value: ['Rome', null] },
    { column: 'day', op: '>=', value: '2026-01-01' },
    { column: 'day', op: '<', value: '2026-02-01' },
    { column: 'n', op: '>=', value: 1 },
    { column: 'n', op: '<=', value: 2 },
  ])
})

it.each<[string | null, string | null, string]>([
  ['9007199254740993', '9007199254740993', '9,007,199,254,740,993'],
  ['-9007199254740993', null, 'from -9,007,199,254,740,993'],
  ['0.1', '12.5', '0.1 – 12.5'],
  ['19.9999999999', '21.9999999999', '20 – 22'],
  ['2026-01-01', '2026-01-31', 'Jan 1, 2026 – Jan 31, 2026'],
])('the range from %s to %s keeps its digits in words', (from, to, text) => {
  expect(selectionText({ column: 'n', kind: 'range', from, to, isToIn: true }, 'en-US')).toBe(text)
})
