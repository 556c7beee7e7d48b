'use client'

import { useState } from 'react'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { ownPasswordSchema } from '@tidemark/shared/accounts/two-factor'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { createBackupCodes, turnOffTwoFactor } from '../accounts-api'
import { DialogForm } from '../dialog-form'
import { PasswordField } from '../password-field'
import { useForm } from '../use-form'
import { BackupCodes } from './backup-codes'
import { SetUpTwoFactor } from './set-up-two-factor'

/** A task about one’s second factor. */
export type TwoFactorTask = 'set-up' | 'backup-codes' | 'turn-off'

export interface TwoFactorDialogProps {
  readonly task: TwoFactorTask
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const titles = {
  'set-up': 'Turn on two-factor authentication',
  'backup-codes': 'New backup codes',
  'turn-off': 'Turn off two-factor authentication?',
} as const satisfies Record<TwoFactorTask, string>

/** The dialog about a person’s second factor; each task begins with their password. */
export default function TwoFactorDialog({ task, open, onOpenChange }: TwoFactorDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} isAllowed title={titles[task]}>
      <Task task={task} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Task({ task, onDone }: { readonly task: TwoFactorTask; readonly onDone: () => void }) {
  switch (task) {
    case 'set-up':
      return <SetUpTwoFactor onDone={onDone} />
    case 'backup-codes':
      return <NewBackupCodes onDone={onDone} />
    case 'turn-off':
      return <TurnOff onDone={onDone} />
    default:
      return assertNever(task)
  }
}

function NewBackupCodes({ onDone }: { readonly onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useForm({
    schema: ownPasswordSchema,
    send: createBackupCodes,
    onDone: ({ backupCodes }) => setCodes(backupCodes),
  })
  if (codes === null) {
    return (
      <DialogForm form={form} action="Make new codes">
        <p>The backup codes that you have will no longer work.</p>
        <OwnPasswordField error={form.errors['password']} />
      </DialogForm>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <BackupCodes codes={codes} />
      <Button variant="primary" className="self-end" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  )
}

function TurnOff({ onDone }: { readonly onDone: () => void }) {
  const form = useForm({
    schema: ownPasswordSchema,
    send: turnOffTwoFactor,
    onDone: () => {
      toast('Two-factor authentication is off', { tone: 'good' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} action="Turn off">
      <p>Your password alone will then sign you in.</p>
      <OwnPasswordField error={form.errors['password']} />
    </DialogForm>
  )
}

function OwnPasswordField({ error }: { readonly error: string | undefined }) {
  return <PasswordField name="password" label="Your password" autoComplete="current-password" autoFocus error={error} />
}
