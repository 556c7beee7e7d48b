import * as z from 'zod/mini'
import { orderSchema } from '../base/order'
import { builderQuerySchema, leavesIn, questionPartsSchema, type BuilderQuery } from '../builder/question'
import { mustBeAllowedToAsk } from '../charts/chart-mutators'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { mustEditFolder, mustMoveBetween } from '../folders/folder-rights'
import { changedDefinition } from '../metrics/change-definition'
import { segmentIdSchema, segmentKey, segmentNameSchema, segmentSchema } from './segment'

const { shape } = segmentSchema

export const createSegment = defineMutator({
  name: 'createSegment',
  args: {
    id: segmentIdSchema,
    folderId: shape.folderId,
    name: segmentNameSchema,
    description: shape.description,
    query: shape.query,
    order: orderSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustBeFree(tx, segmentKey(fields.id))
    await mustBeSegment(tx, fields.query)
    await mustEditFolder(tx, fields.folderId)
    const own = { ownerId: tx.actor.userId, deletedAt: null, ...createdBy(tx, at) }
    await tx.set(segmentKey(fields.id), { ...fields, ...own })
  },
})

export const updateSegment = defineMutator({
  name: 'updateSegment',
  args: {
    id: segmentIdSchema,
    folderId: z.optional(shape.folderId),
    name: z.optional(segmentNameSchema),
    description: z.optional(shape.description),
    ownerId: z.optional(shape.ownerId),
    order: z.optional(orderSchema),
    deletedAt: z.optional(shape.deletedAt),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const segment = await mustGetEntry(tx, segmentSchema, segmentKey(id))
    await mustMoveBetween(tx, segment.folderId, changes.folderId)
    await tx.set(segmentKey(id), { ...segment, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const updateSegmentQuestion = defineMutator({
  name: 'updateSegmentQuestion',
  args: {
    id: segmentIdSchema,
    question: questionPartsSchema,
    basedOn: z.optional(questionPartsSchema),
    connectionId: z.optional(builderQuerySchema.shape.connectionId),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, ...change }) => {
    const segment = await mustGetEntry(tx, segmentSchema, segmentKey(id))
    await mustEditFolder(tx, segment.folderId)
    const query = await changedDefinition(tx, segment.query, change)
    await mustBeSegment(tx, query)
    await tx.set(segmentKey(id), { ...segment, query, ...updatedBy(tx, at) })
  },
})

/** Segments of segments would hide what a filter means. */
async function mustBeSegment(tx: EntryTx, query: BuilderQuery): Promise<void> {
  if (leavesIn(query.question.filter).some(({ kind }) => kind === 'segment'))
    throw new TidemarkError('invalid-mutation', { detail: 'A segment holds no other segments.' })
  await mustBeAllowedToAsk(tx, query)
}
