import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import { expect, test } from 'vitest'
import { definitionWords } from './definition-words'

const status = { join: null, name: 'status', type: 'text', databaseType: 'VARCHAR' } as const
const price = { join: null, name: 'price', type: 'decimal', databaseType: 'DECIMAL(9,2)' } as const
const measured: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'orders' },
  measures: [{ id: 'value', fn: 'sum', column: price, percentile: 50, show: 'value', label: 'ignored' }],
}
const where = (match: 'all' | 'any', ...values: string[]): Question => ({
  ...measured,
  filter: {
    match,
    items: values.map((value, index) => ({
      kind: 'condition',
      id: `c${index}`,
      column: status,
      test: { op: 'is', values: [value] },
    })),
  },
})

test.each<[string, Question]>([
  ['Not defined yet', emptyQuestion],
  ['Not defined yet', { ...measured, measures: [] }],
  ['Sum of price of orders', measured],
  ['Sum of price of orders where status is paid', where('all', 'paid')],
  ['Sum of price of orders where status is paid or status is sent', where('any', 'paid', 'sent')],
])('%s', (words, question) => {
  expect(definitionWords({ query: { kind: 'builder', connectionId: 'local', question } })).toBe(words)
})
