'use client'

import { useState } from 'react'
import { signInSchema } from '@tidemark/shared/accounts/account'
import { announceSignedIn } from '@/client/page/session-channel'
import { AccountForm } from './account-form'
import { signIn } from './accounts-api'
import { PasswordField } from './password-field'
import { EmailField } from './email-field'
import { CodeForm } from './two-factor/code-form'
import { useForm } from './use-form'

interface SignInFormProps {
  /** Fixed if the person signs in again to continue. */
  readonly email?: string | undefined
  readonly onSignedIn: () => void
  /** Called as the second step begins, and when its person goes back. */
  readonly onCodeNeeded?: ((isNeeded: boolean) => void) | undefined
}

/** The form with e-mail address and password, and then the code of a second factor if the account has one. */
export function SignInForm({ email, onSignedIn, onCodeNeeded }: SignInFormProps) {
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const changeStep = (isNeeded: boolean) => {
    setCodeNeeded(isNeeded)
    onCodeNeeded?.(isNeeded)
  }
  const go = () => {
    announceSignedIn()
    onSignedIn()
  }
  const form = useForm({
    schema: signInSchema,
    send: signIn,
    onDone: (answer) => ('needsCode' in answer ? changeStep(true) : go()),
  })
  if (isCodeNeeded) return <CodeForm onSignedIn={go} onBack={() => changeStep(false)} />
  return (
    <AccountForm form={form} action="Sign in">
      <EmailField
        autoComplete="username"
        autoCapitalize="none"
        defaultValue={email}
        readOnly={email !== undefined}
        autoFocus={email === undefined}
        error={form.errors['email']}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        autoFocus={email !== undefined}
        error={form.errors['password']}
      />
    </AccountForm>
  )
}
