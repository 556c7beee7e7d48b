import { changeOutcome, type OutcomeTitles } from '@/client/workspace/change-outcome'
import type { SyncClient } from '@/client/sync/sync-client'
import type { ToastOptions, ToastTone } from '@/ui/popups/toast-request'
import { toast } from '@/ui/popups/toaster'

interface OutcomeToast extends Omit<ToastOptions, 'id'> {
  /** The tone of the message once the server has accepted the change. */
  readonly tone?: ToastTone
}

/**
 * Shows a change's outcome in a toast once it is known; description and action are added unless the change was refused.
 */
export async function sayOutcome(
  client: SyncClient,
  titles: OutcomeTitles,
  actionIds: readonly string[],
  { tone = 'plain', description, action }: OutcomeToast = {},
): Promise<void> {
  const outcome = await changeOutcome(client, titles, actionIds)
  if (outcome.kind === 'refused') return toast(outcome.title, { tone: 'warn', description: outcome.description })
  toast(outcome.title, {
    tone: outcome.kind === 'taken' ? tone : 'plain',
    description: [outcome.description, description].filter(Boolean).join(' ') || undefined,
    action,
  })
}
