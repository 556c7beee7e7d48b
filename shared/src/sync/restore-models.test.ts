import { expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion } from '../builder/question'
import { chartIdSchema, chartSchema } from '../charts/chart'
import { createChart } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { updateColumn } from '../tables/table-mutators'
import { undoOf } from './entry-change'
import { restoreEntries } from './restore-entries'

test('undo of what one person said about a model leaves what another said', async () => {
  const id = chartIdSchema.parse('sales')
  const source = { kind: 'model', id } as const
  const question = {
    ...emptyQuestion,
    source: { schema: null, name: 'orders' },
    groups: [{ id: 'g', column: { ...questionColumn('city'), type: 'text' as const }, grain: null, label: '' }],
    measures: [questionMeasure('amount')],
  }
  const query = { kind: 'builder', connectionId: 'local', question } as const
  const tx = new MapEntryTx('ann')
  const fields = { folderId: null, name: 'Sales', description: '', visual: defaultVisual, order: 'a0' }
  await tx.run(createChart, { id, ...fields, query, isModel: true })
  const stored = () => chartSchema.parse(tx.entries.get('chart/sales'))
  const before = stored()
  await tx.run(updateColumn, { source, column: 'Sum of amount', label: 'Revenue' })
  const change = undoOf('chart/sales', before, stored())
  await tx.as('bob').run(updateColumn, { source, column: 'city', label: 'Town' })
  await tx.run(restoreEntries, { changes: change === null ? [] : [change] })
  expect(stored().modelColumns).toEqual({ g: { label: 'Town' } })
})
