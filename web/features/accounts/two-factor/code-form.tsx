'use client'

import { signInCodeSchema } from '@tidemark/shared/accounts/two-factor'
import { AccountForm } from '../account-form'
import { signInWithCode } from '../accounts-api'
import { useForm } from '../use-form'
import { CodeField } from './code-field'

interface CodeFormProps {
  readonly onSignedIn: () => void
  /** Returns to the password. */
  readonly onBack: () => void
}

/** The second step of signing in: a code of the authenticator app, or a backup code. */
export function CodeForm({ onSignedIn, onBack }: CodeFormProps) {
  const form = useForm({
    schema: signInCodeSchema,
    read: (fields) => ({ code: fields.get('code'), trustsBrowser: fields.has('trustsBrowser') }),
    send: signInWithCode,
    fieldOf: { 'code-wrong': 'code' },
    onDone: onSignedIn,
  })
  return (
    <>
      <AccountForm form={form} action="Sign in">
        <CodeField
          label="Code"
          hint="Six digits of your authenticator app, or one of your backup codes."
          error={form.errors['code']}
        />
        <label className="flex items-center gap-2.5 touch:min-h-11">
          <input type="checkbox" name="trustsBrowser" className="size-4" />
          Do not ask in this browser for 30 days
        </label>
      </AccountForm>
      <button type="button" onClick={onBack} className="mt-4 rounded-row font-medium text-accent hover:underline">
        Back to the password
      </button>
    </>
  )
}
