import { useMemo } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { textHash } from '@tidemark/shared/base/text-hash'
import type { Chart, ChartId } from '@tidemark/shared/charts/chart'
import { copyOfChart } from '@tidemark/shared/charts/copy-chart'
import {
  tabIdSchema,
  tabKey,
  tileIdSchema,
  tileKey,
  tileSchema,
  type Dashboard,
  type DashboardId,
  type Tab,
  type TabId,
  type Tile,
  type TileId,
  type TileClick,
  type TileContent,
} from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { getFromView } from '@tidemark/shared/entries/entry-tx'
import { filterKey, type Filter } from '@tidemark/shared/filters/filter'
import { listFilters, scopesWithCopy } from '@tidemark/shared/filters/filter-queries'
import type { ImageContent } from '@tidemark/shared/images/image'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import {
  changedPlaces,
  firstFreePlace,
  isHeading,
  placeBeside,
  type TileSize,
} from '@tidemark/shared/dashboards/tile-layout'
import { navigate } from '@/client/page/navigation'
import { useMutate } from '@/client/workspace/use-mutate'
import { useViews } from '@/client/workspace/use-view'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { toast } from '@/ui/popups/toaster'
import { tabHref } from './tab-href'

/** The content of a tile with a chart. */
export type ChartContent = Extract<TileContent, { kind: 'chart' }>

export type DashboardActions = ReturnType<typeof useDashboardActions>

/** Everything a person can do to a dashboard. Each is one step to undo; a toast shows a refusal. */
export function useDashboardActions(dashboardId: DashboardId) {
  const mutate = useMutate()
  const views = useViews()
  const { getActor } = useSyncClient()
  return useMemo(() => {
    const say = (change: Promise<unknown>): Promise<void> => change.then(() => undefined, reportProblem)
    const setContent = (tile: Tile, content: TileContent, label: string): Promise<void> =>
      say(mutate('updateTile', { id: tile.id, dashboardId, content }, { label }))
    const createTile = (tile: Pick<Tile, 'id' | 'tabId' | 'content' | 'place'>, label: string, actionId: string) =>
      mutate(
        'createTile',
        { id: tile.id, dashboardId, tabId: tile.tabId, content: tile.content, place: tile.place },
        { label, actionId },
      )

    // As undo would, but of this very step, whatever was done since; also a tile whose chart is gone comes back.
    const putBack = (entries: readonly (readonly [key: string, entry: Tab | Tile | Filter])[], label: string) =>
      say(
        mutate(
          'restoreEntries',
          { changes: entries.map(([key, entry]) => ({ key, expected: null, restored: entry })) },
          { label },
        ),
      )

    return {
      /** Asked at the moment that something is to be stored; who renders asks `useMayEditDashboard`. */
      mayEdit: (): boolean => {
        const { view } = views.getState()
        const dashboard = getDashboard(view, dashboardId)
        return dashboard !== undefined && mayEditIn(getActor(), dashboard.folderId, view)
      },

      /** True if a tile has that text. Asked as `mayEdit` is. */
      hasText: (id: TileId, text: string): boolean => {
        const content = getFromView(views.getState().view, tileSchema, tileKey(dashboardId, id))?.content
        return content?.kind === 'text' && content.text === text
      },

      rename: (name: string) =>
        say(mutate('updateDashboard', { id: dashboardId, name }, { label: 'Rename dashboard' })),

      remove: (dashboard: Dashboard, at: number) => {
        const put = (deletedAt: number | null, label: string) =>
          say(mutate('updateDashboard', { id: dashboardId, deletedAt }, { label }))
        toast(`“${dashboard.name}” moved to the trash`, {
          action: { label: 'Undo', onClick: () => void put(null, 'Restore dashboard') },
        })
        return put(at, 'Move dashboard to trash')
      },

      restore: () =>
        say(mutate('updateDashboard', { id: dashboardId, deletedAt: null }, { label: 'Restore dashboard' })),

      addTab: async (tabs: readonly Tab[]): Promise<TabId> => {
        const id = tabIdSchema.parse(newId())
        const order = orderBetween(tabs.at(-1)?.order ?? null, null)
        await say(mutate('createTab', { id, dashboardId, name: newTabName(tabs), order }, { label: 'Add tab' }))
        return id
      },

      renameTab: (id: TabId, name: string) =>
        say(mutate('updateTab', { id, dashboardId, name }, { label: 'Rename tab' })),

      /** Puts a tab at an index of the list without it. */
      moveTab: (tabs: readonly Tab[], id: TabId, index: number) => {
        const others = tabs.filter((tab) => tab.id !== id)
        const order = orderBetween(others[index - 1]?.order ?? null, others[index]?.order ?? null)
        return say(mutate('updateTab', { id, dashboardId, order }, { label: 'Move tab' }))
      },

      /** tiles, filters: what goes with it. */
      deleteTab: (
        tab: Tab,
        { tiles, filters }: { readonly tiles: readonly Tile[]; readonly filters: readonly Filter[] },
      ) => {
        const entries = [
          [tabKey(dashboardId, tab.id), tab] as const,
          ...tiles.map((tile) => [tileKey(dashboardId, tile.id), tile] as const),
          ...filters.map((filter) => [filterKey(dashboardId, filter.id), filter] as const),
        ]
        toast(`Tab “${tab.name}” deleted`, {
          action: { label: 'Undo', onClick: () => void putBack(entries, 'Restore tab') },
        })
        return say(mutate('deleteTab', { id: tab.id, dashboardId }, { label: 'Delete tab' }))
      },

      /** Adds a tile where there is room first. */
      addTile: async (tabId: TabId, content: TileContent, size: TileSize): Promise<Tile['id']> => {
        const id = tileIdSchema.parse(newId())
        const label = addLabel(content)
        const tiles = listTiles(views.getState().view, dashboardId).filter((tile) => tile.tabId === tabId)
        await say(createTile({ id, tabId, content, place: firstFreePlace(tiles, size) }, label, newId()))
        return id
      },

      duplicateTile: async (tile: Tile, tiles: readonly Tile[]): Promise<void> => {
        const id = tileIdSchema.parse(newId())
        const step = { label: 'Duplicate tile', actionId: newId() }
        const scopes = scopesWithCopy(listFilters(views.getState().view, dashboardId), tile.id, id)
        await Promise.all([
          say(createTile({ ...tile, id, place: firstFreePlace(tiles, tile.place) }, step.label, step.actionId)),
          ...scopes.map((filter) => say(mutate('updateFilter', { ...filter, dashboardId }, step))),
        ])
      },

      /** A copy of a tile and of its chart beside it, opened for changing. tiles: those of the tab. */
      duplicateAndChange: async (tile: Tile, chart: Chart, tiles: readonly Tile[]): Promise<void> => {
        const step = { label: 'Duplicate and change', actionId: newId() }
        const copy = copyOfChart(views.getState().view, chart)
        const id = tileIdSchema.parse(newId())
        const scopes = scopesWithCopy(listFilters(views.getState().view, dashboardId), tile.id, id)
        const content = { ...tile.content, kind: 'chart' as const, chartId: copy.id }
        const after = placeBeside(tiles, tile.id, { ...tile, id, content })
        await mutate('createChart', copy, step)
        await Promise.all([
          ...changedPlaces(tiles, after).map((placed) =>
            placed.id === id
              ? createTile(placed, step.label, step.actionId)
              : mutate('updateTile', { id: placed.id, dashboardId, place: placed.place }, step),
          ),
          ...scopes.map((filter) => mutate('updateFilter', { ...filter, dashboardId }, step)),
        ])
        navigate(`/charts/${copy.id}`)
      },

      removeTile: (tile: Tile) => {
        toast('Tile removed', {
          action: {
            label: 'Undo',
            onClick: () => void putBack([[tileKey(dashboardId, tile.id), tile]], 'Put tile back'),
          },
        })
        return say(mutate('deleteTile', { id: tile.id, dashboardId }, { label: 'Remove tile' }))
      },

      /** Rejects when it is refused: who wrote it still has the text. seen: the text that was there as far as they know. */
      setText: (tile: Tile, text: string, seen: string, actionId: string) =>
        mutate(
          'updateTile',
          { id: tile.id, dashboardId, content: { ...tile.content, kind: 'text', text }, basedOn: textHash(seen) },
          { label: isHeading(tile) ? 'Rename section' : 'Edit text', actionId },
        ),

      setImage: (tile: Tile, content: ImageContent, label: string) => setContent(tile, content, label),

      /** Which inputs and filters of the dashboard give the parameters of a tile's chart their values. */
      setParameterSources: (tile: Tile, content: ChartContent) => setContent(tile, content, 'Map parameters'),
      setLeftOut: (tile: Tile, { isLeftOut: _, ...content }: ChartContent, leaveOut: boolean) =>
        setContent(
          tile,
          { ...content, ...(leaveOut ? { isLeftOut: true } : {}) },
          leaveOut ? 'Do not filter by clicks' : 'Filter by clicks',
        ),

      /** click: undefined for the menu of marks. */
      setClick: (tile: Tile, { click: _, ...content }: ChartContent, click: TileClick | undefined) =>
        setContent(tile, { ...content, ...(click === undefined ? {} : { click }) }, 'Change what a click does'),

      /** Writes only the places that changed, all in one step. stored: the tiles of the tab as they are. */
      saveLayout: async (stored: readonly Tile[], layout: readonly Tile[], label: string): Promise<void> => {
        const actionId = newId()
        await Promise.all(
          changedPlaces(stored, layout).map((tile) =>
            say(mutate('updateTile', { id: tile.id, dashboardId, place: tile.place }, { label, actionId })),
          ),
        )
      },

      renameChart: (id: ChartId, name: string) => say(mutate('updateChart', { id, name }, { label: 'Rename chart' })),
    }
  }, [dashboardId, getActor, mutate, views])
}

function addLabel(content: TileContent): string {
  if (content.kind === 'text') return isHeading({ content }) ? 'Add section' : 'Add text'
  return content.kind === 'chart' ? 'Add chart' : 'Add picture'
}

/** Shows another tab of this dashboard, without asking the server. */
export function showTab(dashboardId: DashboardId, tabId: TabId): void {
  navigate(tabHref(dashboardId, tabId, new URLSearchParams(window.location.search)))
}

function newTabName(tabs: readonly Tab[]): string {
  const names = new Set(tabs.map((tab) => tab.name))
  for (let number = tabs.length + 1; ; number += 1) if (!names.has(`Tab ${number}`)) return `Tab ${number}`
}
