import * as z from 'zod/mini'
import { orderSchema } from '../base/order'
import { TidemarkError } from '../errors/tidemark-error'
import { chartKey, chartSchema } from '../charts/chart'
import { filterPrefix, filterSchema, isOnlyForTab } from '../filters/filter'
import { mustEditFolder, mustMoveBetween } from '../folders/folder-rights'
import { basedOnSchema, createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import {
  dashboardIdSchema,
  dashboardKey,
  dashboardSchema,
  tabIdSchema,
  tabKey,
  tabPrefix,
  tabSchema,
  tileIdSchema,
  tileKey,
  tilePrefix,
  tileSchema,
  type DashboardId,
  type TabId,
  type TileContent,
  dashboardNameSchema,
  tabNameSchema,
} from './dashboard'

export const createDashboard = defineMutator({
  name: 'createDashboard',
  args: {
    id: dashboardIdSchema,
    folderId: dashboardSchema.shape.folderId,
    name: dashboardNameSchema,
    description: dashboardSchema.shape.description,
    order: orderSchema,
    firstTab: z.extend(z.pick(tabSchema, { id: true, name: true, order: true }), { name: tabNameSchema }),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { firstTab, at, actionId: _, ...fields }) => {
    await mustBeFree(tx, dashboardKey(fields.id))
    await mustEditFolder(tx, fields.folderId)
    await tx.set(dashboardKey(fields.id), { ...fields, deletedAt: null, ...createdBy(tx, at) })
    await tx.set(tabKey(fields.id, firstTab.id), { ...firstTab, dashboardId: fields.id, ...createdBy(tx, at) })
  },
})

export const updateDashboard = defineMutator({
  name: 'updateDashboard',
  args: {
    id: dashboardIdSchema,
    folderId: z.optional(dashboardSchema.shape.folderId),
    name: z.optional(dashboardNameSchema),
    description: z.optional(dashboardSchema.shape.description),
    order: z.optional(orderSchema),
    deletedAt: z.optional(dashboardSchema.shape.deletedAt),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const dashboard = await mustGetEntry(tx, dashboardSchema, dashboardKey(id))
    await mustMoveBetween(tx, dashboard.folderId, changes.folderId)
    await tx.set(dashboardKey(id), { ...dashboard, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const createTab = defineMutator({
  name: 'createTab',
  args: { id: tabIdSchema, dashboardId: dashboardIdSchema, name: tabNameSchema, order: orderSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustEditDashboard(tx, fields.dashboardId)
    await mustBeFree(tx, tabKey(fields.dashboardId, fields.id))
    await tx.set(tabKey(fields.dashboardId, fields.id), { ...fields, ...createdBy(tx, at) })
  },
})

export const updateTab = defineMutator({
  name: 'updateTab',
  args: {
    id: tabIdSchema,
    dashboardId: dashboardIdSchema,
    name: z.optional(tabNameSchema),
    order: z.optional(orderSchema),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId, at, actionId: _, ...changes }) => {
    await mustEditDashboard(tx, dashboardId)
    const key = tabKey(dashboardId, id)
    await tx.set(key, { ...(await mustGetEntry(tx, tabSchema, key)), ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const deleteTab = defineMutator({
  name: 'deleteTab',
  args: { id: tabIdSchema, dashboardId: dashboardIdSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId }) => {
    await mustEditDashboard(tx, dashboardId)
    await mustGetEntry(tx, tabSchema, tabKey(dashboardId, id))
    if ((await tx.scan(tabPrefix(dashboardId))).length === 1) {
      throw new TidemarkError('invalid-mutation', { detail: 'A dashboard keeps at least one tab.' })
    }
    for (const [key, value] of await tx.scan(tilePrefix(dashboardId))) {
      if (tileSchema.parse(value).tabId === id) await tx.del(key)
    }
    for (const [key, value] of await tx.scan(filterPrefix(dashboardId))) {
      if (isOnlyForTab(filterSchema.parse(value), id)) await tx.del(key)
    }
    await tx.del(tabKey(dashboardId, id))
  },
})

export const createTile = defineMutator({
  name: 'createTile',
  args: {
    id: tileIdSchema,
    dashboardId: dashboardIdSchema,
    tabId: tabIdSchema,
    content: tileSchema.shape.content,
    place: tileSchema.shape.place,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustEditDashboard(tx, fields.dashboardId)
    await mustBeFree(tx, tileKey(fields.dashboardId, fields.id))
    await mustHaveTab(tx, fields.dashboardId, fields.tabId)
    await mustHaveContent(tx, fields.content)
    await tx.set(tileKey(fields.dashboardId, fields.id), { ...fields, ...createdBy(tx, at) })
  },
})

export const updateTile = defineMutator({
  name: 'updateTile',
  args: {
    id: tileIdSchema,
    dashboardId: dashboardIdSchema,
    tabId: z.optional(tabIdSchema),
    content: z.optional(tileSchema.shape.content),
    place: z.optional(tileSchema.shape.place),
    basedOn: basedOnSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId, at, actionId: _, basedOn: __, ...changes }) => {
    await mustEditDashboard(tx, dashboardId)
    const key = tileKey(dashboardId, id)
    const tile = await mustGetEntry(tx, tileSchema, key)
    if (changes.tabId) await mustHaveTab(tx, dashboardId, changes.tabId)
    if (changes.content) await mustHaveContent(tx, changes.content)
    await tx.set(key, { ...tile, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const deleteTile = defineMutator({
  name: 'deleteTile',
  args: { id: tileIdSchema, dashboardId: dashboardIdSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { id, dashboardId }) => {
    await mustEditDashboard(tx, dashboardId)
    await mustGetEntry(tx, tileSchema, tileKey(dashboardId, id))
    await tx.del(tileKey(dashboardId, id))
  },
})

/** Requires the right to edit the dashboard's folder. Fails with `not-found` or `folder-forbidden`. */
export async function mustEditDashboard(tx: EntryTx, id: DashboardId): Promise<void> {
  await mustEditFolder(tx, (await mustGetEntry(tx, dashboardSchema, dashboardKey(id))).folderId)
}

async function mustHaveTab(tx: EntryTx, dashboardId: DashboardId, tabId: TabId): Promise<void> {
  await mustGetEntry(tx, tabSchema, tabKey(dashboardId, tabId))
}

async function mustHaveContent(tx: EntryTx, content: TileContent): Promise<void> {
  if (content.kind === 'chart') await mustGetEntry(tx, chartSchema, chartKey(content.chartId))
}
