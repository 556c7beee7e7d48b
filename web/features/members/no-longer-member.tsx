'use client'

import { RotateCw } from 'lucide-react'
import { useTeamSession } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { Button, buttonClass } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { shellState$ } from '../preferences/shell-state'

/**
 * The notice that the person was removed from the page's workspace: what happens to unsent changes, and where to go.
 */
export default function NoLongerMember() {
  const team = useTeamSession()
  const status = useSyncStatus()
  const pending = status.kind === 'removed' ? status.pending : 0
  if (team === null) return null
  return (
    <Callout
      tone="warn"
      title={`You are no longer a member of ${team.workspace.name}`}
      // Reloads from the server: if the person was let in again, the workspace opens and pending changes are sent.
      action={
        <Button size="sm" icon={RotateCw} onClick={() => window.location.reload()}>
          Try again
        </Button>
      }
    >
      <p>
        This page shows what you last had.
        {pending > 0 && ` ${waiting(pending)} kept in this browser, and sent if you are let in again.`}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <a href="/" className={buttonClass({ size: 'sm', variant: 'primary' })}>
          Your workspaces
        </a>
        <Button size="sm" onClick={() => shellState$.isSigningOut.set(true)}>
          Sign out…
        </Button>
      </div>
    </Callout>
  )
}

function waiting(count: number): string {
  return count === 1 ? 'One change that was not sent is' : `${count} changes that were not sent are`
}
