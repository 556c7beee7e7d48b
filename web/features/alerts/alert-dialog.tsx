'use client'

import type { Alert } from '@tidemark/shared/alerts/alert'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { useLastShown } from '@/ui/popups/use-last-shown'
import type { AlertDraft } from './alert-draft'
import { AlertForm } from './alert-form'

interface AlertDialogProps {
  /** null: closed. */
  readonly draft: AlertDraft | null
  readonly onClose: () => void
  readonly onSaved?: (alert: Alert) => void
}

/** The dialog in which somebody says what is watched, when, and who is told. */
export default function AlertDialog({ draft, onClose, onSaved }: AlertDialogProps) {
  const shown = useLastShown(draft)
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isAllowed
      title={shown?.id == null ? `Alert on “${shown?.name ?? ''}”` : `Change the alert on “${shown.name}”`}
      description="Checks the chart as you see it, without a dashboard’s filters. Each of its lines or groups is watched by itself, up to 200."
      width={520}
    >
      {shown !== null && (
        <AlertForm
          key={`${shown.id} ${shown.choice.target.id}`}
          draft={shown}
          onSaved={(saved) => {
            onClose()
            toast(shown.id === null ? `“${saved.title}” is watched` : 'The alert was changed')
            onSaved?.(saved)
          }}
        />
      )}
    </Dialog>
  )
}
