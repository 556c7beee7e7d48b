import { assertNever } from '@tidemark/shared/base/assert-never'
import type { SyncStatus } from '@/client/use-sync-status'
import type { StatusTone } from '@/ui/status-dot'

export interface SyncDescription {
  readonly tone: StatusTone
  /** For the chip. */
  readonly label: string
  /** For a chip without room; empty when the dot says enough. */
  readonly shortLabel: string
  /** What is so, and what it means for the person. */
  readonly title: string
  readonly text: string
}

/** The sync status in words. refusedCount: changes the server refused, which matter more than anything but a problem. */
export function describeSync(status: SyncStatus, refusedCount: number): SyncDescription {
  if (status.kind === 'problem') {
    return {
      tone: 'bad',
      label: 'Not syncing',
      shortLabel: 'Not syncing',
      title: 'Sync has stopped',
      text: `${status.message}${status.pending > 0 ? ` ${changes(status.pending)} kept on this machine.` : ''}`,
    }
  }
  if (refusedCount > 0) {
    return {
      tone: 'bad',
      label: refusedCount === 1 ? '1 change refused' : `${refusedCount} changes refused`,
      shortLabel: `${refusedCount} refused`,
      title: refusedCount === 1 ? 'The server refused a change' : `The server refused ${refusedCount} changes`,
      text: 'What you typed is kept here until you retry or discard it.',
    }
  }
  switch (status.kind) {
    case 'synced':
      return { tone: 'good', label: 'Synced', shortLabel: '', title: 'Everything is synced', text: 'What you make is on this machine and on the server.' }
    case 'syncing':
      return { tone: 'accent', label: 'Syncing', shortLabel: '', title: 'Sending your changes', text: 'They are already kept on this machine.' }
    case 'offline':
      return {
        tone: 'warn',
        label: status.pending === 0 ? 'Offline' : `Offline, ${status.pending} ${status.pending === 1 ? 'change' : 'changes'} waiting`,
        shortLabel: status.pending === 0 ? 'Offline' : `Offline, ${status.pending}`,
        title: 'The server cannot be reached',
        text:
          status.pending === 0
            ? 'You can keep working: results are the last ones seen, and edits are sent when the server is back.'
            : `You can keep working. ${changes(status.pending)} kept on this machine and sent when the server is back.`,
      }
    default:
      return assertNever(status)
  }
}

function changes(count: number): string {
  return count === 1 ? '1 change is' : `${count} changes are`
}
