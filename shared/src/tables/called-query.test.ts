import { expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion } from '../builder/question'
import { defaultVisual } from '../charts/chart-visual'
import { proposeName } from '../charts/propose-name'
import { datasetIdSchema, datasetKey } from '../datasets/dataset'
import { localConnectionId } from '../query/run-query'
import { calledQuery } from './called-query'
import { updateColumn } from './table-mutators'

test('a name is proposed by what people call the columns, of joined tables too', async () => {
  const tx = new MapEntryTx()
  for (const name of ['orders', 'people']) await tx.set(datasetKey(datasetIdSchema.parse(name)), datasetOf(name))
  const say = (table: string, column: string, label: string) =>
    tx.run(updateColumn, { source: { kind: 'dataset', id: datasetIdSchema.parse(table) }, column, label })
  await say('orders', 'amt_x', 'Revenue')
  await say('people', 'amt_x', 'Home town')
  const on = [{ left: questionColumn('p'), right: { ...questionColumn('id'), join: 'j' } }]
  const query = {
    kind: 'builder',
    connectionId: localConnectionId,
    question: {
      ...emptyQuestion,
      source: { schema: null, name: 'orders' },
      joins: [{ id: 'j', kind: 'left', table: { schema: null, name: 'people' }, on }],
      groups: [{ id: 'g', column: { ...questionColumn('amt_x'), join: 'j' }, grain: null, label: '' }],
      measures: [questionMeasure('amt_x')],
    },
  } as const
  const visual = defaultVisual
  const called = calledQuery(tx.view, {
    ...query,
    question: { ...query.question, joins: [...query.question.joins] },
  } as never)
  expect(proposeName({ query: called, visual })).toBe('Revenue by home town')
})
