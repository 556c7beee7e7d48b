import { expect, test } from 'vitest'
import type { Field } from '../query/field'
import { compareRows } from './compare-rows'

const fieldOf = (name: string): Field => ({ name, type: 'text', databaseType: '', nullable: true })

test('each group has its difference and its percent, the largest difference first; nothing before has no percent', () => {
  const data = {
    fields: ['City', 'July', 'August'].map(fieldOf),
    columns: [
      ['Bern', null, 'Rome', 'Oslo'],
      ['10', 0, null, -20],
      ['5', 3, '40', null],
    ],
    rowCount: 4,
  }
  expect(compareRows(data, 1, { before: 'July', now: 'August' })).toEqual([
    { label: 'Rome', before: null, now: 40, difference: 40, share: null },
    { label: 'Oslo', before: -20, now: null, difference: 20, share: null },
    { label: 'Bern', before: 10, now: 5, difference: -5, share: -0.5 },
    { label: '(empty)', before: 0, now: 3, difference: 3, share: null },
  ])
})
