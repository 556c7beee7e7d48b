'use client'

import { useState } from 'react'
import type { Member } from '@tidemark/shared/members/member'
import { mayRemove } from '@tidemark/shared/members/member-rules'
import { failureText } from '@/client/page/api-request'
import type { TeamSession } from '@/client/page/page-environment'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { removeMember } from './members-api'

interface RemoveDialogProps {
  readonly team: TeamSession
  /** null: closed. */
  readonly member: Member | null
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Asks once more: who is out needs an invite to come back. */
export function RemoveDialog({ team, member, onClose, onRemoved }: RemoveDialogProps) {
  const { role } = useActor()
  const [problem, setProblem] = useState<string | null>(null)
  const isOneself = member?.userId === team.person.id
  const close = () => {
    setProblem(null)
    onClose()
  }
  const remove = async ({ userId, name }: Member) => {
    const answer = await removeMember(userId)
    if (!answer.ok) return setProblem(failureText(answer.error))
    // Nothing of this workspace is to be shown any more.
    if (isOneself) return window.location.replace('/')
    toast(`${name} is no longer a member`)
    close()
    onRemoved()
  }
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => !open && close()}
      isAllowed={isOneself || (member !== null && mayRemove(role, member.role))}
      title={isOneself ? `Leave ${team.workspace.name}?` : `Remove ${member?.name ?? ''}?`}
      description={
        isOneself
          ? 'You lose sight of it at once, and need an invite to come back.'
          : 'They lose sight of the workspace at once. What they made stays.'
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" onClick={() => member && void remove(member)}>
            {isOneself ? 'Leave' : 'Remove'}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
