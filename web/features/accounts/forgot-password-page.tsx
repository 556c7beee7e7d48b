'use client'

import { useState } from 'react'
import { requestResetSchema } from '@tidemark/shared/accounts/account'
import { AccountForm } from './account-form'
import { AccountFrame, accountLinkClass } from './account-frame'
import { requestReset } from './accounts-api'
import { EmailField } from './email-field'
import { useForm } from './use-form'

interface ForgotPasswordPageProps {
  /** True if this server can send mail; otherwise its operator hands out links. */
  readonly canSendMail: boolean
}

const back = (
  <a href="/sign-in" className={accountLinkClass}>
    Back to signing in
  </a>
)

/** The page on which a person requests a link to choose a new password. */
export function ForgotPasswordPage({ canSendMail }: ForgotPasswordPageProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    schema: requestResetSchema,
    send: requestReset,
    onDone: (_answer, { email }) => setSentTo(email),
  })
  if (!canSendMail) {
    return (
      <AccountFrame
        title="Choose a new password"
        text="This server sends no mail. Ask the person who runs it for a link: they make one with “npm run user:reset” and your e-mail address."
        foot={back}
      />
    )
  }
  if (sentTo !== null) {
    return (
      <AccountFrame
        title="Check your e-mail"
        text={`If there is an account for ${sentTo}, a link to choose a new password is on its way.`}
        foot={back}
      />
    )
  }
  return (
    <AccountFrame title="Choose a new password" text="We send you a link that works for an hour." foot={back}>
      <AccountForm form={form} action="Send the link">
        <EmailField autoComplete="username" autoFocus error={form.errors['email']} />
      </AccountForm>
    </AccountFrame>
  )
}
