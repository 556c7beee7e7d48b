import * as z from 'zod/mini'
import { orderSchema } from '../base/order'
import { builderQuerySchema, questionPartsSchema } from '../builder/question'
import { mustBeAllowedToAsk } from '../charts/chart-mutators'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { mustEditFolder, mustMoveBetween } from '../folders/folder-rights'
import { changedDefinition } from './change-definition'
import { metricIdSchema, metricKey, metricNameSchema, metricSchema } from './metric'

const { shape } = metricSchema

export const createMetric = defineMutator({
  name: 'createMetric',
  args: {
    id: metricIdSchema,
    folderId: shape.folderId,
    name: metricNameSchema,
    description: shape.description,
    query: shape.query,
    time: shape.time,
    format: shape.format,
    goodDirection: shape.goodDirection,
    order: orderSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustBeFree(tx, metricKey(fields.id))
    await mustBeAllowedToAsk(tx, fields.query)
    await mustEditFolder(tx, fields.folderId)
    await tx.set(metricKey(fields.id), {
      ...fields,
      synonyms: [],
      ownerId: tx.actor.userId,
      verified: null,
      deletedAt: null,
      ...createdBy(tx, at),
    })
  },
})

export const updateMetric = defineMutator({
  name: 'updateMetric',
  args: {
    id: metricIdSchema,
    folderId: z.optional(shape.folderId),
    name: z.optional(metricNameSchema),
    description: z.optional(shape.description),
    time: z.optional(shape.time),
    format: z.optional(shape.format),
    goodDirection: z.optional(shape.goodDirection),
    ownerId: z.optional(shape.ownerId),
    addSynonyms: z.optional(shape.synonyms),
    removeSynonyms: z.optional(shape.synonyms),
    order: z.optional(orderSchema),
    deletedAt: z.optional(shape.deletedAt),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, addSynonyms = [], removeSynonyms = [], ...changes }) => {
    const metric = await mustGetEntry(tx, metricSchema, metricKey(id))
    await mustMoveBetween(tx, metric.folderId, changes.folderId)
    const removed = new Set(removeSynonyms)
    const synonyms = [...new Set([...metric.synonyms, ...addSynonyms])].filter((word) => !removed.has(word))
    if (!shape.synonyms.safeParse(synonyms).success)
      throw new TidemarkError('invalid-mutation', { detail: 'A metric has at most 20 synonyms.' })
    await tx.set(metricKey(id), { ...metric, ...givenFields(changes), synonyms, ...updatedBy(tx, at) })
  },
})

export const updateMetricQuestion = defineMutator({
  name: 'updateMetricQuestion',
  args: {
    id: metricIdSchema,
    question: questionPartsSchema,
    basedOn: z.optional(questionPartsSchema),
    connectionId: z.optional(builderQuerySchema.shape.connectionId),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, ...change }) => {
    const metric = await mustGetEntry(tx, metricSchema, metricKey(id))
    await mustEditFolder(tx, metric.folderId)
    const query = await changedDefinition(tx, metric.query, change)
    await tx.set(metricKey(id), { ...metric, query, ...updatedBy(tx, at) })
  },
})

export const verifyMetric = defineMutator({
  name: 'verifyMetric',
  args: { id: metricIdSchema, isVerified: z.boolean() },
  permission: { do: 'edit-workspace' },
  run: async (tx, { id, at, isVerified }) => {
    const metric = await mustGetEntry(tx, metricSchema, metricKey(id))
    await tx.set(metricKey(id), {
      ...metric,
      verified: isVerified ? { at, by: tx.actor.userId, question: metric.query.question } : null,
      ...updatedBy(tx, at),
    })
  },
})
