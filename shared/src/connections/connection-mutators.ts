import { connectionAccessSchema } from '../access/connection-access'
import { defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustGetEntry } from '../entries/entry-tx'
import * as z from 'zod'
import { connectionIdSchema, connectionKey, connectionNameSchema, connectionSchema } from './connection'
import { connectionLimitsSchema } from './connection-limits'

/** Connections are made, and their settings changed, by `/api/connections`: the password goes with them. */
export const updateConnection = defineMutator({
  name: 'updateConnection',
  summary:
    'Renames a connection, says who may use it (access) and how much at once (limits), deletes (deletedAt) or restores it.',
  args: {
    id: connectionIdSchema,
    name: connectionNameSchema.optional(),
    access: connectionAccessSchema.optional(),
    limits: connectionLimitsSchema.optional(),
    deletedAt: z.int().nullable().optional(),
  },
  permission: { do: 'manage-connections' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const connection = await mustGetEntry(tx, connectionSchema, connectionKey(id))
    await tx.set(connectionKey(id), { ...connection, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})
