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

const late = where('all', 'late')
const either = { kind: 'group', id: 'g', match: 'any', items: where('any', 'paid', 'sent').filter.items } as const
const grouped = { ...late, filter: { ...late.filter, items: [...late.filter.items, either] } } as Question
const filtered = {
  ...late,
  measures: measured.measures.map((one) => ({ ...one, filters: [where('all', 'paid').filter] })),
}

test.each<[string, Question]>([
  ['Not defined yet', emptyQuestion],
  ['Not defined yet', { ...measured, measures: [] }],
  ['Sum of price of orders', measured],
  ['Sum of price of orders where status is paid', where('all', 'paid')],
  ['Sum of price of orders where status is paid or status is sent', where('any', 'paid', 'sent')],
  ['Sum of price of orders where status is late and (status is paid or status is sent)', grouped],
  ['Sum of price of orders where status is late, and status is paid', filtered],
])('%s', (words, question) => {
  expect(definitionWords({ query: { kind: 'builder', connectionId: 'local', question } })).toBe(words)
})
