import { beforeEach, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { emptyQuestion } from '../builder/question'
import { isVerified, metricIdSchema, metricKey, metricSchema } from '../metrics/metric'
import { createMetric, updateMetricQuestion, verifyMetric } from '../metrics/metric-mutators'
import { autoFormat } from '../query/number-format'
import { localConnectionId } from '../query/run-query'
import { restoreEntries } from './restore-entries'

const id = metricIdSchema.parse('m')
const key = metricKey(id)
const [orders, returns] = ['orders', 'returns'].map((name) => ({ schema: null, name }))

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx()
  await tx.run(createMetric, {
    id,
    folderId: null,
    name: 'Revenue',
    description: '',
    query: { kind: 'builder', connectionId: localConnectionId, question: { ...emptyQuestion, source: orders ?? null } },
    time: null,
    format: autoFormat,
    goodDirection: 'up',
    order: 'a0',
  })
  await tx.run(verifyMetric, { id, isVerified: true })
})
const metric = () => metricSchema.parse(tx.entries.get(key))

test('a metric is verified again as soon as an editor undoes the change of its definition', async () => {
  const editor = tx.as('bob', { role: 'editor' })
  await editor.run(updateMetricQuestion, { id, question: { source: returns } })
  expect(isVerified(metric())).toBe(false)
  const path = 'query.question.source'
  await editor.run(restoreEntries, {
    changes: [{ key, expected: { [path]: returns ?? null }, restored: { [path]: orders ?? null } }],
  })
  expect(isVerified(metric())).toBe(true)
})

test('undo verifies nothing for who may not verify', async () => {
  const { verified } = metric()
  await tx.run(verifyMetric, { id, isVerified: false })
  const undo = { changes: [{ key, expected: { verified: null }, restored: { verified } }] }
  await expect(tx.as('bob', { role: 'editor' }).run(restoreEntries, undo)).rejects.toMatchObject({ code: 'forbidden' })
  await tx.as('ann', { role: 'admin' }).run(restoreEntries, undo)
  expect(isVerified(metric())).toBe(true)
})
