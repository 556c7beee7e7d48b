import { expect, test } from 'vitest'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { choicesOf, itemsOfMissing, searched, withMissing, type FilterChoices } from './use-filter-choices'

test('a filter whose tab or tiles are gone says that no chart is left for it, not that none has its column', () => {
  expect(choicesOf([])).toEqual({
    kind: 'failed',
    message: 'There is no chart that this filter is for.',
    isAway: false,
  })
})

const whole: FilterChoices = {
  kind: 'ready',
  choices: ['Rome', null, '', '  ', 'Empty street', '(empty)'].map((value) => ({ value, rows: 1 })),
  isWhole: true,
}
const valuesIn = (choices: FilterChoices) => (choices.kind === 'ready' ? choices.choices.map(({ value }) => value) : [])

test.each([
  ['(empty)', [null, '(empty)']],
  ['EMPTY', [null, '', 'Empty street', '(empty)']],
  ['empty t', ['']],
  ['spaces', ['  ']],
  ['rom', ['Rome']],
])('known values are searched for “%s” by what they read', (text, values) => {
  expect(valuesIn(searched(whole, text))).toEqual(values)
})

const item: RunItem = { chartId: 'c1', filters: [{ column: 'day', op: '>', value: '2026-01-01' }] }
const without = (value: string | null) => ({
  ...item,
  filters: [...(item.filters ?? []), { column: 'city', op: '=', value }],
  valuesOf: { column: 'city' },
})

test.each([
  ['(empty)', [without(null)]],
  ['Empty', [without(null), without('')]],
  ['(empty text', [without('')]],
  ['spac', [{ ...item, valuesOf: { column: 'city', search: ' ' } }]],
  ['em', []],
  ['Emptying', []],
])('where not all values are known, “%s” asks for those without a text by their word', (text, asked) => {
  expect(itemsOfMissing([item], 'city', text)).toEqual(asked)
})

test('what has no text stands before what was found, and what is no answer says nothing', () => {
  const found: FilterChoices = { kind: 'ready', choices: [{ value: 'Empty street', rows: 3 }], isWhole: false }
  const answer = (values: readonly (string | null)[]) => {
    const result: Partial<RunResult> = {
      status: 'success',
      columns: [[...values], values.map(() => '1')],
      truncated: null,
    }
    return { kind: 'result', result: result as RunResult } as const
  }
  const refused = { kind: 'result', result: { status: 'failed' } as RunResult } as const
  expect(valuesIn(withMissing(found, [answer([null]), refused], 'empty'))).toEqual([null, 'Empty street'])
  expect(valuesIn(withMissing(found, [answer([' ', 'New York'])], 'spaces'))).toEqual([' ', 'Empty street'])
  expect(withMissing(found, [refused], 'empty')).toEqual(found)
  expect(withMissing(found, [], 'rome')).toEqual(found)
})
