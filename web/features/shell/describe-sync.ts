import { assertNever } from '@tidemark/shared/base/assert-never'
import type { LocalStorageState, SyncStatus } from '@/client/use-sync-status'
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

/** What else the person should know of: changes the server refused, changes rescued from an earlier page, the browser's disk. */
export interface SyncConcerns {
  readonly refusedCount: number
  readonly rescuedCount: number
  readonly storage: LocalStorageState
}

/** The sync status in words; of several concerns the one that matters most. */
export function describeSync(
  status: SyncStatus,
  { refusedCount, rescuedCount, storage }: SyncConcerns,
): SyncDescription {
  if (status.kind === 'problem') {
    return {
      tone: 'bad',
      label: 'Not syncing',
      shortLabel: 'Not syncing',
      title: 'Sync has stopped',
      text: `${status.message}${status.pending > 0 ? ` ${changes(status.pending)} kept on this machine.` : ''}`,
    }
  }
  if (status.kind === 'removed') {
    return {
      tone: 'bad',
      label: 'Not a member',
      shortLabel: 'Not a member',
      title: 'You are no longer a member of this workspace',
      text: `Nothing is sent or fetched any more.${status.pending > 0 ? ` ${changes(status.pending)} kept on this machine, and sent if you are let in again.` : ''}`,
    }
  }
  if (status.kind === 'signed-out') {
    return {
      tone: 'bad',
      label: 'Signed out',
      shortLabel: 'Signed out',
      title: 'You are signed out',
      text: `Sign in to go on.${status.pending > 0 ? ` ${changes(status.pending)} kept on this machine until then.` : ''}`,
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
  if (rescuedCount > 0) {
    return {
      tone: 'warn',
      label: rescuedCount === 1 ? '1 rescued change' : `${rescuedCount} rescued changes`,
      shortLabel: `${rescuedCount} rescued`,
      title: rescuedCount === 1 ? 'A change was rescued' : `${rescuedCount} changes were rescued`,
      text:
        rescuedCount === 1
          ? 'It could not be sent before the page was loaded anew. Nothing of it is lost: make it again, or look at it.'
          : 'They could not be sent before the page was loaded anew. Nothing of them is lost: make them again, or look at each.',
    }
  }
  if (storage === 'full') {
    return {
      tone: 'bad',
      label: 'Browser storage is full',
      shortLabel: 'Storage full',
      title: 'This browser has no room left',
      text:
        status.kind === 'offline'
          ? 'New changes are kept only in this tab: keep it open until the server is back, or free some disk space.'
          : 'Changes go to the server as you make them, but cannot wait here when it is away. Free some disk space.',
    }
  }
  switch (status.kind) {
    case 'synced':
      return {
        tone: 'good',
        label: 'Synced',
        shortLabel: '',
        title: 'Everything is synced',
        text: 'What you make is on this machine and on the server.',
      }
    case 'syncing':
      return {
        tone: 'accent',
        label: 'Syncing',
        shortLabel: '',
        title: 'Sending your changes',
        text: 'They are already kept on this machine.',
      }
    case 'offline': {
      const { state, title } = offlineWords[status.reason]
      const { pending } = status
      const toDo = status.reason === 'disk-full' ? `${makeRoom} ` : ''
      return {
        tone: 'warn',
        label: pending === 0 ? state : `${state}, ${pending} ${pending === 1 ? 'change' : 'changes'} waiting`,
        shortLabel: pending === 0 ? state : `${state}, ${pending}`,
        title,
        text:
          pending === 0
            ? `${toDo}You can keep working: results are the last ones seen, and edits are sent when the server is back.`
            : `${toDo}You can keep working. ${changes(pending)} kept on this machine and sent when the server is back.`,
      }
    }
    default:
      return assertNever(status)
  }
}

function changes(count: number): string {
  return count === 1 ? '1 change is' : `${count} changes are`
}

const offlineWords = {
  unreachable: { state: 'Offline', title: 'The server cannot be reached' },
  silent: { state: 'No answer', title: 'The server does not answer' },
  failing: { state: 'Not sent', title: 'The server cannot take changes just now' },
  'disk-full': { state: 'Not sent', title: 'The disk of the server is full' },
} as const

const makeRoom = 'Free some space where Tidemark keeps its data, or tell whoever runs the server.'
