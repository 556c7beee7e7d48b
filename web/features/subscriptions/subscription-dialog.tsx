'use client'

import type { Subscription } from '@tidemark/shared/subscriptions/subscription'
import { Dialog } from '@/ui/popups/dialog'
import { toast } from '@/ui/popups/toaster'
import { useLastShown } from '@/ui/popups/use-last-shown'
import { SubscriptionForm, type SubscriptionDraft } from './subscription-form'

interface SubscriptionDialogProps {
  /** null: closed. */
  readonly draft: SubscriptionDraft | null
  readonly onClose: () => void
  readonly onSaved?: (subscription: Subscription) => void
}

/** The dialog in which somebody says what is sent when, to whom. */
export default function SubscriptionDialog({ draft, onClose, onSaved }: SubscriptionDialogProps) {
  const shown = useLastShown(draft)
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isAllowed
      title={shown?.id == null ? `Send “${shown?.name ?? ''}” on a schedule` : `Change how “${shown.name}” is sent`}
      description={`As you see it: with your rights, and the filters and values that ${shown?.id == null ? 'are set now' : 'were set when it was made'}.`}
      width={520}
    >
      {shown !== null && (
        <SubscriptionForm
          key={`${shown.id} ${shown.name}`}
          draft={shown}
          onSaved={(saved) => {
            onClose()
            toast(shown.id === null ? `“${saved.title}” will be sent` : 'The subscription was changed')
            onSaved?.(saved)
          }}
        />
      )}
    </Dialog>
  )
}
