'use client'

import { useState } from 'react'
import type { Member } from '@tidemark/shared/members/member'
import { mayRemove } from '@tidemark/shared/members/member-rules'
import { failureText } from '@/client/page/api-request'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { resetTwoFactor } from './members-api'

interface ResetTwoFactorDialogProps {
  /** null: closed. */
  readonly member: Member | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for confirmation, because the password alone then signs the member in. */
export function ResetTwoFactorDialog({ member, onClose, onDone }: ResetTwoFactorDialogProps) {
  const { role } = useActor()
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setProblem(null)
    onClose()
  }
  const reset = async ({ userId, name }: Member) => {
    const answer = await resetTwoFactor(userId)
    if (!answer.ok) return setProblem(failureText(answer.error))
    toast(`Two-factor authentication of ${name} is off`, { tone: 'good' })
    close()
    onDone()
  }
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => !open && close()}
      isAllowed={member !== null && mayRemove(role, member.role)}
      title={`Turn off two-factor authentication of ${member?.name ?? ''}?`}
      description="For who has lost their device and their backup codes. Make sure that it is them who asks: their password alone will sign them in."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" onClick={() => member && void reset(member)}>
            Turn off
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
