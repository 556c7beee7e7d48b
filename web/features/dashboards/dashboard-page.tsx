'use client'

import { ChartColumn, Ellipsis, LayoutDashboard, Plus, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Dashboard, DashboardId, Tab, TabId, Tile } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { effectiveValue } from '@tidemark/shared/filters/filter'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { useTeamSession } from '@/client/page/page-environment'
import { useKeptChoices } from '@/client/workspace/use-kept-choices'
import { useUiState } from '@/client/workspace/ui-state'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import type { FilterBarProps } from '@/features/filters/filter-bar'
import { isFilterOfTab } from '@/features/filters/tile-filters'
import { DashboardFiltersContext, useDashboardFilters } from '@/features/filters/use-dashboard-filters'
import type { SelectionChipsProps } from '@/features/filters/selection-chips'
import { MarkSelectionsContext, useMarkSelections } from '@/features/filters/use-selected-marks'
import { useFilterEditing } from '@/features/filters/use-filter-editing'
import { useFlag } from '@/features/flags/use-flag'
import { FavouriteStar } from '@/features/favourites/favourite-star'
import { HistoryButton } from '@/features/history/history-button'
import type { PeopleHereProps } from '@/features/presence/people-here'
import type { DashboardParameter } from '@/features/parameters/dashboard-parameters'
import type { ParameterBarProps } from '@/features/parameters/parameter-bar'
import { DashboardParametersContext, useDashboardParameters } from '@/features/parameters/use-dashboard-parameters'
import { PresentButton } from '@/features/page/present-button'
import { TopBar } from '@/features/page/top-bar'
import { UndoButtons } from '@/features/page/undo-buttons'
import { CommentsButton } from '@/features/comments/comments-button'
import { useMoveCommand } from '@/features/commands/use-move-command'
import { useDuplicateCommand } from '@/features/commands/use-duplicate-command'
import { useNaming } from '@/features/content/use-naming'
import { usePassOnCommands } from '@/features/commands/use-pass-on-commands'
import { useWasHere } from '@/features/content/use-was-here'
import type { SavedViewsMenuProps } from '@/features/saved-views/saved-views-menu'
import { useSavedViews } from '@/features/saved-views/use-saved-views'
import { classNames } from '@/ui/class-names'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { lazyPart, useLazyPart, lazyComponent } from '@/ui/lazy-part'
import { DashboardGrid } from './grid/dashboard-grid'
import { DashboardTabs } from './dashboard-tabs'
import { useDashboardCommands } from './dashboard-commands'
import type { ExistingChartDialogProps } from './existing-chart-dialog'
import { MissingDashboard } from './missing-dashboard'
import { ShareButton } from './share-button'
import { useAdding } from './use-adding'
import { showTab, useDashboardActions } from './use-dashboard-actions'
import { useImageInput } from './use-image-input'
import { useRefreshInterval } from './use-refresh-interval'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu } from '@/ui/popups/menu'
import type { AddActions } from './add-items'
import { EmptyState } from '@/ui/empty-state'

const parameterBar = lazyPart<ParameterBarProps>(() =>
  import('@/features/parameters/parameter-bar').then((module) => ({ default: module.ParameterBar })),
)
/**
 * Most dashboards have none; where there is one it is in the page from the server. Not by next/dynamic: inside a page that
 * is itself loaded so, the build names files for it that it does not make.
 */
const ParameterBar = lazy(() => parameterBar.load().then((component) => ({ default: component })))
const filterBar = lazyPart<FilterBarProps>(() =>
  import('@/features/filters/filter-bar').then((module) => ({ default: module.FilterBar })),
)
const FilterBar = lazy(() => filterBar.load().then((component) => ({ default: component })))
const selectionChips = lazyPart<SelectionChipsProps>(() => import('@/features/filters/selection-chips'))
const SelectionChips = lazy(() => selectionChips.load().then((component) => ({ default: component })))
const savedViewsMenu = lazyPart<SavedViewsMenuProps>(() =>
  import('@/features/saved-views/saved-views-menu').then((module) => ({ default: module.SavedViewsMenu })),
)
const SavedViewsMenu = lazy(() => savedViewsMenu.load().then((component) => ({ default: component })))
const peopleHere = lazyPart<PeopleHereProps>(() => import('@/features/presence/people-here'))
const existingChartDialog = lazyPart<ExistingChartDialogProps>(() => import('./existing-chart-dialog'))

interface DashboardPageProps {
  readonly dashboardId: DashboardId
  /** The tab asked for; the first is shown when there is none such. */
  readonly tabId?: string | undefined
  /** The server's results by chart, in the page or on their way. */
  readonly results: Readonly<Record<string, RunResult | Promise<RunResult>>>
}

/** A dashboard: its bar, its tabs and the tiles of the shown one. */
export function DashboardPage({ dashboardId, tabId, results }: DashboardPageProps) {
  const dashboard = useView((view) => getDashboard(view, dashboardId), [dashboardId])
  const tabs = useView((view) => listTabs(view, dashboardId), [dashboardId])
  const shownTab = tabs.find((tab) => tab.id === tabId) ?? tabs[0]
  const wasHere = useWasHere(dashboard !== undefined && shownTab !== undefined)
  if (dashboard === undefined || shownTab === undefined)
    return <MissingDashboard dashboardId={dashboardId} trashed={null} wasHere={wasHere} />
  if (dashboard.deletedAt !== null)
    return <MissingDashboard dashboardId={dashboardId} trashed={dashboard} wasHere={wasHere} />
  return <OpenDashboard dashboard={dashboard} tabs={tabs} shownTab={shownTab} results={results} />
}

interface OpenDashboardProps extends Pick<DashboardPageProps, 'results'> {
  readonly dashboard: Dashboard
  readonly tabs: readonly Tab[]
  readonly shownTab: Tab
}

function OpenDashboard({ dashboard, tabs, shownTab, results }: OpenDashboardProps) {
  const allTiles = useView((view) => listTiles(view, dashboard.id), [dashboard.id])
  const tiles = useMemo(() => allTiles.filter((tile) => tile.tabId === shownTab.id), [allTiles, shownTab.id])
  const actions = useDashboardActions(dashboard.id)
  const views = useSavedViews(dashboard.id, useKeptChoices())
  const filters = useDashboardFilters(dashboard.id, allTiles, views.choices, results)
  const selections = useMarkSelections(filters)
  const hasSelections = selections.outsideFilters.size > 0 || selections.leftOut.length > 0
  const asked = useDashboardParameters(tiles, views.choices, filters)
  const shownFilters = filters.filters.filter((filter) => isFilterOfTab(filter, shownTab.id, tabs, allTiles))
  const isFiltered = shownFilters.some((filter) => effectiveValue(filter, filters.chosen) !== null)
  const { edit: editFilter, dialog: filterDialog } = useFilterEditing(dashboard.id, tabs, filters)
  const mayEdit = useMayEdit(dashboard.folderId)
  const [isRenaming, setRenaming] = useNaming(dashboard.id)
  const [refreshCount, setRefreshCount] = useState(0)
  const refreshAll = () => setRefreshCount((count) => count + 1)
  const refreshing = useRefreshInterval(refreshAll)
  const adding = useAdding(dashboard, shownTab, tiles, actions, editFilter)
  const { add, isPicking, setPicking, addChart, writtenId } = adding
  useImageInput(mayEdit, adding.addPictures)
  const PeopleHere = useLazyPart(peopleHere, useTeamSession() !== null)
  const mayPresent = useFlag('no-presenting') === false
  // Once used it stays mounted, so that closing hands the focus back.
  const [hasPicked, setHasPicked] = useState(false)
  if (isPicking && !hasPicked) setHasPicked(true)
  const ExistingChartDialog = useLazyPart(existingChartDialog, hasPicked)

  const [renamingTabId, setRenamingTabId] = useState<TabId | null>(null)
  const addTab = () =>
    void actions.addTab(tabs).then((id) => {
      showTab(dashboard.id, id)
      setRenamingTabId(id)
    })
  const step = (by: 1 | -1) => {
    const next = tabs[tabs.indexOf(shownTab) + by]
    if (next !== undefined) showTab(dashboard.id, next.id)
  }
  useMoveCommand('dashboard', dashboard.id, mayEdit)
  useDashboardCommands(mayEdit, {
    ...add,
    addTab,
    rename: () => setRenaming(true),
    refreshAll,
    moveToTrash: () => void actions.remove(dashboard, Date.now()),
  })
  useDuplicateCommand({ kind: 'dashboard', id: dashboard.id }, mayEdit)
  usePassOnCommands('dashboard', dashboard.id)
  const ui = useUiState()

  return (
    <DashboardFiltersContext value={filters}>
      <TopBar
        icon={LayoutDashboard}
        title={
          <InlineEdit
            value={dashboard.name}
            label="Dashboard name"
            isReadOnly={!mayEdit}
            editing={isRenaming}
            onEditingChange={setRenaming}
            onCommit={(name) => void actions.rename(name)}
          />
        }
        actions={
          <>
            {PeopleHere && <PeopleHere dashboardId={dashboard.id} />}
            <FavouriteStar target={{ kind: 'dashboard', id: dashboard.id }} />
            {mayEdit && <UndoButtons className="max-lg:hidden" />}
            {mayPresent && <PresentButton onStep={step} />}
            <HistoryButton kind="dashboard" id={dashboard.id} />
            <CommentsButton dashboardId={dashboard.id} onShowTile={showTile} />
            {refreshing.interval !== null && (
              <Button
                variant="ghost"
                size="sm"
                icon={RefreshCw}
                title={`Refreshes ${refreshing.interval.label.toLowerCase()}; press to refresh now`}
                onClick={refreshAll}
                className="max-sm:hidden"
              >
                {refreshing.interval.short}
              </Button>
            )}
            <Menu
              label="Menu of this dashboard"
              align="end"
              trigger={<IconButton icon={Ellipsis} label="Menu of this dashboard" />}
            >
              <DashboardMenuItems id={dashboard.id} mayEdit={mayEdit} refresh={refreshing} />
            </Menu>
            <ShareButton dashboard={dashboard} />
            {mayEdit && <AddMenu add={add} />}
          </>
        }
      />
      <div
        className="page-sides flex shrink-0 grow flex-col pt-2.5 pb-6"
        onPointerDown={(event) => event.target === event.currentTarget && ui.selectedTileId.set(null)}
      >
        <DashboardTabs
          tabs={tabs}
          shownId={shownTab.id}
          renamingId={renamingTabId}
          onRenaming={setRenamingTabId}
          tiles={allTiles}
          filters={filters.filters}
          mayEdit={mayEdit}
          actions={actions}
          onAdd={addTab}
        />
        {(shownFilters.length > 0 || hasSelections) && (
          <div
            className={classNames(
              'mt-3.5 flex flex-wrap items-center gap-1.5',
              !isFiltered && !hasSelections && 'print:hidden',
            )}
          >
            {shownFilters.length > 0 && (
              <Suspense fallback={<div className="h-7 touch:h-11" />}>
                <FilterBar dashboard={filters} filters={shownFilters} onEdit={mayEdit ? editFilter : null}>
                  <SavedViewsMenu views={views} dashboard={filters} mayEdit={mayEdit} />
                </FilterBar>
              </Suspense>
            )}
            {hasSelections && (
              <Suspense fallback={<div className="h-7 touch:h-11" />}>
                <SelectionChips selections={selections} tiles={allTiles} />
              </Suspense>
            )}
          </div>
        )}
        {asked.inputs.length > 0 && (
          <div className="mt-3.5">
            {/* Held as high as one row, so that what is below does not move when it comes. */}
            <Suspense fallback={<div className="h-[30px] touch:h-11" />}>
              <ParameterBar
                parameters={asked.inputs.map(({ parameter }) => parameter)}
                values={asked.values}
                refused={asked.refused}
                choicesOf={({ name }) => choicesOf(asked.inputs, name)}
                onChange={asked.set}
              />
            </Suspense>
          </div>
        )}
        <div className="mt-3.5">
          {tiles.length === 0 ? (
            <EmptyDashboard isWholeEmpty={allTiles.length === 0} mayEdit={mayEdit} add={add} />
          ) : (
            <DashboardParametersContext value={asked}>
              <MarkSelectionsContext value={selections}>
                <DashboardGrid
                  key={shownTab.id}
                  tiles={tiles}
                  results={results}
                  actions={actions}
                  refreshCount={refreshCount}
                  writtenId={writtenId}
                />
              </MarkSelectionsContext>
            </DashboardParametersContext>
          )}
        </div>
      </div>
      {ExistingChartDialog && (
        <ExistingChartDialog
          open={isPicking}
          onOpenChange={setPicking}
          isAllowed={mayEdit}
          usedChartIds={new Set(tiles.flatMap(({ content }) => (content.kind === 'chart' ? [content.chartId] : [])))}
          onChoose={addChart}
        />
      )}
      {filterDialog}
    </DashboardFiltersContext>
  )
}

function showTile(tile: Tile): void {
  showTab(tile.dashboardId, tile.tabId)
  // Its tab may have to be drawn first.
  requestAnimationFrame(() => document.getElementById(`tile-${tile.id}`)?.focus())
}

/** The chart whose query offers the values of an input. */
function choicesOf(inputs: readonly DashboardParameter[], name: string): RunItem {
  const input = inputs.find(({ parameter }) => parameter.name === name)
  return { chartId: input?.chartId, choicesOf: input?.ownName }
}

const DashboardMenuItems = lazyComponent(() => import('./dashboard-menu-items'))
const AddItems = lazyComponent(() => import('./add-items'))

/** The Add button of a dashboard. */
function AddMenu({ add }: { readonly add: AddActions }) {
  return (
    <Menu
      label="Add to the dashboard"
      align="end"
      trigger={
        <Button variant="primary" icon={Plus} className="max-sm:w-11 max-sm:px-0">
          {/* On a phone the name of the dashboard needs the room. */}
          <span className="max-sm:sr-only">Add</span>
        </Button>
      }
    >
      <AddItems add={add} />
    </Menu>
  )
}

interface EmptyDashboardProps {
  /** False when other tabs hold tiles. */
  readonly isWholeEmpty: boolean
  readonly mayEdit: boolean
  readonly add: AddActions
}

/** The empty state of a dashboard or tab. */
function EmptyDashboard({ isWholeEmpty, mayEdit, add }: EmptyDashboardProps) {
  return (
    <div className="rounded-tile border border-dashed border-line-strong">
      <EmptyState
        icon={ChartColumn}
        title={isWholeEmpty ? 'This dashboard is empty' : 'Nothing on this tab yet'}
        text={
          !mayEdit
            ? 'Charts appear here when an editor adds them.'
            : isWholeEmpty
              ? 'Ask your data a question, and its answer stays here as a chart.'
              : 'Put charts that belong together on one tab.'
        }
        action={
          mayEdit && (
            <Button variant="primary" icon={Plus} onClick={add.newChart}>
              New chart
            </Button>
          )
        }
        className="min-h-64"
      />
    </div>
  )
}
