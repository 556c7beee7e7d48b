'use client'

import { useState, type ReactNode } from 'react'
import { Button } from '@/ui/buttons/button'
import { CopyField } from '@/ui/fields/copy-field'
import { Dialog } from '@/ui/popups/dialog'

/** A secret that is shown once. title, description: of the dialog then. label: of the secret. */
export interface ShownSecret {
  readonly title: string
  readonly description: string
  readonly label: string
  readonly secret: string
}

interface SecretOnceDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description: string
  /** Returns the form. onCreated: shows the secret of what was created; without one the dialog closes. */
  readonly children: (onCreated: (secret: ShownSecret | null) => void) => ReactNode
}

/** A dialog that creates something with a form and then shows its secret, only once. */
export function SecretOnceDialog({ open, onOpenChange, title, description, children }: SecretOnceDialogProps) {
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setShown(null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      isAllowed
      title={shown?.title ?? title}
      description={shown?.description ?? description}
    >
      {shown === null ? (
        children((secret) => (secret === null ? close(false) : setShown(secret)))
      ) : (
        <div className="flex flex-col gap-4">
          <CopyField label={shown.label} value={shown.secret} />
          <Button variant="primary" className="self-end" onClick={() => close(false)}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  )
}
