import * as z from 'zod/mini'
import { defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustGetEntry } from '../entries/entry-tx'
import { workspaceKey, workspaceSchema, workspaceNameSchema } from './workspace'

export const updateWorkspace = defineMutator({
  name: 'updateWorkspace',
  args: {
    name: z.optional(workspaceNameSchema),
    timeZone: z.optional(workspaceSchema.shape.timeZone),
    weekStart: z.optional(workspaceSchema.shape.weekStart),
    isToldOfDataAccess: workspaceSchema.shape.isToldOfDataAccess,
    publicLinksBy: workspaceSchema.shape.publicLinksBy,
    viewersComment: workspaceSchema.shape.viewersComment,
  },
  permission: { do: 'edit-workspace' },
  run: async (tx, { at, actionId: _, ...changes }) => {
    const workspace = await mustGetEntry(tx, workspaceSchema, workspaceKey)
    await tx.set(workspaceKey, { ...workspace, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})
