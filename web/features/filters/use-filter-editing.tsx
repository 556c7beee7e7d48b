'use client'

import { useCallback, useState, type ReactNode } from 'react'
import type { DashboardId, Tab } from '@tidemark/shared/dashboards/dashboard'
import type { Filter } from '@tidemark/shared/filters/filter'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { useMayEditDashboard } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { focusNewFilter } from './filter-chip-id'
import type { FilterDialogProps } from './filter-dialog'
import type { DashboardFilters } from './use-dashboard-filters'
import { useFilterActions } from './use-filter-actions'

const filterDialog = lazyPart<FilterDialogProps>(() => import('./filter-dialog'))

/** Returns how an editor creates and changes filters. edit: opens the dialog; null for a new filter. */
export function useFilterEditing(
  dashboardId: DashboardId,
  tabs: readonly Tab[],
  { tiles, calendar }: DashboardFilters,
): { readonly edit: (filter: Filter | null) => void; readonly dialog: ReactNode } {
  // Those of the dashboard have each person's own defaults in them.
  const filters = useView((view) => listFilters(view, dashboardId), [dashboardId])
  const actions = useFilterActions(dashboardId, filters)
  // Each opening mounts a new dialog; a closed one stays mounted, so that the focus returns.
  const [editing, setEditing] = useState<{ readonly filter: Filter | null; readonly count: number } | null>(null)
  const mayEdit = useMayEditDashboard(dashboardId)
  const [isOpen, setOpen] = useState(false)
  const FilterDialog = useLazyPart(filterDialog, editing !== null)
  const edit = useCallback(
    (filter: Filter | null) => {
      const stored = filter === null ? null : (filters.find(({ id }) => id === filter.id) ?? null)
      setEditing((last) => ({ filter: stored, count: (last?.count ?? 0) + 1 }))
      setOpen(true)
    },
    [filters],
  )
  const dialog = FilterDialog && editing !== null && (
    <FilterDialog
      key={editing.count}
      filter={editing.filter}
      open={isOpen}
      onOpenChange={setOpen}
      isAllowed={mayEdit}
      filters={filters}
      tabs={tabs}
      tiles={tiles}
      calendar={calendar}
      onSave={(draft) => {
        if (editing.filter === null) focusNewFilter(actions.add(draft).id)
        else actions.change(editing.filter, draft)
      }}
      onRemove={() => editing.filter !== null && actions.remove(editing.filter)}
    />
  )
  return { edit, dialog }
}
