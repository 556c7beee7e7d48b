import * as z from 'zod/mini'
import { connectionAccessSchema, connectionGrantSchema } from '../access/connection-access'
import { withGrant, withoutGrant } from '../access/grant-list'
import { granteeSchema } from '../access/grantee'
import { defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustGetEntry } from '../entries/entry-tx'
import { connectionIdSchema, connectionKey, connectionNameSchema, connectionSchema } from './connection'
import { connectionLimitsSchema } from './connection-limits'

/**
 * Creating connections and changing their settings is done by `/api/connections`, because the password travels with
 * them.
 */
export const updateConnection = defineMutator({
  name: 'updateConnection',
  args: {
    id: connectionIdSchema,
    name: z.optional(connectionNameSchema),
    access: z.optional(connectionAccessSchema),
    limits: z.optional(connectionLimitsSchema),
    deletedAt: z.optional(z.nullable(z.int())),
  },
  permission: { do: 'manage-connections' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const connection = await mustGetEntry(tx, connectionSchema, connectionKey(id))
    await tx.set(connectionKey(id), { ...connection, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const grantConnection = defineMutator({
  name: 'grantConnection',
  args: { id: connectionIdSchema, ...connectionGrantSchema.shape, from: z.optional(connectionGrantSchema.shape.level) },
  permission: { do: 'manage-connections' },
  run: async (tx, { id, at, actionId: _, ...grant }) => {
    const connection = await mustGetEntry(tx, connectionSchema, connectionKey(id))
    const access = withGrant(connection.access, grant)
    await tx.set(connectionKey(id), { ...connection, access, ...updatedBy(tx, at) })
  },
})

export const revokeConnection = defineMutator({
  name: 'revokeConnection',
  args: { id: connectionIdSchema, to: granteeSchema },
  permission: { do: 'manage-connections' },
  run: async (tx, { id, to, at }) => {
    const connection = await mustGetEntry(tx, connectionSchema, connectionKey(id))
    const access = withoutGrant(connection.access, to)
    await tx.set(connectionKey(id), { ...connection, access, ...updatedBy(tx, at) })
  },
})
