'use client'

import { useEffect, useState } from 'react'
import type { Left } from '@/client/left-people'
import { reportCaught } from '@/client/observability/report-caught'
import { useSyncStatus } from '@/client/use-sync-status'
import { useSyncClient } from '@/client/workspace-client'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { useSignOut } from './use-sign-out'

interface SignOutDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Signs out; first it asks what to do with changes that the server does not have yet. */
export default function SignOutDialog({ open, onOpenChange }: SignOutDialogProps) {
  const status = useSyncStatus()
  const { pendingCount, countUnsent, countElsewhere } = useSyncClient()
  const signOut = useSignOut()
  const [hasNoPlace, setHasNoPlace] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [elsewhere, setElsewhere] = useState(0)
  const [isMore, setMore] = useState(false)
  const pending = pendingCount()
  const waiting = pending + elsewhere
  useEffect(() => {
    if (!open) return setMore(false)
    const look = () => void countElsewhere().then(setElsewhere, reportCaught)
    look()
    // Another tab writes there what is changed in it.
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [open, pending, countElsewhere])
  // What can be done now stands last, where the main one does.
  const isOffline = status.kind === 'offline'
  const sendNow = (
    <Button variant={isOffline ? 'secondary' : 'primary'} onClick={status.syncNow}>
      Send now
    </Button>
  )
  const leave = async (unsent: Left['unsent']) => {
    setLeaving(true)
    // What was made since is kept or discarded as its person says, not as they said of others.
    const count = await countUnsent()
    if (count > waiting && (unsent === 'discard' || waiting === 0)) {
      setElsewhere(count - pendingCount())
      setMore(true)
      return setLeaving(false)
    }
    const isLeft = await signOut(unsent)
    setLeaving(isLeft)
    setHasNoPlace(!isLeft)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed
      title={waiting === 0 ? 'Sign out?' : `${changes(waiting)} not sent yet`}
      description={
        waiting === 0
          ? 'What this browser keeps of your workspaces is cleared. All your tabs of Tidemark are signed out.'
          : waiting === 1
            ? 'Send it first, or keep it in this browser: it is offered again when you sign in here.'
            : 'Send them first, or keep them in this browser: they are offered again when you sign in here.'
      }
      actions={
        waiting === 0 ? (
          <>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <Button variant="primary" disabled={isLeaving} onClick={() => void leave('keep')}>
              Sign out
            </Button>
          </>
        ) : (
          <>
            <Button variant="danger" disabled={isLeaving} onClick={() => void leave('discard')}>
              Discard and sign out
            </Button>
            {isOffline && sendNow}
            <Button
              variant={isOffline ? 'primary' : 'secondary'}
              disabled={isLeaving}
              onClick={() => void leave('keep')}
            >
              Keep and sign out
            </Button>
            {!isOffline && sendNow}
          </>
        )
      }
    >
      {waiting > 0 && <p className="text-muted">{explanation(status.kind, waiting === 1)}</p>}
      {isOffline && (
        <p className="text-muted">
          Signing out takes effect in this browser at once, and on the server when it can be reached next.
        </p>
      )}
      {isMore && (
        <p role="alert" className="text-bad">
          You are still signed in: something was changed meanwhile.
        </p>
      )}
      {hasNoPlace && (
        <p role="alert" className="text-bad">
          This browser has no place to keep the changes. Send or discard them.
        </p>
      )}
    </Dialog>
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
      return 'The server cannot be reached just now.'
    case 'signed-out':
      return `Your session has ended: sign in again to send ${isOne ? 'it' : 'them'}.`
    case 'removed':
      return `You are no longer a member of the workspace: kept, ${isOne ? 'it is' : 'they are'} offered again if you are let in.`
    case 'problem':
      return `The server does not take ${isOne ? 'it' : 'them'} just now. The status at the top right says why.`
  }
}
