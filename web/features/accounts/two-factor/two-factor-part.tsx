'use client'

import { useState } from 'react'
import { Button } from '@/ui/buttons/button'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import type { TwoFactorDialogProps, TwoFactorTask } from './two-factor-dialog'

const twoFactorDialog = lazyPart<TwoFactorDialogProps>(() => import('./two-factor-dialog'))

interface TwoFactorPartProps {
  readonly isOn: boolean
  readonly onChanged: () => void
}

/** The part of one’s own account about the second factor. */
export function TwoFactorPart({ isOn, onChanged }: TwoFactorPartProps) {
  // Each opening mounts a new dialog, which begins with the password; a closed one stays, so that the focus returns.
  const [asked, setAsked] = useState<{ readonly task: TwoFactorTask; readonly count: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const TwoFactorDialog = useLazyPart(twoFactorDialog, asked !== null)
  const ask = (task: TwoFactorTask) => {
    setAsked((last) => ({ task, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <section aria-labelledby="settings-two-factor-title" className="flex flex-col gap-3 border-b border-line px-4 py-4">
      <h3 id="settings-two-factor-title" className="font-medium">
        Two-factor authentication
      </h3>
      <p className="text-muted">
        {isOn
          ? 'On: after your password you are asked for a code of your authenticator app.'
          : 'Off. Turn it on to be asked for a code of an authenticator app after your password.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => ask('backup-codes')}>New backup codes…</Button>
            <Button onClick={() => ask('turn-off')}>Turn off…</Button>
          </>
        ) : (
          <Button onClick={() => ask('set-up')}>Turn on…</Button>
        )}
      </div>
      {asked !== null && TwoFactorDialog && (
        <TwoFactorDialog
          key={asked.count}
          task={asked.task}
          open={isOpen}
          onOpenChange={(open) => {
            setOpen(open)
            if (!open) onChanged()
          }}
        />
      )}
    </section>
  )
}
