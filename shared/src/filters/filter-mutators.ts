import * as z from 'zod/mini'
import { orderSchema } from '../base/order'
import { dashboardIdSchema } from '../dashboards/dashboard'
import { mustEditDashboard } from '../dashboards/dashboard-mutators'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry } from '../entries/entry-tx'
import { holdsDigits, lostDigitsHint } from '../query/exact-number'
import { filterIdSchema, filterKey, filterNameSchema, filterSchema } from './filter'

const { column, kind, scope } = filterSchema.shape
const isRequired = z.optional(filterSchema.shape.isRequired.def.innerType)
const limitedBy = z.optional(filterSchema.shape.limitedBy.def.innerType)
const defaultAttribute = z.optional(filterSchema.shape.defaultAttribute.def.innerType)
const defaultSchema = filterSchema.shape.default.check(z.refine(holdsDigits, lostDigitsHint))

export const createFilter = defineMutator({
  name: 'createFilter',
  args: {
    id: filterIdSchema,
    dashboardId: dashboardIdSchema,
    name: filterNameSchema,
    column,
    kind,
    default: defaultSchema,
    scope,
    isRequired,
    limitedBy,
    defaultAttribute,
    order: orderSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustEditDashboard(tx, fields.dashboardId)
    const key = filterKey(fields.dashboardId, fields.id)
    await mustBeFree(tx, key)
    await tx.set(key, { ...givenFields(fields), ...createdBy(tx, at) })
  },
})

export const updateFilter = defineMutator({
  name: 'updateFilter',
  args: {
    id: filterIdSchema,
    dashboardId: dashboardIdSchema,
    name: z.optional(filterNameSchema),
    column: z.optional(column),
    kind: z.optional(kind),
    default: z.optional(defaultSchema),
    scope: z.optional(scope),
    isRequired,
    limitedBy,
    defaultAttribute,
    order: z.optional(orderSchema),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId, at, actionId: _, ...changes }) => {
    await mustEditDashboard(tx, dashboardId)
    const key = filterKey(dashboardId, id)
    await tx.set(key, { ...(await mustGetEntry(tx, filterSchema, key)), ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const deleteFilter = defineMutator({
  name: 'deleteFilter',
  args: { id: filterIdSchema, dashboardId: dashboardIdSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId }) => {
    await mustEditDashboard(tx, dashboardId)
    const key = filterKey(dashboardId, id)
    await mustGetEntry(tx, filterSchema, key)
    await tx.del(key)
  },
})
