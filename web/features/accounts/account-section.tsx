'use client'

import { Fragment, useRef, useState } from 'react'
import { attributeNameSchema } from '@tidemark/shared/access/attributes'
import { changePasswordSchema, shortestPassword, type PasswordChanged } from '@tidemark/shared/accounts/account'
import type { TeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useActor } from '@/client/workspace/workspace-client'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/buttons/button'
import { toast } from '@/ui/popups/toaster'
import { changePassword, fetchTwoFactor } from './accounts-api'
import { PasswordField } from './password-field'
import { RevokeTokensField, TokensAfterChange } from './tokens-after-change'
import { TwoFactorPart } from './two-factor/two-factor-part'
import { useForm } from './use-form'

/** The section on the reader's own account and its password. */
export function AccountSection({ team: { person } }: { readonly team: TeamSession }) {
  return (
    <section
      aria-labelledby="settings-account-title"
      className="rounded-tile border border-line bg-surface shadow-tile"
    >
      <h2 id="settings-account-title" className="border-b border-line px-4 py-3 text-tile">
        Your account
      </h2>
      <div className="flex items-center gap-3 border-b border-line px-4 py-3.5">
        <Avatar name={person.name} className="size-9! text-small" />
        <div className="min-w-0">
          <p className="truncate font-medium">{person.name}</p>
          <p className="truncate text-small text-muted">{person.email}</p>
        </div>
      </div>
      <OwnAttributes />
      <SignInParts email={person.email} />
    </section>
  )
}

/** The second factor and the password; neither for who signs in through an identity provider alone. */
function SignInParts({ email }: { readonly email: string }) {
  const { state, reload } = useLoaded(fetchTwoFactor)
  if (state.kind === 'ready' && !state.value.hasPassword)
    return <p className="px-4 py-4 text-muted">You sign in through the identity provider, without a password here.</p>
  return (
    <>
      {state.kind === 'ready' && <TwoFactorPart isOn={state.value.isOn} onChanged={reload} />}
      <PasswordForm email={email} />
    </>
  )
}

/** The attributes that admins of this workspace gave the reader. */
function OwnAttributes() {
  const { attributes = {} } = useActor()
  const own = Object.entries(attributes).filter(([name]) => attributeNameSchema.safeParse(name).success)
  if (own.length === 0) return null
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3.5">
      <h3 className="font-medium">Your attributes in this workspace</h3>
      <p className="text-small text-muted">
        Set by admins. They decide which rows of some data you see, and filters of dashboards can begin with them.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {own.map(([name, values]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{values.join(', ')}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

function PasswordForm({ email }: { readonly email: string }) {
  const element = useRef<HTMLFormElement>(null)
  const [changed, setChanged] = useState<PasswordChanged | null>(null)
  const form = useForm({
    schema: changePasswordSchema,
    read: (fields): unknown => ({
      currentPassword: fields.get('currentPassword'),
      newPassword: fields.get('newPassword'),
      revokeOtherSessions: true,
      revokeTokens: fields.has('revokeTokens'),
    }),
    send: changePassword,
    onDone: (answer) => {
      element.current?.reset()
      setChanged(answer)
      toast('The password is changed', { tone: 'good', description: 'You were signed out everywhere else.' })
    },
  })
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4 px-4 py-4">
      <h3 className="font-medium">Change the password</h3>
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
        <PasswordField
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          error={form.errors['currentPassword']}
        />
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint={`At least ${shortestPassword} characters.`}
          error={form.errors['newPassword']}
        />
      </div>
      <RevokeTokensField />
      {changed !== null && <TokensAfterChange changed={changed} />}
      {form.problem !== null && (
        <p role="alert" className="text-bad">
          {form.problem}
        </p>
      )}
      <Button type="submit" className="self-end" aria-disabled={form.isSending || undefined}>
        Change the password
      </Button>
    </form>
  )
}
