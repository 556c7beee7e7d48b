import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { createChart } from '@tidemark/shared/charts/chart-mutators'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { chartsInQuestion } from './charts-in-question'

test.each([
  ['names a removed column of the table', 'local', 'select CITY from visits', ['city']],
  ['names it in quotes, in the next line', 'local', 'select\n"net  sales",\ncity from visits', ['city', 'net  sales']],
  ['names another column', 'local', 'select city_code from visits', null],
  ['names another table', 'local', 'select city from visits_2024', null],
  ['asks a database elsewhere', 'warehouse', 'select city from visits', null],
])('a chart that %s', async (_, connectionId, sql, columns) => {
  const tx = new MapEntryTx('ann', { role: 'owner' })
  await tx.run(createChart, {
    id: chartIdSchema.parse('c'),
    folderId: null,
    name: 'Visits',
    description: '',
    query: { kind: 'sql', connectionId, sql },
    visual: defaultVisual,
    order: 'a0',
  })
  const found = chartsInQuestion(tx.view, { tableName: 'visits' }, ['city', 'net  sales'])
  expect(found[0]?.columns ?? null).toEqual(columns)
})
