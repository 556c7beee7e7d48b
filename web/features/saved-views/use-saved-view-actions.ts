'use client'

import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { effectiveValue } from '@tidemark/shared/filters/filter'
import { savedViewIdSchema, savedViewKey, type SavedView } from '@tidemark/shared/saved-views/saved-view'
import { useMutate } from '@/client/workspace/use-mutate'
import { useViews } from '@/client/workspace/use-view'
import type { DashboardFilters } from '@/features/filters/use-dashboard-filters'
import { reportProblem } from '@/features/messages/report-problem'
import { askingTiles, dashboardParameters } from '@/features/parameters/dashboard-parameters'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { toast } from '@/ui/popups/toaster'
import type { SavedViews } from './use-saved-views'

/** The fields of a view that its dialog sets. */
export type SavedViewDraft = Pick<SavedView, 'name' | 'isDefault'>

/** Returns the editors' actions on a dashboard's views. Each is one undo step; refusals are shown in a toast. */
export function useSavedViewActions(views: SavedViews, dashboard: DashboardFilters) {
  const mutate = useMutate()
  const stored = useViews()
  const { dashboardId } = dashboard
  const say = (change: Promise<unknown>): void => void change.catch(reportProblem)
  const valuesNow = (): Pick<SavedView, 'values' | 'parameters'> => {
    const inputs = dashboardParameters(askingTiles(stored.getState().view, dashboard.tiles))
    const parameters = inputs.map(({ parameter }) => parameter)
    return {
      values: Object.fromEntries(
        dashboard.filters.map((filter) => [filter.id, effectiveValue(filter, dashboard.chosen)]),
      ),
      parameters: valuesInAddress(new URLSearchParams(views.choices.text), parameters),
    }
  }
  return {
    add: ({ name, isDefault }: SavedViewDraft) => {
      const id = savedViewIdSchema.parse(newId())
      const order = orderBetween(views.savedViews.at(-1)?.order ?? null, null)
      const fields = { id, dashboardId, name, isDefault, order, ...valuesNow() }
      say(mutate('createSavedView', fields, { label: 'Save view' }).then(() => views.show({ id, isDefault })))
    },

    /** Writes only changed fields, so that others' changes stay. */
    change: (view: SavedView, { name, isDefault }: SavedViewDraft) => {
      const changes = {
        ...(name === view.name ? {} : { name }),
        ...(isDefault === view.isDefault ? {} : { isDefault }),
      }
      if (Object.keys(changes).length === 0) return
      // Names the view in the address, so that it stays shown whichever is the default.
      say(
        mutate('updateSavedView', { id: view.id, dashboardId, ...changes }, { label: 'Change view' }).then(
          () => changes.isDefault === undefined || views.isChanged || views.show({ ...view, isDefault }),
        ),
      )
    },

    keepValuesIn: (view: SavedView) => {
      const keep = mutate('updateSavedView', { id: view.id, dashboardId, ...valuesNow() }, { label: 'Save view' })
      say(keep.then(() => views.show(view)))
    },

    remove: (view: SavedView) => {
      const putBack = () =>
        say(
          mutate(
            'restoreEntries',
            { changes: [{ key: savedViewKey(dashboardId, view.id), expected: null, restored: view }] },
            { label: 'Put view back' },
          ),
        )
      toast(`View “${view.name}” deleted`, { action: { label: 'Undo', onClick: putBack } })
      say(mutate('deleteSavedView', { id: view.id, dashboardId }, { label: 'Delete view' }))
    },
  }
}
