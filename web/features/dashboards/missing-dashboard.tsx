import { LayoutDashboard } from 'lucide-react'
import type { Dashboard, DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { notesWithDrafts, refusedNotes } from '@/client/unsent/drafts'
import { useUi } from '@/client/workspace/ui-state'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { MissingEntry } from '@/features/page/missing-entry'
import { NothingHere } from '@/features/page/nothing-here'
import { lazyComponent } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { useDashboardActions } from './use-dashboard-actions'

const DraftNotice = lazyComponent(() => import('@/features/page/draft-notice'))

interface MissingDashboardProps {
  readonly dashboardId: DashboardId
  /** The dashboard when it lies in the trash. */
  readonly trashed: Dashboard | null
  /** True if this page has shown it. */
  readonly wasHere: boolean
}

/** For an address whose dashboard is in the trash, unknown, or not here yet. */
export function MissingDashboard({ dashboardId, trashed, wasHere }: MissingDashboardProps) {
  const actions = useDashboardActions(dashboardId)
  const mayEdit = useMayEdit(trashed?.folderId)
  const drafts = useUi((state) => state.drafts.get())
  const refused = useView((view) => refusedNotes(view, dashboardId), [dashboardId])
  const notes = new Set([...notesWithDrafts(drafts, dashboardId), ...refused])
  return (
    <MissingEntry
      icon={LayoutDashboard}
      trashed={trashed}
      trashText="Its tiles and tabs are kept with it."
      onRestore={mayEdit ? () => void actions.restore() : undefined}
      loading={
        <div
          role="status"
          aria-label="Loading the dashboard"
          className="grid grid-cols-1 gap-3 page-sides pt-14 min-[641px]:grid-cols-2"
        >
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-64 rounded-tile" />
          ))}
        </div>
      }
    >
      <NothingHere icon={LayoutDashboard} noun="dashboard" id={dashboardId} wasHere={wasHere}>
        {[...notes].map((of) => (
          <DraftNotice key={of} of={of} noun="text" stored={null} onEdit={null} />
        ))}
      </NothingHere>
    </MissingEntry>
  )
}
