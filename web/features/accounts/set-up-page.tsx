'use client'

import { setUpSchema, type SetUp } from '@tidemark/shared/accounts/set-up'
import { shortestPassword } from '@tidemark/shared/accounts/account'
import { announceSignedIn } from '@/client/page/session-channel'
import { TextField } from '@/ui/fields/text-field'
import { AccountForm } from './account-form'
import { AccountFrame, accountLinkClass } from './account-frame'
import { setUp } from './accounts-api'
import { PasswordField } from './password-field'
import { EmailField } from './email-field'
import { useForm } from './use-form'
import { useLinkToken } from './use-link-token'

/** The page that a new server's first link, printed in its log, opens: it creates the first owner and workspace. */
export function SetUpPage() {
  const token = useLinkToken()
  const form = useForm({
    schema: setUpSchema,
    read: (fields): unknown => ({
      ...Object.fromEntries(fields),
      token: token ?? '',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      withSample: fields.has('withSample'),
    }),
    send: (values: SetUp) => setUp(values),
    onDone: () => {
      announceSignedIn()
      window.location.replace('/')
    },
  })
  if (token === '') {
    return (
      <AccountFrame
        title="This link is incomplete"
        text="Open the entire link that the server printed in its log, including the part after the #."
        foot={
          <a href="/sign-in" className={accountLinkClass}>
            Sign in instead
          </a>
        }
      />
    )
  }
  return (
    <AccountFrame
      title="Set up this server"
      text="You become its first owner, and invite the others from the workspace’s settings."
    >
      <AccountForm form={form} action="Create the workspace">
        <TextField name="name" label="Your name" autoComplete="name" autoFocus error={form.errors['name']} />
        <EmailField autoComplete="username" error={form.errors['email']} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          hint={`At least ${shortestPassword} characters.`}
          error={form.errors['password']}
        />
        <TextField
          name="workspaceName"
          label="Name of the workspace"
          autoComplete="organization"
          hint="Your company or team."
          error={form.errors['workspaceName']}
        />
        <label className="flex items-start gap-2.5 touch:min-h-11 touch:items-center">
          <input type="checkbox" name="withSample" defaultChecked className="mt-0.5 size-4" />
          <span>
            Start with the sample dashboard
            <span className="block text-small text-muted">Charts of public data to explore and change.</span>
          </span>
        </label>
        {form.errors['token'] && <p className="text-bad">{form.errors['token']}</p>}
      </AccountForm>
    </AccountFrame>
  )
}
