'use client'

import type { ReactNode } from 'react'
import { Button } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import type { FormState } from './use-form'

interface AccountFormProps {
  readonly form: FormState
  /** The label of its only button. */
  readonly action: string
  readonly children: ReactNode
}

/** A one-column form with one button and, above it, the error of the whole form. */
export function AccountForm({ form, action, children }: AccountFormProps) {
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.onSubmit}
      className="mt-5 flex flex-col gap-4 [&_input:not([type=checkbox])]:h-9 touch:[&_input:not([type=checkbox])]:h-11"
    >
      {children}
      <p role="alert" className={classNames('rounded-row text-bad', form.problem === null && 'hidden')}>
        {form.problem}
      </p>
      <Button
        type="submit"
        variant="primary"
        className="h-9"
        disabled={!form.isReady}
        aria-disabled={form.isSending || undefined}
      >
        {action}
      </Button>
    </form>
  )
}
