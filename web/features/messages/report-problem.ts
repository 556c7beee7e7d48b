'use client'

import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { reportCaught } from '@/client/observability/report-caught'
import type { ToastOptions } from '@/ui/popups/toast-request'
import { toast } from '@/ui/popups/toaster'

/**
 * Shows the person that an action failed, and why; an unexpected failure of the page is also reported.
 *
 * action: a button with what the person can do about it.
 */
export function reportProblem(thrown: unknown, action?: ToastOptions['action']): void {
  const error = toTidemarkError(thrown)
  if (error.code === 'internal' && !error.isMadeElsewhere) reportCaught(thrown)
  toast(error.message, {
    tone: error.code === 'changed-since' ? 'warn' : 'bad',
    description: error.hint ?? error.detail,
    action,
  })
}
