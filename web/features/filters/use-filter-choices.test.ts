import { expect, test } from 'vitest'
import type { FieldType } from '@tidemark/shared/query/field'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runResult } from '@testkit/pages/run-result-fixture'
import { choicesOf, itemsOfMissing, searched, withMissing, type FilterChoices } from './use-filter-choices'

test('a filter whose tab or tiles are gone says that no chart is left for it, not that none has its column', () => {
  expect(choicesOf([])).toEqual({
    kind: 'failed',
    message: 'No chart uses this filter.',
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

function answer(values: readonly (string | null)[]) {
  return { kind: 'result', result: runResult({ columns: [[...values], values.map(() => '1')] }) } as const
}

const item: RunItem = { chartId: 'c1', filters: [{ column: 'day', op: '>', value: '2026-01-01' }] }
const narrowed = (op: '=' | 'made-of', value: string | null) => ({
  ...item,
  filters: [...(item.filters ?? []), { column: 'city', op, value }],
  valuesOf: { column: 'city' },
})
const without = (value: string | null) => narrowed('=', value)
const spaces = [' \t\n\v\f\r\u00a0', expect.stringMatching(/^\s{25}$/)]

test.each([
  ['(empty)', [without(null)]],
  ['Empty', [without(null), without('')]],
  ['(empty text', [without('')]],
  ['(no b', [without('')]],
  ['spac', spaces.map((some) => narrowed('made-of', some))],
  ['em', []],
  ['Emptying', []],
])('where not all values are known, “%s” asks for those without a text by their word', (text, asked) => {
  expect(itemsOfMissing([item], 'city', text)).toEqual(asked)
})

test('texts of tabs, line breaks and spaces of any kind alone are found by the word for spaces', () => {
  const blank = ['\t', '\r\n', '\u00a0\u00a0', ' ', '\u3000']
  const asked = itemsOfMissing([item], 'city', 'spaces').map(({ filters }) => String(filters?.at(-1)?.value))
  expect(asked.at(-1)?.trim()).toBe('')
  for (const value of blank) expect(Array.from(value).every((space) => asked.at(-1)?.includes(space))).toBe(true)
  // All characters that a regular expression matches as space.
  const all = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((one) => /\s/.test(one))
  expect(Array.from(asked.at(-1) ?? '').toSorted()).toEqual(all)
  const found: FilterChoices = { kind: 'ready', choices: [], isWhole: false }
  expect(valuesIn(withMissing(found, [answer([...blank, 'a\tb'])], 'spaces'))).toEqual(blank)
})

test('a binary value without bytes is found by its word, and not by that of empty texts', () => {
  const bytes = choicesOf([answer(['', 'AA==', null])], 'binary')
  expect(['no bytes', 'empty text', 'empty'].map((text) => valuesIn(searched(bytes, text)))).toEqual([[''], [], [null]])
  const asked = (type: FieldType, text: string) =>
    valuesIn(withMissing({ kind: 'ready', choices: [], isWhole: false, type }, [answer([''])], text))
  expect([asked('binary', 'no bytes'), asked('text', 'no bytes'), asked('binary', 'empty text')]).toEqual([
    [''],
    [],
    [],
  ])
})

test('what has no text stands before what was found, and what is no answer says nothing', () => {
  const found: FilterChoices = { kind: 'ready', choices: [{ value: 'Empty street', rows: 3 }], isWhole: false }
  const refused = { kind: 'result', result: runResult({ status: 'failed' }) } as const
  expect(valuesIn(withMissing(found, [answer([null]), refused], 'empty'))).toEqual([null, 'Empty street'])
  expect(valuesIn(withMissing(found, [answer([' ', 'New York'])], 'spaces'))).toEqual([' ', 'Empty street'])
  expect(withMissing(found, [refused], 'empty')).toEqual(found)
  expect(withMissing(found, [], 'rome')).toEqual(found)
})
