'use client'

import type { ReactNode } from 'react'
import { Button } from '@/ui/buttons/button'
import type { FormState } from './use-form'

interface DialogFormProps {
  readonly form: FormState
  /** The label of its only button. */
  readonly action: string
  readonly children: ReactNode
}

/** A form in a dialog: its fields, the error of the whole form, and one button. */
export function DialogForm({ form, action, children }: DialogFormProps) {
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      {children}
      {form.problem !== null && (
        <p role="alert" className="text-bad">
          {form.problem}
        </p>
      )}
      <Button type="submit" variant="primary" className="self-end" aria-disabled={form.isSending || undefined}>
        {action}
      </Button>
    </form>
  )
}
