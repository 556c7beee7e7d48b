'use client'

import { useMemo } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { filterIdSchema, filterKey, type Filter } from '@tidemark/shared/filters/filter'
import { useMutate } from '@/client/workspace/use-mutate'
import { reportProblem } from '@/features/messages/report-problem'
import { toast } from '@/ui/popups/toaster'

/** The fields of a filter that an editor sets. */
export type FilterDraft = Pick<
  Filter,
  'name' | 'column' | 'kind' | 'default' | 'scope' | 'isRequired' | 'limitedBy' | 'defaultAttribute'
>

/** Returns the editors' actions on a dashboard's filters. Each is one undo step; refusals are shown in a toast. */
export function useFilterActions(dashboardId: DashboardId, filters: readonly Filter[]) {
  const mutate = useMutate()
  return useMemo(() => {
    const say = (change: Promise<unknown>): void => void change.catch(reportProblem)
    return {
      add: (draft: FilterDraft): Pick<Filter, 'id' | 'kind' | 'default' | 'isRequired'> => {
        const id = filterIdSchema.parse(newId())
        const order = orderBetween(filters.at(-1)?.order ?? null, null)
        say(mutate('createFilter', { id, dashboardId, order, ...draft }, { label: 'Add filter' }))
        return { id, ...draft }
      },

      /** Writes only changed fields, so that others' changes stay. */
      change: (filter: Filter, draft: FilterDraft) => {
        const isSame = (field: keyof FilterDraft) =>
          JSON.stringify(filter[field] ?? null) === JSON.stringify(draft[field] ?? null)
        const changes = {
          ...(isSame('name') ? {} : { name: draft.name }),
          ...(isSame('column') ? {} : { column: draft.column }),
          ...(isSame('kind') ? {} : { kind: draft.kind }),
          ...(isSame('default') ? {} : { default: draft.default }),
          ...(isSame('scope') ? {} : { scope: draft.scope }),
          ...(isSame('isRequired') ? {} : { isRequired: draft.isRequired === true }),
          ...(isSame('defaultAttribute') ? {} : { defaultAttribute: draft.defaultAttribute ?? null }),
          ...(isSame('limitedBy') ? {} : { limitedBy: draft.limitedBy ?? null }),
        }
        if (Object.keys(changes).length === 0) return
        say(mutate('updateFilter', { id: filter.id, dashboardId, ...changes }, { label: 'Change filter' }))
      },

      remove: (filter: Filter) => {
        const putBack = () =>
          say(
            mutate(
              'restoreEntries',
              { changes: [{ key: filterKey(dashboardId, filter.id), expected: null, restored: filter }] },
              { label: 'Put filter back' },
            ),
          )
        toast(`Filter “${filter.name}” deleted`, { action: { label: 'Undo', onClick: putBack } })
        say(mutate('deleteFilter', { id: filter.id, dashboardId }, { label: 'Delete filter' }))
      },
    }
  }, [dashboardId, filters, mutate])
}
