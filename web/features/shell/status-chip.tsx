'use client'

import { RefreshCw, RotateCw } from 'lucide-react'
import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import { usePageEnvironment } from '@/client/page-environment'
import { useLocalStorageState, useRescuedChanges, useSyncStatus } from '@/client/use-sync-status'
import { useView } from '@/client/use-view'
import { Button, buttonClass } from '@/ui/button'
import { lazyComponent } from '@/ui/lazy-part'
import { Popover } from '@/ui/popover'
import { StatusDot } from '@/ui/status-dot'
import { TimeAgo } from '@/ui/time-ago'
import { describeSync } from './describe-sync'
import { useReload } from './use-reload'

const UnsentChanges = lazyComponent(() => import('./unsent-changes'))

/** Always tells how the workspace stands with the server; a click says what that means and what can be done. */
export function StatusChip() {
  const { lastSyncAt, syncNow, ...status } = useSyncStatus()
  const refused = useView(listMutationErrors, [])
  const { now, locale } = usePageEnvironment()
  const rescued = useRescuedChanges()
  const storage = useLocalStorageState()
  const reload = useReload()
  const { tone, label, shortLabel, title, text } = describeSync(status, {
    refusedCount: refused.length,
    rescuedCount: rescued.length,
    storage,
  })
  return (
    <Popover
      label="Sync status"
      align="end"
      width={320}
      trigger={
        <button
          type="button"
          className="inline-flex h-[30px] items-center gap-2 rounded-control px-2 text-small text-muted transition-colors hover:bg-hover aria-expanded:bg-hover touch:h-11 touch:min-w-11 touch:justify-center"
        >
          <StatusDot tone={tone} />
          {/* As wide as the widest of Synced, Syncing and Offline: nothing moves when one takes the place of another. */}
          <span role="status" className="max-w-56 min-w-12 truncate text-left max-md:sr-only">
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
      <p className="flex items-center gap-2 text-tile">
        <StatusDot tone={tone} />
        {title}
      </p>
      <p className="mt-1 text-muted">{text}</p>
      {(refused.length > 0 || rescued.length > 0) && <UnsentChanges refused={refused} rescued={rescued} />}
      <div className="mt-3 flex items-center justify-between gap-2">
        <span className="text-small text-muted">
          {lastSyncAt === null ? (
            'Not synced since this page was opened'
          ) : (
            <>
              Last synced <TimeAgo at={lastSyncAt} now={now} locale={locale} />
            </>
          )}
        </span>
        {status.kind === 'removed' ? (
          <a href="/" className={buttonClass({ size: 'sm', variant: 'primary' })}>
            Your workspaces
          </a>
        ) : status.kind === 'problem' || status.kind === 'signed-out' ? (
          <Button size="sm" variant="primary" icon={RotateCw} onClick={reload}>
            {status.kind === 'problem' ? 'Reload' : 'Sign in'}
          </Button>
        ) : (
          <Button size="sm" icon={RefreshCw} onClick={syncNow}>
            Sync now
          </Button>
        )}
      </div>
    </Popover>
  )
}
