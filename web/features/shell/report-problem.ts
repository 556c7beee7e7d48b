'use client'

import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { toast } from '@/ui/toaster'

/** Tells the person that something they asked for did not happen, and why; an unexpected failure also goes to the log. */
export function reportProblem(thrown: unknown): void {
  const error = toTidemarkError(thrown)
  if (error.code === 'internal') console.error(thrown)
  toast(error.message, {
    tone: error.code === 'changed-since' ? 'warn' : 'bad',
    description: error.hint ?? error.detail,
  })
}
