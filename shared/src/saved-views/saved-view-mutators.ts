import * as z from 'zod/mini'
import { orderSchema } from '../base/order'
import { dashboardIdSchema, type DashboardId } from '../dashboards/dashboard'
import { mustEditDashboard } from '../dashboards/dashboard-mutators'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { holdsDigits, lostDigitsHint } from '../query/exact-number'
import { parameterValuesSchema } from '../query/parameter'
import {
  savedViewIdSchema,
  savedViewKey,
  savedViewNameSchema,
  savedViewPrefix,
  savedViewSchema,
  type SavedView,
  type SavedViewId,
} from './saved-view'

const values = savedViewSchema.shape.values.check(z.refine(holdsDigits, lostDigitsHint))

export const viewIdArgs = { id: savedViewIdSchema, dashboardId: dashboardIdSchema } as const

export const newViewArgs = {
  ...viewIdArgs,
  name: savedViewNameSchema,
  values,
  parameters: parameterValuesSchema,
  isDefault: z.boolean(),
  order: orderSchema,
} as const

export const viewChangeArgs = {
  ...viewIdArgs,
  name: z.optional(savedViewNameSchema),
  values: z.optional(values),
  parameters: z.optional(parameterValuesSchema),
  isDefault: z.optional(z.boolean()),
  order: z.optional(orderSchema),
} as const

export const createSavedView = defineMutator({
  name: 'createSavedView',
  args: newViewArgs,
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustEditDashboard(tx, fields.dashboardId)
    const key = savedViewKey(fields.dashboardId, fields.id)
    await mustBeFree(tx, key)
    if (fields.isDefault) await endDefaultOf(tx, fields, at)
    await tx.set(key, { ...fields, ...createdBy(tx, at) })
  },
})

export const updateSavedView = defineMutator({
  name: 'updateSavedView',
  args: viewChangeArgs,
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId, at, actionId: _, ...changes }) => {
    await mustEditDashboard(tx, dashboardId)
    const key = savedViewKey(dashboardId, id)
    const stored = await mustGetEntry(tx, savedViewSchema, key)
    if (changes.isDefault === true) await endDefaultOf(tx, { id, dashboardId }, at)
    await tx.set(key, { ...stored, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const deleteSavedView = defineMutator({
  name: 'deleteSavedView',
  args: viewIdArgs,
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId }) => {
    await mustEditDashboard(tx, dashboardId)
    const key = savedViewKey(dashboardId, id)
    await mustGetEntry(tx, savedViewSchema, key)
    await tx.del(key)
  },
})

async function endDefaultOf(
  tx: EntryTx,
  { id, dashboardId }: { readonly id: SavedViewId; readonly dashboardId: DashboardId },
  at: number,
): Promise<void> {
  await endOtherDefaults(tx, savedViewSchema, { prefix: savedViewPrefix(dashboardId), id, at })
}

/** Leaves the views below a prefix one default at most: the last that somebody chose, `id`. */
export async function endOtherDefaults(
  tx: EntryTx,
  schema: z.ZodMiniType<SavedView>,
  { prefix, id, at }: { readonly prefix: string; readonly id: SavedViewId; readonly at: number },
): Promise<void> {
  for (const [key, value] of await tx.scan(prefix)) {
    const other = schema.parse(value)
    if (other.id !== id && other.isDefault) await tx.set(key, { ...other, isDefault: false, ...updatedBy(tx, at) })
  }
}
