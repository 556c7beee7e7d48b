'use client'

import { CircleHelp, LayoutDashboard, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { DashboardDraft, DraftChoice, DraftRequest } from '@tidemark/shared/dashboard-drafts/dashboard-draft'
import { entriesOfDraft, type DraftEntries } from '@tidemark/shared/dashboard-drafts/draft-entries'
import type { Dashboard, DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTabs, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { navigate } from '@/client/page/navigation'
import { ChangeTargetContext } from '@/client/workspace/change-target'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useKeptChoices } from '@/client/workspace/use-kept-choices'
import { useView, ViewsContext } from '@/client/workspace/use-view'
import { useActor, useSyncClient } from '@/client/workspace/workspace-client'
import { useOwnUndoCommands } from '@/features/commands/use-own-undo'
import { draftHref } from '@/features/content/draft-link'
import { DashboardGrid } from '@/features/dashboards/grid/dashboard-grid'
import { useDashboardActions } from '@/features/dashboards/use-dashboard-actions'
import { FilterBar } from '@/features/filters/filter-bar'
import { DashboardFiltersContext, useDashboardFilters } from '@/features/filters/use-dashboard-filters'
import { useFilterEditing } from '@/features/filters/use-filter-editing'
import { reportProblem } from '@/features/messages/report-problem'
import { TopBar } from '@/features/page/top-bar'
import { UndoButtons } from '@/features/page/undo-buttons'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Callout } from '@/ui/callout'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { Select } from '@/ui/fields/select'
import { Popover } from '@/ui/popups/popover'
import { DraftWorkspace } from './draft-workspace'
import { useKeepDraft } from './use-keep-draft'

/** The table's name for people, and the address of its page. */
export interface DraftSource {
  readonly name: string
  readonly href: string
}

interface DraftViewProps {
  readonly draft: DashboardDraft
  readonly request: DraftRequest
  readonly source: DraftSource
}

/**
 * A draft shown as the dashboard that it would be. It can be changed like one, and is gone with the page unless it is
 * kept.
 */
export function DraftView({ draft, request, source }: DraftViewProps) {
  const { views, getActor } = useSyncClient()
  const { userId } = useActor()
  const [{ workspace, dashboardId }] = useState(() => {
    const now = Date.now()
    const made: DraftEntries = entriesOfDraft(draft, userId, now)
    return { workspace: new DraftWorkspace(views, made.entries, getActor), dashboardId: made.dashboardId }
  })
  return (
    <ViewsContext value={workspace.views}>
      <ChangeTargetContext value={workspace}>
        <ShownDraft draft={draft} request={request} source={source} dashboardId={dashboardId} />
      </ChangeTargetContext>
    </ViewsContext>
  )
}

const noResults = {}

function ShownDraft({ dashboardId, ...props }: DraftViewProps & { readonly dashboardId: DashboardId }) {
  const dashboard = useView((view) => getDashboard(view, dashboardId), [dashboardId])
  useOwnUndoCommands('draft')
  return dashboard === undefined ? null : <OpenDraft dashboard={dashboard} {...props} />
}

function OpenDraft({ dashboard, draft, request, source }: DraftViewProps & { readonly dashboard: Dashboard }) {
  const mayEdit = useMayEdit()
  const tabs = useView((view) => listTabs(view, dashboard.id), [dashboard.id])
  const tiles = useView((view) => listTiles(view, dashboard.id), [dashboard.id])
  const actions = useDashboardActions(dashboard.id)
  const filters = useDashboardFilters(dashboard.id, tiles, useKeptChoices(), noResults)
  const { edit: editFilter, dialog: filterDialog } = useFilterEditing(dashboard.id, tabs, filters)
  const [isRenaming, setRenaming] = useState(false)
  const { keep, isKeeping } = useKeepDraft(dashboard)
  const throwAway = () => navigate(source.href, { replace: true })
  return (
    <DashboardFiltersContext value={filters}>
      <TopBar
        icon={LayoutDashboard}
        breadcrumb={[{ label: source.name, href: source.href }]}
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
        titleActions={
          <span className="shrink-0 rounded-full border border-line bg-surface px-2 text-small text-muted max-sm:hidden">
            Draft
          </span>
        }
        actions={
          <>
            {mayEdit && <UndoButtons className="max-lg:hidden" />}
            <IconButton icon={X} label="Throw the draft away" onClick={throwAway} className="sm:hidden" />
            <Button onClick={throwAway} className="max-sm:hidden">
              Throw away
            </Button>
            {mayEdit && (
              <Button variant="primary" disabled={isKeeping} onClick={() => void keep().catch(reportProblem)}>
                Keep
              </Button>
            )}
          </>
        }
      />
      <div className="page-sides flex shrink-0 grow flex-col gap-3.5 pt-3.5 pb-6">
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2 max-sm:justify-items-start">
          <DraftSelect
            label="Measure"
            chosen={draft.measure}
            choices={draft.measures}
            onChange={(measure) => redraft({ ...request, measure })}
          />
          {draft.times.length > 1 && (
            <DraftSelect
              label="Over"
              chosen={draft.time}
              choices={draft.times}
              onChange={(time) => redraft({ ...request, time })}
            />
          )}
          <Popover
            label="Why these charts"
            width={380}
            trigger={
              <Button variant="ghost" icon={CircleHelp}>
                Why these charts
              </Button>
            }
          >
            <Reasons draft={draft} />
          </Popover>
        </div>
        {draft.notes.length > 0 && <DraftNotes notes={draft.notes} />}
        {!mayEdit && (
          <Callout tone="info" title="Only you see this draft">
            Editors keep drafts as dashboards. An admin of this workspace can make you one.
          </Callout>
        )}
        {filters.filters.length > 0 && (
          <Suspense fallback={<div className="h-7 touch:h-11" />}>
            <FilterBar dashboard={filters} filters={filters.filters} onEdit={mayEdit ? editFilter : null} />
          </Suspense>
        )}
        <DashboardGrid tiles={tiles} results={noResults} actions={actions} refreshCount={0} writtenId={null} />
      </div>
      {filterDialog}
    </DashboardFiltersContext>
  )
}

/** Opens the same page with a draft for another choice. */
function redraft(request: DraftRequest): void {
  navigate(draftHref(request), { replace: true, keepsScroll: true })
}

const noColumn = ''

function DraftSelect({
  label,
  chosen,
  choices,
  onChange,
}: {
  readonly label: string
  readonly chosen: string | null
  readonly choices: readonly DraftChoice[]
  readonly onChange: (column: string | null) => void
}) {
  return (
    <Select
      label={label}
      value={chosen ?? noColumn}
      options={choices.map(({ column, label: name }) => ({ value: column ?? noColumn, label: name }))}
      onChange={(value) => onChange(value === noColumn ? null : value)}
      className="w-52 max-sm:w-full max-sm:justify-self-stretch"
    />
  )
}

function DraftNotes({ notes: [first, ...others] }: { readonly notes: readonly string[] }) {
  return (
    <Callout tone="info" title={first}>
      {others.length > 0 && others.map((note) => <p key={note}>{note}</p>)}
    </Callout>
  )
}

function Reasons({ draft: { tiles, filters } }: { readonly draft: DashboardDraft }) {
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      <p className="text-tile">Why these charts</p>
      <p className="mt-1 text-muted">They were chosen by rules, from the names, types and values of the columns.</p>
      <dl className="mt-3 flex flex-col gap-2.5">
        {[...tiles, ...filters.map(({ name, reason }) => ({ name: `Filter: ${name}`, reason }))].map(
          ({ name, reason }) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-muted">{reason}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  )
}
