import type { Actor } from '../access/actor'
import { requirePermission } from '../access/rules'
import { orderSchema } from '../base/order'
import { folderKey, folderSchema } from '../folders/folder'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry } from '../entries/entry-tx'
import { localConnectionId } from '../query/run-query'
import { chartIdSchema, chartKey, chartSchema, type ChartQuery } from './chart'
import { chartVisualSchema } from './chart-visual'

export const createChart = defineMutator({
  name: 'createChart',
  summary: 'Makes a chart.',
  args: {
    id: chartIdSchema,
    folderId: chartSchema.shape.folderId,
    name: chartSchema.shape.name,
    description: chartSchema.shape.description,
    query: chartSchema.shape.query,
    visual: chartSchema.shape.visual,
    order: orderSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustBeFree(tx, chartKey(fields.id))
    mustBeAllowedToAsk(tx.actor, fields.query)
    if (fields.folderId !== null) await mustGetEntry(tx, folderSchema, folderKey(fields.folderId))
    await tx.set(chartKey(fields.id), { ...fields, deletedAt: null, ...createdBy(tx, at) })
  },
})

export const updateChart = defineMutator({
  name: 'updateChart',
  summary:
    'Changes the given fields of a chart; of `visual` only the fields given in it. Deletes (deletedAt) or restores it.',
  args: {
    id: chartIdSchema,
    folderId: chartSchema.shape.folderId.optional(),
    name: chartSchema.shape.name.optional(),
    description: chartSchema.shape.description.optional(),
    query: chartSchema.shape.query.optional(),
    visual: chartVisualSchema.partial().optional(),
    order: orderSchema.optional(),
    deletedAt: chartSchema.shape.deletedAt.optional(),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, visual, ...changes }) => {
    const chart = await mustGetEntry(tx, chartSchema, chartKey(id))
    if (changes.query !== undefined) mustBeAllowedToAsk(tx.actor, changes.query)
    if (changes.folderId) await mustGetEntry(tx, folderSchema, folderKey(changes.folderId))
    await tx.set(chartKey(id), {
      ...chart,
      ...givenFields(changes),
      visual: { ...chart.visual, ...givenFields(visual ?? {}) },
      ...updatedBy(tx, at),
    })
  },
})

/**
 * Everybody sees a chart's results, so whoever gives it its SQL must be allowed to run that. The workspace's own data is
 * open to all who edit. Fails with `forbidden`.
 */
export function mustBeAllowedToAsk(actor: Actor, { connectionId }: ChartQuery): void {
  if (connectionId !== localConnectionId) requirePermission(actor, { do: 'run', connectionId, level: 'sql' })
}
