import * as z from 'zod/mini'
import { defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustGetEntry } from '../entries/entry-tx'
import { datasetIdSchema, datasetKey, datasetSchema, datasetNameSchema } from './dataset'

/** Datasets are made by an upload (`POST /api/datasets`), which writes the entry in the same step as the files. */
export const updateDataset = defineMutator({
  name: 'updateDataset',
  args: {
    id: datasetIdSchema,
    name: z.optional(datasetNameSchema),
    description: z.optional(datasetSchema.shape.description),
    deletedAt: z.optional(datasetSchema.shape.deletedAt),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const dataset = await mustGetEntry(tx, datasetSchema, datasetKey(id))
    await tx.set(datasetKey(id), { ...dataset, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})
