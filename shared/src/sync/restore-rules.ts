import * as z from 'zod/mini'
import { requirePermission } from '../access/rules'
import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '../base/json'
import { chartPrefix, chartQuerySchema, chartSchema } from '../charts/chart'
import { mustBeAllowedToAsk, mustSeeAllRows } from '../charts/chart-mutators'
import { dashboardPrefix, dashboardSchema, tabPrefix, tilePrefix, type DashboardId } from '../dashboards/dashboard'
import { datasetPrefix, datasetSchema } from '../datasets/dataset'
import { mustManage } from '../datasets/dataset-rights'
import type { EntryKey, EntryTx } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { favouritesOf } from '../favourites/favourite'
import { filterPrefix } from '../filters/filter'
import { personalViewsOf } from '../saved-views/personal-view'
import { savedViewPrefix } from '../saved-views/saved-view'
import { folderPrefix, folderSchema } from '../folders/folder'
import { mustNotContain } from '../folders/folder-mutators'
import { mustEditFolder } from '../folders/folder-rights'
import { metricPrefix } from '../metrics/metric'
import { segmentPrefix } from '../segments/segment'
import { mustBeJoinable, mustDescribe } from '../tables/table-mutators'
import { declaredJoinSchema } from '../tables/table-settings'
import { tableSourceSchema } from '../tables/table-source'
import { conceptOf } from './concepts'
import { fieldsOf, hasQuery } from './field-paths'
import type { EntryChange } from './entry-change'

const restorableDatasetFields: ReadonlySet<string> = new Set([
  'name',
  'description',
  'folderId',
  'access',
  'restricted',
  'rowRule',
  'deletedAt',
])
const restorableConnectionFields: ReadonlySet<string> = new Set(['name', 'access', 'limits', 'rowRules', 'deletedAt'])

/**
 * Requires that undo does no more than the mutations it undoes may: a dataset's files and columns come only from an
 * upload, and settings need their own permission. Fails with `forbidden` or `invalid-mutation`.
 */
export async function mustBeRestorable(tx: EntryTx, { key, expected, restored }: EntryChange): Promise<void> {
  const concept = conceptOf(key)
  if (concept !== 'favourite' && concept !== 'personal-view') requirePermission(tx.actor, { do: 'edit-content' })
  switch (concept) {
    case 'favourite':
      // Before anything is read: others must not learn even that it is there.
      if (!key.startsWith(favouritesOf(tx.actor.userId))) throw new TidemarkError('forbidden')
      if (expected !== null && restored !== null) throw notRestorable(key)
      return
    case 'personal-view':
      if (!key.startsWith(personalViewsOf(tx.actor.userId))) throw new TidemarkError('forbidden')
      return
    case 'mutation-error':
    case 'overwritten-text':
    case 'data-version':
    case 'comment':
    case 'comments-read':
    case 'comment-mail':
      throw notRestorable(key)
    case 'flag':
      requirePermission(tx.actor, { do: 'edit-workspace' })
      return
    case 'workspace':
      requirePermission(tx.actor, { do: 'edit-workspace' })
      if (expected === null || restored === null) throw notRestorable(key)
      return
    case 'dataset':
      if (expected === null || restored === null) throw notRestorable(key)
      if (fieldsOf(expected, restored).some((field) => !restorableDatasetFields.has(field))) throw notRestorable(key)
      return
    case 'connection':
      requirePermission(tx.actor, { do: 'manage-connections' })
      if (expected === null || restored === null) throw notRestorable(key)
      if (fieldsOf(expected, restored).some((field) => !restorableConnectionFields.has(field))) throw notRestorable(key)
      return
    case 'table':
    case 'column':
      // They are there as soon as somebody says something, and stay.
      if (expected === null || restored === null) throw notRestorable(key)
      return
    case 'join':
      if (expected !== null && restored !== null) throw notRestorable(key)
      return
    case 'metric':
      // Only who may verify it can bring that back.
      if (restored !== null && restored['verified'] !== undefined && restored['verified'] !== null)
        requirePermission(tx.actor, { do: 'edit-workspace' })
      return
    case 'hierarchy':
    case 'segment':
    case 'chart':
    case 'folder':
    case 'dashboard':
    case 'tab':
    case 'tile':
    case 'filter':
    case 'saved-view':
      return
  }
}

/**
 * Requires the right to set rules where an entry would lose or change the rule of its rows, and that who sees only some
 * rows of a model leaves it as it is. next: null for a deletion.
 */
export function mustKeepRowRules(
  tx: EntryTx,
  key: EntryKey,
  current: JsonValue | undefined,
  next: JsonObject | null,
): void {
  const before = isJsonObject(current) ? current : {}
  const rulesOf = ({ rowRule = null, rowRules = null }: JsonObject) => [rowRule, rowRules]
  if (!jsonEqual(rulesOf(before), rulesOf(next ?? {}))) requirePermission(tx.actor, { do: 'edit-workspace' })
  if (key.startsWith(chartPrefix) && before.rowRule !== undefined) mustSeeAllRows(tx, chartSchema.parse(before))
}

/** Requires the right to run a restored query, since restoring one (or a part) sets the query of a chart, metric or segment. */
export async function mustBeAllowedToRestore(
  tx: EntryTx,
  key: EntryKey,
  current: JsonValue | undefined,
  next: JsonObject,
): Promise<void> {
  if (!hasQuery(key)) return
  const query = chartQuerySchema.safeParse(next.query)
  const isAsIs = isJsonObject(current) && jsonEqual(current.query, next.query)
  if (!query.success || isAsIs) return
  // A restored part keeps the others, which must not become visible to others on behalf of somebody who may not run
  // them.
  const before = chartQuerySchema.safeParse(isJsonObject(current) ? current.query : undefined)
  if (before.success) await mustBeAllowedToAsk(tx, before.data)
  await mustBeAllowedToAsk(tx, query.data)
}

/**
 * Requires the right to edit in the folder of each existing thing; called before and after the changes. Fails with
 * `folder-forbidden`, or `not-found` if its folder is gone.
 */
export async function mustBeEditable(tx: EntryTx, changes: readonly EntryChange[]): Promise<void> {
  // Checks each thing once, because a step may consist of hundreds of parts of one dashboard.
  for (const key of new Set(changes.map(({ key }) => placedKeyOf(key)))) await mustEditAround(tx, key)
}

async function mustEditAround(tx: EntryTx, key: EntryKey): Promise<void> {
  const [, id = ''] = key.split('/')
  switch (conceptOf(key)) {
    case 'folder':
      if ((await tx.get(key)) !== undefined) await mustEditFolder(tx, folderSchema.shape.id.parse(id))
      return
    case 'table':
    case 'column':
    case 'join':
    case 'hierarchy':
      return await mustDescribeSourceOf(tx, key)
    case 'dataset': {
      const value = await tx.get(key)
      if (value !== undefined) await mustManage(tx, datasetSchema.parse(value))
      return
    }
    case 'metric':
    case 'segment':
    case 'chart':
    case 'dashboard':
      return await mustEditFolderOf(tx, key)
    // Parts of a dashboard are checked with the dashboard.
    case 'tab':
    case 'tile':
    case 'filter':
    case 'saved-view':
    case 'workspace':
    case 'data-version':
    case 'connection':
    case 'flag':
    case 'favourite':
    case 'personal-view':
    case 'mutation-error':
    case 'overwritten-text':
    case 'comment':
    case 'comments-read':
    case 'comment-mail':
      return
  }
}

async function mustDescribeSourceOf(tx: EntryTx, key: EntryKey): Promise<void> {
  const value = await tx.get(key)
  if (!isJsonObject(value)) return
  await mustDescribe(tx, tableSourceSchema.parse(value.source))
  if (conceptOf(key) !== 'join') return
  const join = declaredJoinSchema.parse(value)
  await mustDescribe(tx, join.other)
  mustBeJoinable(join)
}

/** Returns the key of the thing to which an entry without its own place belongs. */
function placedKeyOf(key: EntryKey): EntryKey {
  const [concept = '', id = ''] = key.split('/')
  return partsOfDashboard.has(concept) ? `${dashboardPrefix}${id}` : key
}

async function mustEditFolderOf(tx: EntryTx, key: string): Promise<void> {
  const value = await tx.get(key)
  if (value !== undefined) await mustEditFolder(tx, placedSchema.parse(value).folderId)
}

const placedSchema = z.pick(dashboardSchema, { folderId: true })

/**
 * Requires that nothing other people added meanwhile loses its place when a thing is deleted, and that a folder with
 * its own access list is placed only where the person may edit. Reads the entries after the changes. Fails with
 * `changed-since`, `folder-forbidden` or `not-found`.
 */
export async function mustStayWhole(tx: EntryTx, changes: readonly EntryChange[]): Promise<void> {
  const dashboardIds = new Set<string>()
  for (const { key, expected, restored } of changes) {
    const [concept, id = ''] = key.split('/')
    const value = await tx.get(key)
    if (concept === 'folder' && isJsonObject(value)) {
      const folder = folderSchema.parse(value)
      const isMoved = expected === null || restored?.parentId !== undefined
      if (isMoved && folder.parentId !== null) await mustNotContain(tx, folder.id, folder.parentId)
      if (isMoved) await mustEditFolder(tx, folder.parentId)
    } else if (concept === 'folder') await mustHoldNothing(tx, id)
    else if (concept === 'chart' && value === undefined) await mustBeOnNoTile(tx, id)
    else if (partsOfDashboard.has(concept ?? '')) dashboardIds.add(id)
  }
  for (const id of dashboardIds) await mustKeepTabs(tx, id)
}

const partsOfDashboard: ReadonlySet<string> = new Set(['dashboard', 'tab', 'tile', 'filter', 'saved-view'])

/**
 * Requires that a dashboard keeps at least one tab, and that no tabs, tiles, filters or views exist without their
 * dashboard.
 */
async function mustKeepTabs(tx: EntryTx, id: string): Promise<void> {
  const dashboardId: DashboardId = dashboardSchema.shape.id.parse(id)
  const tabCount = (await tx.scan(tabPrefix(dashboardId))).length
  if ((await tx.get(`${dashboardPrefix}${id}`)) !== undefined) {
    if (tabCount === 0) throw new TidemarkError('changed-since', { detail: 'A dashboard keeps at least one tab.' })
    return
  }
  for (const prefix of [tabPrefix, tilePrefix, filterPrefix, savedViewPrefix]) {
    if ((await tx.scan(prefix(dashboardId))).length === 0) continue
    throw new TidemarkError('changed-since', { detail: 'The dashboard holds what others added.' })
  }
}

async function mustHoldNothing(tx: EntryTx, folderId: string): Promise<void> {
  for (const prefix of [folderPrefix, metricPrefix, segmentPrefix, chartPrefix, dashboardPrefix, datasetPrefix]) {
    for (const [, value] of await tx.scan(prefix)) {
      if (!isJsonObject(value) || (value.folderId ?? value.parentId) !== folderId) continue
      throw new TidemarkError('changed-since', { detail: 'The folder holds what others put there.' })
    }
  }
}

async function mustBeOnNoTile(tx: EntryTx, chartId: string): Promise<void> {
  for (const [, value] of await tx.scan('tile/')) {
    if (isJsonObject(value) && contentOf(value)?.chartId === chartId) {
      throw new TidemarkError('changed-since', { detail: 'The chart is on a dashboard.' })
    }
  }
}

function contentOf(tile: JsonObject): JsonObject | undefined {
  return isJsonObject(tile.content) ? tile.content : undefined
}

function notRestorable(key: string): TidemarkError {
  return new TidemarkError('invalid-mutation', { detail: `${key} is not changed by undo` })
}
