import type { Actor } from '../access/actor'
import { copyBeside } from '../base/copy-name'
import { newId } from '../base/ids'
import { orderBetween } from '../base/order'
import { getChart } from '../charts/chart-queries'
import type { EntryView } from '../entries/entry-tx'
import { filterIdSchema, type Filter, type FilterId, type FilterScope } from '../filters/filter'
import { listFilters } from '../filters/filter-queries'
import { savedViewIdSchema, type SavedView } from '../saved-views/saved-view'
import { listSavedViews } from '../saved-views/saved-view-queries'
import { mayEditIn } from '../folders/folder-rights'
import {
  dashboardIdSchema,
  maxDashboardName,
  tabIdSchema,
  tileIdSchema,
  type Dashboard,
  type DashboardId,
  type Tab,
  type TabId,
  type Tile,
  type TileContent,
  type TileId,
} from './dashboard'
import { listDashboards, listTabs, listTiles } from './dashboard-queries'

/** The arguments of `createDashboard`, `createTab`, `createTile`, `createFilter` and `createSavedView`, to be run in this order. */
export interface DashboardCopy {
  readonly dashboard: Pick<Dashboard, 'id' | 'folderId' | 'name' | 'description' | 'order'> & {
    readonly firstTab: Pick<Tab, 'id' | 'name' | 'order'>
  }
  readonly moreTabs: readonly Pick<Tab, 'id' | 'dashboardId' | 'name' | 'order'>[]
  readonly tiles: readonly Pick<Tile, 'id' | 'dashboardId' | 'tabId' | 'content' | 'place'>[]
  readonly filters: readonly Pick<
    Filter,
    | 'id'
    | 'dashboardId'
    | 'name'
    | 'column'
    | 'kind'
    | 'default'
    | 'scope'
    | 'order'
    | 'isRequired'
    | 'limitedBy'
    | 'defaultAttribute'
  >[]
  readonly savedViews: readonly Pick<
    SavedView,
    'id' | 'dashboardId' | 'name' | 'values' | 'parameters' | 'isDefault' | 'order'
  >[]
  /** How many tiles have no copy: there is no chart for them, or none that this person sees. */
  readonly leftOutCount: number
}

/** True if somebody may have a copy beside a dashboard. Anywhere else its texts could be seen by more people than it is. */
export function mayCopyDashboard(actor: Actor, { folderId, deletedAt }: Dashboard, view: EntryView): boolean {
  return deletedAt === null && mayEditIn(actor, folderId, view)
}

/**
 * A dashboard with copies of the tabs, tiles, texts, filters and views of another, right after it in its folder. Its tiles show the same
 * charts. Undefined for one without a tab, which nobody can open.
 */
export function copyOfDashboard(view: EntryView, original: Dashboard): DashboardCopy | undefined {
  const dashboardId = dashboardIdSchema.parse(newId())
  // Anew and in a row: what an earlier version stored is not always taken today.
  const newTabs = inOrder(listTabs(view, original.id)).map(({ id, name, order }) => ({
    originalId: id,
    tab: { id: tabIdSchema.parse(newId()), name, order },
  }))
  const [first, ...others] = newTabs
  if (first === undefined) return undefined
  const tabIds = new Map(newTabs.map(({ originalId, tab }) => [originalId, tab.id]))
  const tabIdOf = (id: TabId) => tabIds.get(id) ?? first.tab.id

  const originalTiles = listTiles(view, original.id)
  const shown = originalTiles.filter(
    ({ content }) => content.kind !== 'chart' || getChart(view, content.chartId) !== undefined,
  )
  const tileIds = new Map(shown.map(({ id }) => [id, tileIdSchema.parse(newId())]))

  const originalFilters = inOrder(listFilters(view, original.id))
  const filterIds = new Map(originalFilters.map(({ id }) => [id, filterIdSchema.parse(newId())]))

  return {
    dashboard: {
      ...copyBeside(listDashboards(view, original.folderId), original, maxDashboardName),
      id: dashboardId,
      folderId: original.folderId,
      description: original.description,
      firstTab: first.tab,
    },
    moreTabs: others.map(({ tab }) => ({ ...tab, dashboardId })),
    tiles: shown.flatMap(({ id, tabId, content, place }) => {
      const newTileId = tileIds.get(id)
      return newTileId === undefined
        ? []
        : [
            {
              id: newTileId,
              dashboardId,
              tabId: tabIdOf(tabId),
              content: contentOfCopy(clickOfCopy(content, original.id, dashboardId, filterIds), filterIds),
              place,
            },
          ]
    }),
    filters: originalFilters.flatMap(
      ({ id, name, column, kind, default: defaultValue, scope, order, isRequired, limitedBy, defaultAttribute }) => {
        const newFilterId = filterIds.get(id)
        if (newFilterId === undefined) return []
        return [
          {
            id: newFilterId,
            dashboardId,
            name,
            column,
            kind,
            default: defaultValue,
            scope: copyOfScope(scope, tabIds, tileIds),
            order,
            ...(isRequired === undefined ? {} : { isRequired }),
            ...(defaultAttribute ? { defaultAttribute } : {}),
            ...(limitedBy ? { limitedBy: limitedBy.flatMap((other) => filterIds.get(other) ?? []) } : {}),
          },
        ]
      },
    ),
    savedViews: inOrder(listSavedViews(view, original.id)).map(({ name, values, parameters, isDefault, order }) => ({
      id: savedViewIdSchema.parse(newId()),
      dashboardId,
      name,
      values: valuesOfCopy(values, filterIds),
      parameters,
      isDefault,
      order,
    })),
    leftOutCount: originalTiles.length - shown.length,
  }
}

/** A tile or tab that is not there any more has no part in it; a filter that was for such alone stays for none. */
function copyOfScope(
  scope: FilterScope,
  tabIds: ReadonlyMap<TabId, TabId>,
  tileIds: ReadonlyMap<TileId, TileId>,
): FilterScope {
  switch (scope.kind) {
    case 'all':
      return scope
    case 'tab': {
      const tabId = tabIds.get(scope.tabId)
      return tabId === undefined ? { kind: 'tiles', tileIds: [] } : { kind: 'tab', tabId }
    }
    case 'tiles':
      return { kind: 'tiles', tileIds: scope.tileIds.flatMap((id) => tileIds.get(id) ?? []) }
  }
}

/** Makes a click that opens the dashboard itself open the copy from there. */
function clickOfCopy(
  content: TileContent,
  original: DashboardId,
  copy: DashboardId,
  filterIds: ReadonlyMap<string, FilterId>,
): TileContent {
  if (content.kind !== 'chart' || content.click?.kind !== 'dashboard') return content
  const { click } = content
  if (click.dashboardId !== original) return content
  const filters = Object.entries(click.filters).flatMap(([id, column]) => {
    const copied = filterIds.get(id)
    return copied === undefined ? [] : [[copied, column] as const]
  })
  return { ...content, click: { ...click, dashboardId: copy, filters: Object.fromEntries(filters) } }
}

/** Parameters that take their values from filters take them from the copies. */
function contentOfCopy(content: TileContent, filterIds: ReadonlyMap<string, FilterId>): TileContent {
  if (content.kind !== 'chart' || content.parameterFilters === undefined) return content
  const parameterFilters = Object.fromEntries(
    Object.entries(content.parameterFilters).flatMap(([name, { filterId, part }]) => {
      const copy = filterIds.get(filterId)
      return copy === undefined ? [] : [[name, { filterId: copy, part }] as const]
    }),
  )
  return { ...content, parameterFilters }
}

function valuesOfCopy(values: SavedView['values'], filterIds: ReadonlyMap<FilterId, FilterId>): SavedView['values'] {
  return Object.fromEntries(
    [...filterIds].flatMap(([id, copy]) => {
      const value = values[id]
      return value === undefined ? [] : [[copy, value] as const]
    }),
  )
}

function inOrder<T extends { readonly order: string }>(sorted: readonly T[]): readonly T[] {
  let last: string | null = null
  return sorted.map((item) => ({ ...item, order: (last = orderBetween(last, null)) }))
}
