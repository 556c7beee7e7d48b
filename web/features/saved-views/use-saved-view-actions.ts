'use client'

import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { effectiveValue } from '@tidemark/shared/filters/filter'
import { isPersonal, personalViewKey, type ChoosableView } from '@tidemark/shared/saved-views/personal-view'
import { savedViewIdSchema, savedViewKey, type SavedView } from '@tidemark/shared/saved-views/saved-view'
import { useMutate } from '@/client/workspace/use-mutate'
import { useViews } from '@/client/workspace/use-view'
import type { DashboardFilters } from '@/features/filters/use-dashboard-filters'
import { reportProblem } from '@/features/messages/report-problem'
import { askingTiles, dashboardParameters } from '@/features/parameters/dashboard-parameters'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { toast } from '@/ui/popups/toaster'
import type { SavedViews } from './use-saved-views'

/** The fields of a view that its dialog sets. isOwn: nobody else sees it; it stays as it was made. */
export interface SavedViewDraft extends Pick<SavedView, 'name' | 'isDefault'> {
  readonly isOwn: boolean
}

/** Returns the actions on a dashboard's views: editors' on those of everyone, and each person's on their own. Each is one undo step; refusals are shown in a toast. */
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
        dashboard.filters
          // Where nobody chose, each reader of the view begins with their own attribute.
          .filter(({ id, defaultAttribute }) => !defaultAttribute || Object.hasOwn(dashboard.chosen, id))
          .map((filter) => [filter.id, effectiveValue(filter, dashboard.chosen)]),
      ),
      parameters: valuesInAddress(new URLSearchParams(views.choices.text), parameters),
    }
  }
  const update = (view: ChoosableView, changes: Partial<ReturnType<typeof valuesNow> & SavedView>, label: string) =>
    mutate(
      isPersonal(view) ? 'updatePersonalView' : 'updateSavedView',
      { id: view.id, dashboardId, ...changes },
      { label },
    )
  return {
    add: ({ name, isDefault, isOwn }: SavedViewDraft) => {
      const id = savedViewIdSchema.parse(newId())
      const last = views.savedViews.findLast((view) => isPersonal(view) === isOwn)
      const fields = {
        id,
        dashboardId,
        name,
        isDefault,
        order: orderBetween(last?.order ?? null, null),
        ...valuesNow(),
      }
      const made = mutate(isOwn ? 'createPersonalView' : 'createSavedView', fields, { label: 'Save view' })
      say(made.then(() => views.show({ id, isDefault })))
    },

    /** Writes only changed fields, so that others' changes stay. */
    change: (view: ChoosableView, { name, isDefault }: Omit<SavedViewDraft, 'isOwn'>) => {
      const changes = {
        ...(name === view.name ? {} : { name }),
        ...(isDefault === view.isDefault ? {} : { isDefault }),
      }
      if (Object.keys(changes).length === 0) return
      // Names the view in the address, so that it stays shown whichever is the default.
      say(
        update(view, changes, 'Change view').then(
          () => changes.isDefault === undefined || views.isChanged || views.show({ ...view, isDefault }),
        ),
      )
    },

    keepValuesIn: (view: ChoosableView) => {
      say(update(view, valuesNow(), 'Save view').then(() => views.show(view)))
    },

    remove: (view: ChoosableView) => {
      const isOwn = isPersonal(view)
      const key = isOwn ? personalViewKey(view.userId, dashboardId, view.id) : savedViewKey(dashboardId, view.id)
      const putBack = () =>
        say(
          mutate('restoreEntries', { changes: [{ key, expected: null, restored: view }] }, { label: 'Put view back' }),
        )
      toast(`View “${view.name}” deleted`, { action: { label: 'Undo', onClick: putBack } })
      const name = isOwn ? 'deletePersonalView' : 'deleteSavedView'
      say(mutate(name, { id: view.id, dashboardId }, { label: 'Delete view' }))
    },
  }
}
