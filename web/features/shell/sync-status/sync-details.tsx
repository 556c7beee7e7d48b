import { RefreshCw, RotateCw } from 'lucide-react'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { usePageEnvironment } from '@/client/page/page-environment'
import type { RecoveredChange } from '@/client/unsent/recovered-changes'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { Button, buttonClass } from '@/ui/buttons/button'
import { StatusDot, type StatusTone } from '@/ui/status-dot'
import { TimeAgo } from '@/ui/text/time-ago'
import { describeSync } from './describe-sync'
import type { SyncConcern } from './sync-concern'
import { useReload } from '../frame/use-reload'
import { RefusedChanges } from './refused-changes'
import { RecoveredChangesList } from './recovered-changes-list'

interface SyncDetailsProps {
  readonly concern: SyncConcern
  readonly tone: StatusTone
  readonly refused: readonly MutationError[]
  readonly recovered: readonly RecoveredChange[]
}

/** The meaning of the sync status, and the actions on it. */
export default function SyncDetails({ concern, tone, refused, recovered }: SyncDetailsProps) {
  const { kind, lastSyncAt, syncNow } = useSyncStatus()
  const { now, locale } = usePageEnvironment()
  const reload = useReload()
  const { title, text } = describeSync(concern)
  return (
    <>
      <p className="flex items-center gap-2 text-tile">
        <StatusDot tone={tone} />
        {title}
      </p>
      <p className="mt-1 text-muted">{text}</p>
      <UnsentChanges refused={refused} recovered={recovered} />
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
        {kind === 'removed' ? (
          <a href="/" className={buttonClass({ size: 'sm', variant: 'primary' })}>
            Your workspaces
          </a>
        ) : kind === 'problem' || kind === 'signed-out' ? (
          <Button size="sm" variant="primary" icon={RotateCw} onClick={reload}>
            {kind === 'problem' ? 'Reload' : 'Sign in'}
          </Button>
        ) : (
          <Button size="sm" icon={RefreshCw} onClick={syncNow}>
            Sync now
          </Button>
        )}
      </div>
    </>
  )
}

interface UnsentChangesProps {
  readonly refused: readonly MutationError[]
  readonly recovered: readonly RecoveredChange[]
}

/** The changes that the server does not have and that wait for the person's decision. */
function UnsentChanges({ refused, recovered }: UnsentChangesProps) {
  return (
    <>
      {refused.length > 0 && <RefusedChanges errors={refused} />}
      {recovered.length > 0 && <RecoveredChangesList changes={recovered} />}
    </>
  )
}
