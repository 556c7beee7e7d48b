import { beforeEach, expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { localOwner, type Actor } from '../access/actor'
import { emptyQuestion } from '../builder/question'
import { localConnectionId, type Query } from '../query/run-query'
import { datasetIdSchema, datasetSchema } from './dataset'
import {
  grantDataset,
  keepDataset,
  openDataset,
  restrictColumns,
  revokeDataset,
  updateDataset,
} from './dataset-mutators'
import { mayAskQuestion } from './dataset-rights'

const id = datasetIdSchema.parse('pay')
const to = (userId: string) => ({ kind: 'person', userId }) as const
let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx('ann')
  await tx.set('dataset/pay', datasetOf('pay'))
})
const stored = () => datasetSchema.parse(tx.entries.get('dataset/pay'))

test('two people who keep data and add others to its list lose nothing of each other’s', async () => {
  await tx.run(keepDataset, { id, first: [{ to: to('ann'), level: 'sql' }] })
  await tx.run(grantDataset, { id, to: to('bob'), level: 'results' })
  await tx.run(keepDataset, {
    id,
    first: [
      { to: to('ann'), level: 'builder' },
      { to: to('eve'), level: 'sql' },
    ],
  })
  await tx.run(grantDataset, { id, to: to('bob'), level: 'builder', from: 'results' })
  expect(stored().access).toEqual([
    { to: to('ann'), level: 'sql' },
    { to: to('bob'), level: 'builder' },
    { to: to('eve'), level: 'sql' },
  ])
  await tx.run(revokeDataset, { id, to: to('bob') })
  await expect(tx.run(grantDataset, { id, to: to('bob'), level: 'sql', from: 'builder' })).rejects.toMatchObject({
    code: 'changed-since',
  })
})

test('nobody locks themselves out, and a line is not added to a list that is gone', async () => {
  await expect(tx.run(keepDataset, { id, first: [] })).rejects.toMatchObject({ code: 'forbidden' })
  await tx.run(keepDataset, { id, first: [{ to: to('ann'), level: 'sql' }] })
  await expect(tx.run(revokeDataset, { id, to: to('ann') })).rejects.toMatchObject({ code: 'forbidden' })
  await tx.run(openDataset, { id })
  await expect(tx.run(grantDataset, { id, to: to('bob'), level: 'sql' })).rejects.toMatchObject({
    code: 'changed-since',
  })
})

test('columns are restricted one by one, whatever their letter case, and a move keeps the rest', async () => {
  await tx.run(restrictColumns, { id, columns: ['salary', 'bonus'], isRestricted: true })
  await tx.run(restrictColumns, { id, columns: ['SALARY'], isRestricted: true })
  await tx.run(updateDataset, { id, name: 'Wages' })
  await tx.run(restrictColumns, { id, columns: ['Bonus'], isRestricted: false })
  expect(stored()).toMatchObject({ name: 'Wages', restricted: ['SALARY'], folderId: null, access: null })
})

test('a change of a name leaves the folder as it is', async () => {
  await tx.set('dataset/pay', { ...datasetOf('pay'), folderId: 'f' })
  await expect(tx.run(updateDataset, { id, name: 'Wages' })).rejects.toMatchObject({ code: 'not-found' })
  expect(updateDataset.argsSchema.parse({ id, name: 'Wages', at: 1, actionId: 'step' })).not.toHaveProperty('folderId')
})

const explorer: Actor = { ...localOwner, kind: 'person', userId: 'bob', role: 'explorer' }
const named = (name: string): Query => ({
  kind: 'builder',
  connectionId: localConnectionId,
  question: { ...emptyQuestion, source: { schema: null, name } },
})
const sql: Query = { kind: 'sql', connectionId: localConnectionId, sql: 'SELECT 1' }

test.each<[string, Query, Actor['role'], boolean]>([
  ['other data', named('other'), 'explorer', true],
  ['data of which only results are theirs', named('pay'), 'explorer', false],
  ['other data, as a viewer', named('other'), 'viewer', false],
  ['SQL of data of which only results are theirs', { ...sql, sql: 'SELECT * FROM pay' }, 'editor', false],
  ['SQL', sql, 'editor', true],
  ['SQL that is withheld', { ...sql, withheld: true }, 'editor', false],
])('whether somebody may ask %s themselves is known in the browser', async (_, query, role, expected) => {
  await tx.set('dataset/pay', { ...datasetOf('pay'), access: [{ to: to('bob'), level: 'results' }] })
  expect(mayAskQuestion({ ...explorer, role }, tx.view, query)).toBe(expected)
})
