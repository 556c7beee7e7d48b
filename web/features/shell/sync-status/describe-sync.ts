import { assertNever } from '@tidemark/shared/base/assert-never'
import type { SyncConcern } from './sync-concern'

export interface SyncDescription {
  /** The state in words, and its meaning for the person. */
  readonly title: string
  readonly text: string
}

/** A concern in sentences. */
export function describeSync(concern: SyncConcern): SyncDescription {
  switch (concern.kind) {
    case 'problem':
      return {
        title: 'Sync has stopped',
        text: `${concern.message}${concern.pending > 0 ? ` ${changes(concern.pending)} kept on this machine.` : ''}`,
      }
    case 'removed':
      return {
        title: 'You are no longer a member of this workspace',
        text: `Nothing is sent or fetched any more.${concern.pending > 0 ? ` ${changes(concern.pending)} kept on this machine, and sent if you are let in again.` : ''}`,
      }
    case 'signed-out':
      return {
        title: 'You are signed out',
        text: `Sign in to go on.${concern.pending > 0 ? ` ${changes(concern.pending)} kept on this machine until then.` : ''}`,
      }
    case 'refused':
      return {
        title: concern.count === 1 ? 'The server refused a change' : `The server refused ${concern.count} changes`,
        text: `What you typed is kept here until you retry or discard it.${offlineBesides(concern)}`,
      }
    case 'recovered':
      return concern.count === 1
        ? {
            title: 'A change was recovered',
            text: `It could not be sent before the page was reloaded. Nothing is lost: apply it again, or review it.${offlineBesides(concern)}`,
          }
        : {
            title: `${concern.count} changes were recovered`,
            text: `They could not be sent before the page was reloaded. Nothing is lost: apply them again, or review each.${offlineBesides(concern)}`,
          }
    case 'storage-full':
      return {
        title: 'This browser has no room left',
        text: concern.isOffline
          ? 'New changes are kept only in this tab: keep it open until the server is back, or free some disk space.'
          : 'Changes go to the server as you make them, but cannot wait here when it is away. Free some disk space.',
      }
    case 'synced':
      return { title: 'Everything is synced', text: 'Your work is on this machine and on the server.' }
    case 'syncing':
      return { title: 'Sending your changes', text: 'They are already kept on this machine.' }
    case 'offline': {
      const { pending, reason } = concern
      const toDo = reason === 'disk-full' ? `${makeRoom} ` : ''
      return {
        title: offlineTitles[reason],
        text:
          pending === 0
            ? `${toDo}You can keep working: results are the last ones seen, and edits are sent when the server is back.`
            : `${toDo}You can keep working. ${changes(pending)} kept on this machine and sent when the server is back.`,
      }
    }
    default:
      return assertNever(concern)
  }
}

function offlineBesides({ isOffline }: { readonly isOffline: boolean }): string {
  return isOffline ? ' The server cannot be reached right now; you can keep working.' : ''
}

function changes(count: number): string {
  return count === 1 ? '1 change is' : `${count} changes are`
}

const offlineTitles = {
  unreachable: 'The server cannot be reached',
  silent: 'The server does not answer',
  failing: 'The server cannot accept changes right now',
  'disk-full': 'The disk of the server is full',
} as const

const makeRoom = 'Free some space where Tidemark keeps its data, or tell whoever runs the server.'
