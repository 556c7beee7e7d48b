import { expect, test } from 'vitest'
import type { FieldType } from '../query/field'
import type { QuestionTest } from './question'
import { mapTest, testWords } from './test-words'

const cases: readonly (readonly [QuestionTest, FieldType, string])[] = [
  [{ op: 'is', values: ['Berlin'] }, 'text', 'is Berlin'],
  [{ op: 'is', values: ['a', '', 'c', 'd'] }, 'text', 'is a, (empty text) or 2 more'],
  [{ op: 'is', values: ['2024-01-01'] }, 'date', 'is on 2024-01-01'],
  [{ op: 'less', value: '3' }, 'integer', 'is less than 3'],
  [{ op: 'less', value: '2024-01-01' }, 'timestamptz', 'is before 2024-01-01'],
  [{ op: 'between', from: '1', to: '2' }, 'decimal', 'is between 1 and 2'],
  [{ op: 'in-last', count: 1, unit: 'month', includesCurrent: true }, 'date', 'is this month'],
  [{ op: 'in-last', count: 1, unit: 'day', includesCurrent: true }, 'date', 'is today'],
  [
    { op: 'in-last', count: 3, unit: 'month', includesCurrent: true, ago: { count: 1, unit: 'year' } },
    'date',
    'is in the last 3 months, ending 1 year ago',
  ],
  [
    { op: 'in-last', count: 1, unit: 'week', includesCurrent: true, ago: { count: 2, unit: 'month' } },
    'date',
    'is this week, 2 months ago',
  ],
  [
    { op: 'in-last', count: 3, unit: 'month', includesCurrent: false },
    'date',
    'is in the last 3 months before this one',
  ],
  [{ op: 'in-next', count: 1, unit: 'week' }, 'date', 'is in the next week'],
  [{ op: 'is-empty' }, 'json', 'is empty'],
]

test.each(cases)('%j of a %s reads: %s', (given, type, words) => {
  expect(testWords(given, type)).toBe(words)
})

test('what a test compares with is written otherwise, and once', () => {
  const change = (text: string) => text.replace('%', '')
  expect(mapTest({ op: 'is', values: ['1%', '1', '2%'] }, change)).toEqual({ op: 'is', values: ['1', '2'] })
  expect(mapTest({ op: 'between', from: '1%', to: '2' }, change)).toEqual({ op: 'between', from: '1', to: '2' })
  expect(mapTest({ op: 'less', value: '1%' }, change)).toEqual({ op: 'less', value: '1' })
  const days = { op: 'in-next', count: 1, unit: 'week' } as const
  expect(mapTest(days, change)).toBe(days)
})
