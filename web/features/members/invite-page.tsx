'use client'

import { useCallback, useState } from 'react'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { shortestPassword } from '@tidemark/shared/accounts/account'
import { acceptInviteSchema, type InviteOffer } from '@tidemark/shared/members/invite'
import { failureText } from '@/client/page/api-request'
import { announceSignedIn } from '@/client/page/session-channel'
import { useLoaded } from '@/client/page/use-loaded'
import { Button, buttonClass } from '@/ui/buttons/button'
import { Skeleton } from '@/ui/skeleton'
import { TextField } from '@/ui/fields/text-field'
import { AccountForm } from '../accounts/account-form'
import { AccountFrame, accountLinkClass } from '../accounts/account-frame'
import { fetchSession } from '../accounts/accounts-api'
import { PasswordField } from '../accounts/password-field'
import { SignInAgain, SingleSignOnLink } from '../accounts/sign-in'
import { SignOutButton } from '../accounts/sign-out/sign-out-button'
import { SignedOutPage } from '../accounts/sign-out/signed-out-page'
import { useForm } from '../accounts/use-form'
import { keepLinkToken, useLinkToken } from '../accounts/use-link-token'
import { acceptInvite, lookAtInvite } from './members-api'
import { roleWords } from './role-words'

/** The page that an invite's link opens: joins with a new account or an existing one. */
export function InvitePage() {
  const token = useLinkToken()
  if (token === null) return <AccountFrame title="Join a workspace">{waiting}</AccountFrame>
  if (token === '') {
    return (
      <AccountFrame
        title="This link is incomplete"
        text="Copy the entire link into the address bar, or ask the person who invited you for another."
        foot={toTidemark}
      />
    )
  }
  return <Offer key={token} token={token} />
}

const toTidemark = (
  <a href="/" className={accountLinkClass}>
    Go to Tidemark
  </a>
)

const waiting = (
  <div role="status" aria-label="Loading" className="mt-5 flex flex-col gap-3">
    <Skeleton className="h-9" />
    <Skeleton className="h-9" />
  </div>
)

function Offer({ token }: { readonly token: string }) {
  const load = useCallback((signal: AbortSignal) => lookAtInvite(token, signal), [token])
  const { state, reload } = useLoaded(load)
  const [isLeft, setLeft] = useState(false)
  if (isLeft) return <SignedOutPage />
  switch (state.kind) {
    case 'loading':
      return <AccountFrame title="Join a workspace">{waiting}</AccountFrame>
    case 'failed':
      return (
        <AccountFrame title="This invite cannot be accepted" text={failureText(state.failure)} foot={toTidemark}>
          {state.failure.kind === 'refused' && state.failure.error.code === 'link-invalid' && (
            <p className="mt-4 text-muted">Ask the person who invited you for another.</p>
          )}
          {state.failure.kind === 'offline' && (
            <Button className="mt-5 h-9 w-full" onClick={reload}>
              Try again
            </Button>
          )}
        </AccountFrame>
      )
    case 'ready':
      return (
        <AccountFrame title={`Join ${state.value.workspaceName}`} text={offerText(state.value)}>
          <Acceptance
            token={token}
            offer={state.value}
            onAccountChanged={reload}
            onLeft={(isTold) => (isTold ? reload() : setLeft(true))}
          />
        </AccountFrame>
      )
  }
}

function offerText({ invitedBy, email, role }: InviteOffer): string {
  const { name } = roleWords[role]
  const start = invitedBy === null ? 'You are invited' : `${invitedBy} invites you`
  return `${start} as ${name.toLowerCase()}, with ${email}.`
}

interface AcceptanceProps {
  readonly token: string
  readonly offer: InviteOffer
  /** Called when another person signed in or out, on which the offer's next step depends. */
  readonly onAccountChanged: () => void
  readonly onLeft: (isTold: boolean) => void
}

function Acceptance({ token, offer, onAccountChanged, onLeft }: AcceptanceProps) {
  switch (offer.next) {
    case 'sign-up':
      return (
        <>
          <SignUpForm token={token} email={offer.email} />
          <SingleSignOnLink onLeave={() => keepLinkToken(token)} />
        </>
      )
    case 'sign-in':
      return <SignInAgain email={offer.email} onSignedIn={onAccountChanged} onLeave={() => keepLinkToken(token)} />
    case 'join':
      return <JoinForm token={token} />
    case 'wrong-account':
      return <OtherAccount onLeft={onLeft} />
    default:
      return assertNever(offer.next)
  }
}

function OtherAccount({ onLeft }: Pick<AcceptanceProps, 'onLeft'>) {
  // Loaded in advance, because the server may be away when the person signs out.
  const { state } = useLoaded(fetchSession)
  return (
    <>
      <p className="mt-4">You are signed in with another address. Sign out to go on with this one.</p>
      <SignOutButton
        className={`${buttonClass({ variant: 'primary' })} mt-5 h-9 w-full`}
        userId={state.kind === 'ready' ? state.value.person.id : undefined}
        onSignedOut={onLeft}
      />
    </>
  )
}

function enter({ slug }: WorkspaceSummary): void {
  announceSignedIn()
  window.location.replace(`/w/${slug}`)
}

function SignUpForm({ token, email }: { readonly token: string; readonly email: string }) {
  const form = useForm({
    schema: acceptInviteSchema,
    read: (fields) => ({ token, account: { name: fields.get('name'), password: fields.get('password') } }),
    send: acceptInvite,
    onDone: enter,
  })
  return (
    <AccountForm form={form} action="Join">
      <TextField name="email" type="email" label="E-mail address" autoComplete="username" readOnly value={email} />
      <TextField name="name" label="Your name" autoComplete="name" autoFocus error={form.errors['name']} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters.`}
        error={form.errors['password']}
      />
    </AccountForm>
  )
}

function JoinForm({ token }: { readonly token: string }) {
  const form = useForm({ schema: acceptInviteSchema, read: () => ({ token }), send: acceptInvite, onDone: enter })
  return (
    <AccountForm form={form} action="Join">
      {null}
    </AccountForm>
  )
}
