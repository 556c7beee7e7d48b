import * as z from 'zod/mini'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry } from '../entries/entry-tx'
import { flagKey, flagSchema, flagShape } from './flag'

const { name, description, variants, percentByRole, archivedAt } = flagShape

export const createFlag = defineMutator({
  name: 'createFlag',
  args: { name, description, variants, percentByRole },
  permission: { do: 'edit-workspace' },
  run: async (tx, { at, actionId: _, ...flag }) => {
    await mustBeFree(tx, flagKey(flag.name))
    await tx.set(flagKey(flag.name), { ...flag, archivedAt: null, ...createdBy(tx, at) })
  },
})

export const updateFlag = defineMutator({
  name: 'updateFlag',
  args: {
    name,
    description: z.optional(description),
    variants: z.optional(variants),
    percentByRole: z.optional(percentByRole),
    archivedAt: z.optional(archivedAt),
  },
  permission: { do: 'edit-workspace' },
  run: async (tx, { at, actionId: _, ...changes }) => {
    const flag = await mustGetEntry(tx, flagSchema, flagKey(changes.name))
    await tx.set(flagKey(changes.name), { ...flag, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})
