import { expect, test } from 'vitest'
import { emptyQuestion, type Question } from '../builder/question'
import { datasetSchema } from '../datasets/dataset'
import type { EntryView } from '../entries/entry-tx'
import type { Query } from '../query/run-query'
import { daysOfQueries } from './data-days'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
function dataset(name: string, columns: object) {
  const profiled = { databaseType: '', nullCount: 0, sample: [] }
  return datasetSchema.parse({
    ...made,
    id: name,
    name,
    tableName: name,
    fileName: `${name}.csv`,
    format: 'csv',
    versionId: 'v1',
    sizeBytes: 1,
    rowCount: 1,
    columns: Object.entries(columns).map(([column, span]) => ({
      ...profiled,
      name: column,
      type: 'timestamptz',
      span,
    })),
    notes: [],
    folderId: null,
    description: '',
    order: 'a0',
    sourceUrl: null,
    licence: null,
    deletedAt: null,
  })
}
const entries: Readonly<Record<string, ReturnType<typeof dataset>>> = {
  'dataset/orders': dataset('orders', { at: { first: '2015-03-01T00:30:00Z', last: '2015-12-31T23:30:00Z' } }),
  'dataset/visits': dataset('visits', { at: { first: '2014-01-01', last: '2015-06-30' } }),
}
const view: EntryView = {
  get: (key) => entries[key],
  scan: (prefix) => Object.entries(entries).filter(([key]) => key.startsWith(prefix)),
}
const sql = (text: string): Query => ({ kind: 'sql', connectionId: 'local', sql: text })
const ofTable = (name: string, changes: Partial<Question> = {}): Query => ({
  kind: 'builder',
  connectionId: 'local',
  question: { ...emptyQuestion, source: { schema: null, name }, ...changes },
})
const at = { join: null, name: 'at', type: 'timestamptz', databaseType: '' } as const

test.each<[string, readonly Query[], column: string, expected: object | null]>([
  ['a question in the zone', [ofTable('orders')], 'at', { first: '2015-02-28', last: '2015-12-31' }],
  ['SQL that names the table', [sql('SELECT at FROM orders')], 'at', { first: '2015-02-28', last: '2015-12-31' }],
  ['all queries', [ofTable('orders'), ofTable('visits')], 'at', { first: '2014-01-01', last: '2015-12-31' }],
  [
    'the column that a group by time is of',
    [ofTable('visits', { groups: [{ id: 'g', column: at, grain: 'month', label: 'Month' }] })],
    'Month',
    { first: '2014-01-01', last: '2015-06-30' },
  ],
  ['no other column', [ofTable('orders')], 'on', null],
  ['no remote database', [{ ...sql('SELECT at FROM orders'), connectionId: 'remote' }], 'at', null],
])('the days of the data are those of %s', (_, queries, column, expected) => {
  expect(daysOfQueries(view, queries, column, 'America/New_York')).toEqual(expected)
})
