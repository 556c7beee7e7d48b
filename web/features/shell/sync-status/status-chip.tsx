'use client'

import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import { useLocalStorageState, useRecoveredChanges, useSyncStatus } from '@/client/workspace/use-sync-status'
import { useView } from '@/client/workspace/use-view'
import { lazyComponent } from '@/ui/lazy-part'
import { Popover } from '@/ui/popups/popover'
import { StatusDot } from '@/ui/status-dot'
import { syncStatusId } from '@/features/page/sync-status-id'
import { syncConcernOf, syncLabel } from './sync-concern'

const SyncDetails = lazyComponent(() => import('./sync-details'))

/** The chip that shows the state of sync; a click explains it and offers actions. */
export function StatusChip() {
  const refused = useView(listMutationErrors, [])
  const recovered = useRecoveredChanges()
  const concern = syncConcernOf(useSyncStatus(), {
    refusedCount: refused.length,
    recoveredCount: recovered.length,
    storage: useLocalStorageState(),
  })
  const { tone, label, shortLabel } = syncLabel(concern)
  return (
    <Popover
      label="Sync status"
      align="end"
      width={refused.length + recovered.length === 0 ? 320 : 420}
      trigger={
        <button
          id={syncStatusId}
          type="button"
          // Browsers leave what is a status out of the name.
          aria-label={`Sync status: ${label}`}
          className="inline-flex h-[30px] min-w-6 items-center gap-2 rounded-control px-2 text-small text-muted transition-colors hover:bg-hover aria-expanded:bg-hover touch:h-11 touch:min-w-11 touch:justify-center"
        >
          <StatusDot tone={tone} />
          {/* As wide as the widest of Synced, Syncing and Offline: nothing moves when one takes the place of another. */}
          <span role="status" className="max-w-56 truncate text-left max-md:sr-only md:min-w-12">
            {label}
          </span>
          {shortLabel !== '' && (
            <span aria-hidden className="md:hidden">
              {shortLabel}
            </span>
          )}
        </button>
      }
    >
      <SyncDetails concern={concern} tone={tone} refused={refused} recovered={recovered} />
    </Popover>
  )
}
