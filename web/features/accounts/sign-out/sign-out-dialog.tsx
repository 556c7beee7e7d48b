'use client'

import { useEffect, useState } from 'react'
import type { Left } from '@/client/unsent/unsent-store'
import { reportCaught } from '@/client/observability/report-caught'
import { announceSendNow } from '@/client/page/session-channel'
import { useTeamSession } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { changesIn, isMoreThan, totalOf } from './unsent-words'
import { useUnsent, type UnsentOfWorkspace } from './use-unsent'
import { endSession } from './end-session'
import { leavePage } from './leave-page'

interface SignOutDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Signs out, after asking what to do with changes that the server does not have yet. */
export default function SignOutDialog({ open, onOpenChange }: SignOutDialogProps) {
  const status = useSyncStatus()
  const userId = useTeamSession()?.person.id ?? ''
  const { unsent, count, setUnsent } = useUnsent(open, useSyncClient().pendingCount())
  const signOut = useSignOut()
  const [isLeaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const waiting = totalOf(unsent)
  const ofPage = totalOf(unsent.filter(({ isHere }) => isHere))
  useEffect(() => {
    if (!open) setProblem(null)
  }, [open])
  // The action that is possible now comes last, at the place of the main button.
  const isOffline = status.kind === 'offline'
  const send = () => {
    status.syncNow()
    announceSendNow()
    import('@/client/sync/send-unsent').then(({ sendUnsent }) => sendUnsent(userId)).catch(reportCaught)
  }
  const sendNow = (
    <Button variant={isOffline ? 'secondary' : 'primary'} onClick={send}>
      Send now
    </Button>
  )
  /** Returns why the person is still signed in; null once they have left. */
  const leave = async (choice: Left['unsent']): Promise<string | null> => {
    // The person has not decided about changes made since they chose.
    const now = await count()
    if (isMoreThan(unsent, now) && (choice === 'discard' || waiting === 0)) {
      setUnsent(now)
      return 'You are still signed in: something was changed in the meantime.'
    }
    if (await signOut(choice)) return null
    return 'This browser cannot store the changes. Send or discard them.'
  }
  const choose = async (choice: Left['unsent']) => {
    setLeaving(true)
    const why = await leave(choice).catch((thrown: unknown) => {
      reportCaught(thrown)
      return 'You are still signed in: the changes waiting in this browser could not be counted. Try again.'
    })
    setProblem(why)
    setLeaving(why === null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed
      title={waiting === 0 ? 'Sign out?' : `${changes(waiting)} not sent yet`}
      description={
        waiting === 0
          ? 'This browser’s copy of your workspaces is cleared. All your Tidemark tabs are signed out.'
          : waiting === 1
            ? 'Send it first, or keep it in this browser: it is offered again when you sign in here.'
            : 'Send them first, or keep them in this browser: they are offered again when you sign in here.'
      }
      actions={
        waiting === 0 ? (
          <>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <Button variant="primary" disabled={isLeaving} onClick={() => void choose('keep')}>
              Sign out
            </Button>
          </>
        ) : (
          <>
            <Button variant="danger" disabled={isLeaving} onClick={() => void choose('discard')}>
              Discard and sign out
            </Button>
            {isOffline && sendNow}
            <Button
              variant={isOffline ? 'primary' : 'secondary'}
              disabled={isLeaving}
              onClick={() => void choose('keep')}
            >
              Keep and sign out
            </Button>
            {!isOffline && sendNow}
          </>
        )
      }
    >
      {waiting > ofPage && <UnsentByWorkspace unsent={unsent} />}
      {ofPage > 0 && <p className="text-muted">{explanation(status.kind, ofPage === 1)}</p>}
      {isOffline && (
        <p className="text-muted">
          Signing out takes effect in this browser at once, and on the server when it can be reached next.
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

/** Lists the workspaces whose changes are sent, kept or discarded together; other workspaces are links. */
function UnsentByWorkspace({ unsent }: { readonly unsent: readonly UnsentOfWorkspace[] }) {
  return (
    <ul aria-label="Not sent yet" className="mb-2 flex flex-col gap-1">
      {unsent.map(({ orgId, count, name, slug, isHere }) => (
        <li key={orgId}>
          {changesIn(count)}
          {slug === null || isHere ? (
            <span className="font-medium">{name ?? 'a workspace that you are no longer a member of'}</span>
          ) : (
            <a href={`/w/${slug}`} className="rounded-row font-medium text-accent hover:underline">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function changes(count: number): string {
  return count === 1 ? 'One change is' : `${count} changes are`
}

function explanation(kind: ReturnType<typeof useSyncStatus>['kind'], isOne: boolean): string {
  switch (kind) {
    case 'syncing':
    case 'synced':
      return isOne ? 'It is on its way.' : 'They are on their way.'
    case 'offline':
      return 'The server cannot be reached right now.'
    case 'signed-out':
      return `Your session has ended: sign in again to send ${isOne ? 'it' : 'them'}.`
    case 'removed':
      return `You are no longer a member of the workspace: kept, ${isOne ? 'it is' : 'they are'} offered again if you are let in.`
    case 'problem':
      return `The server does not take ${isOne ? 'it' : 'them'} just now. The status at the top right says why.`
  }
}

/**
 * Signs out, then closes every page of this person in this browser; the next page deletes their data. Resolves to
 * false, doing nothing, if this browser cannot keep the unsent changes.
 */
function useSignOut(): (unsent: Left['unsent']) => Promise<boolean> {
  const client = useSyncClient()
  const userId = useTeamSession()?.person.id ?? ''
  return async (unsent) => {
    if (unsent === 'keep' && !(await client.keepPending())) return false
    await leavePage(client, endSession({ userId, unsent }))
    return true
  }
}
