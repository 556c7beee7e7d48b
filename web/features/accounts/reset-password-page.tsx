'use client'

import { useState } from 'react'
import { resetPasswordSchema, shortestPassword, type PasswordChanged } from '@tidemark/shared/accounts/account'
import { buttonClass } from '@/ui/buttons/button'
import { AccountForm } from './account-form'
import { AccountFrame, accountLinkClass } from './account-frame'
import { resetPassword } from './accounts-api'
import { PasswordField } from './password-field'
import { RevokeTokensField, TokensAfterChange } from './tokens-after-change'
import { useForm } from './use-form'
import { useLinkToken } from './use-link-token'

const askAgain = (
  <a href="/forgot-password" className={accountLinkClass}>
    Ask for another link
  </a>
)

/** The page that a password-reset link opens. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  const [changed, setChanged] = useState<PasswordChanged | null>(null)
  const form = useForm({
    schema: resetPasswordSchema,
    read: (fields) => ({
      newPassword: fields.get('newPassword'),
      token: token ?? '',
      revokeTokens: fields.has('revokeTokens'),
    }),
    send: resetPassword,
    onDone: setChanged,
  })
  if (changed !== null) {
    return (
      <AccountFrame title="The new password is set" text="You were signed out everywhere.">
        <TokensAfterChange changed={changed} />
        <a href="/sign-in" className={`${buttonClass({ variant: 'primary' })} mt-5 h-9 w-full`}>
          Sign in
        </a>
      </AccountFrame>
    )
  }
  if (token === '') {
    return (
      <AccountFrame
        title="This link is incomplete"
        text="Copy the entire link into the address bar, or ask for another."
        foot={askAgain}
      />
    )
  }
  return (
    <AccountFrame
      title="Choose a new password"
      text="You will be signed out everywhere else."
      foot={
        form.refusal === 'link-invalid' ? (
          askAgain
        ) : (
          <a href="/sign-in" className={accountLinkClass}>
            Back to signing in
          </a>
        )
      }
    >
      <AccountForm form={form} action="Set the password">
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          autoFocus
          hint={`At least ${shortestPassword} characters.`}
          error={form.errors['newPassword'] ?? form.errors['token']}
        />
        <RevokeTokensField />
      </AccountForm>
    </AccountFrame>
  )
}
