import { assertNever } from '@tidemark/shared/base/assert-never'
import type { LocalStorageState, SyncStatus } from '@/client/workspace/use-sync-status'
import type { StatusTone } from '@/ui/status-dot'

/** Further concerns: changes the server refused, changes recovered from an earlier page, the browser's disk. */
export interface SyncConcerns {
  readonly refusedCount: number
  readonly recoveredCount: number
  readonly storage: LocalStorageState
}

/** The state between workspace and server that the person is shown. */
export type SyncConcern =
  | SyncStatus
  | { readonly kind: 'refused'; readonly count: number; readonly isOffline: boolean }
  | { readonly kind: 'recovered'; readonly count: number; readonly isOffline: boolean }
  | { readonly kind: 'storage-full'; readonly isOffline: boolean }

/** The most important of the status and all concerns. */
export function syncConcernOf(
  status: SyncStatus,
  { refusedCount, recoveredCount, storage }: SyncConcerns,
): SyncConcern {
  if (status.kind === 'problem' || status.kind === 'removed' || status.kind === 'signed-out') return status
  const isOffline = status.kind === 'offline'
  if (refusedCount > 0) return { kind: 'refused', count: refusedCount, isOffline }
  if (recoveredCount > 0) return { kind: 'recovered', count: recoveredCount, isOffline }
  if (storage === 'full') return { kind: 'storage-full', isOffline }
  return status
}

export interface SyncLabel {
  readonly tone: StatusTone
  /** For the chip. */
  readonly label: string
  /** For a chip without room; empty when the dot says enough. */
  readonly shortLabel: string
}

/** A concern in the few words of the chip; `describeSync` has the others. */
export function syncLabel(concern: SyncConcern): SyncLabel {
  switch (concern.kind) {
    case 'problem':
      return { tone: 'bad', label: 'Not syncing', shortLabel: 'Not syncing' }
    case 'removed':
      return { tone: 'bad', label: 'Not a member', shortLabel: 'Not a member' }
    case 'signed-out':
      return { tone: 'bad', label: 'Signed out', shortLabel: 'Signed out' }
    case 'refused':
      return {
        tone: 'bad',
        label: `${offlineBefore(concern)}${changes(concern.count)} refused`,
        shortLabel: `${offlineBefore(concern)}${concern.count} refused`,
      }
    case 'recovered':
      return {
        tone: 'warn',
        label: `${offlineBefore(concern)}${concern.count === 1 ? '1 recovered change' : `${concern.count} recovered changes`}`,
        shortLabel: `${offlineBefore(concern)}${concern.count} rescued`,
      }
    case 'storage-full':
      return { tone: 'bad', label: 'Browser storage is full', shortLabel: 'Storage full' }
    case 'synced':
      return { tone: 'good', label: 'Synced', shortLabel: '' }
    case 'syncing':
      return { tone: 'accent', label: 'Syncing', shortLabel: '' }
    case 'offline': {
      const state = offlineLabels[concern.reason]
      const { pending } = concern
      return {
        tone: 'warn',
        label: pending === 0 ? state : `${state}, ${changes(pending)} waiting`,
        shortLabel: pending === 0 ? state : `${state}, ${pending}`,
      }
    }
    default:
      return assertNever(concern)
  }
}

function offlineBefore({ isOffline }: { readonly isOffline: boolean }): string {
  return isOffline ? 'Offline, ' : ''
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}

const offlineLabels = {
  unreachable: 'Offline',
  silent: 'No answer',
  failing: 'Not sent',
  'disk-full': 'Not sent',
} as const
