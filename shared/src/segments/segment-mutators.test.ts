import { beforeEach, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { emptyQuestion, type QuestionFilter } from '../builder/question'
import { localConnectionId } from '../query/run-query'
import { segmentIdSchema, segmentKey, segmentSchema } from './segment'
import { createSegment, updateSegment, updateSegmentQuestion } from './segment-mutators'

const id = segmentIdSchema.parse('s')
const price = { join: null, name: 'price', type: 'decimal', databaseType: '' } as const
const over = (...values: string[]): QuestionFilter => ({
  match: 'all',
  items: values.map((value) => ({
    kind: 'condition',
    id: `over${value}`,
    column: price,
    test: { op: 'greater', value },
  })),
})
const nested: QuestionFilter = {
  match: 'all',
  items: [
    {
      kind: 'group',
      id: 'g',
      match: 'any',
      items: [{ kind: 'segment', id: 'i', segment: 'other', name: 'Other', join: null }],
    },
  ],
}
const question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, filter: over('1') }
const query = { kind: 'builder', connectionId: localConnectionId, question } as const

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx()
  await create()
})
const create = (changes: object = {}) =>
  tx.run(createSegment, { id, folderId: null, name: ' Large ', description: '', query, order: 'a0', ...changes })
const segment = () => segmentSchema.parse(tx.entries.get(segmentKey(id)))

test('a new segment belongs to who made it, and two are not made under one id', async () => {
  expect(segment()).toMatchObject({ name: 'Large', ownerId: 'ann', deletedAt: null, query })
  await expect(create()).rejects.toMatchObject({ code: 'already-exists' })
})

test('fields are changed one by one', async () => {
  await tx.run(updateSegment, { id, description: 'Above one' })
  await tx.run(updateSegment, { id, ownerId: null, deletedAt: 4 })
  expect(segment()).toMatchObject({ name: 'Large', description: 'Above one', ownerId: null, deletedAt: 4, query })
})

test('a filter changed by two people from the same one has the conditions of both', async () => {
  for (const value of ['2', '3'])
    await tx.run(updateSegmentQuestion, {
      id,
      question: { filter: over('1', value) },
      basedOn: { filter: over('1') },
    })
  expect(segment().query.question.filter).toEqual(over('1', '2', '3'))
})

test('a connection that the person may not ask is refused', async () => {
  await expect(tx.run(updateSegmentQuestion, { id, question: {}, connectionId: 'c' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a segment of segments is refused, when it is made and when it is changed', async () => {
  const other = segmentIdSchema.parse('t')
  await expect(
    create({ id: other, query: { ...query, question: { ...question, filter: nested } } }),
  ).rejects.toMatchObject({ code: 'invalid-mutation' })
  await expect(tx.run(updateSegmentQuestion, { id, question: { filter: nested } })).rejects.toMatchObject({
    code: 'invalid-mutation',
  })
})

test('who may not edit changes none', async () => {
  const viewer = new MapEntryTx('eve', { role: 'viewer' })
  await expect(
    viewer.run(createSegment, { id, folderId: null, name: 'x', description: '', query, order: 'a0' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
