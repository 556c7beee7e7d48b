'use client'

import { useState } from 'react'
import { buttonClass } from '@/ui/buttons/button'
import { AccountFrame } from '../account-frame'
import { SignOutButton } from '../sign-out/sign-out-button'
import { SignedOutPage } from '../sign-out/signed-out-page'
import { SetUpTwoFactor } from './set-up-two-factor'

interface TwoFactorPageProps {
  /** The address of this server to open afterwards. */
  readonly next: string
  readonly userId: string
}

/** The page that a workspace leads to which asks for a second factor. */
export function TwoFactorPage({ next, userId }: TwoFactorPageProps) {
  const [isLeft, setLeft] = useState(false)
  if (isLeft) return <SignedOutPage />
  return (
    <AccountFrame
      title="Turn on two-factor authentication"
      text="This workspace asks for it: a code of an authenticator app on your phone, after your password."
    >
      <div className="mt-5">
        <SetUpTwoFactor onDone={() => window.location.replace(next)} />
      </div>
      <SignOutButton
        className={`${buttonClass({ variant: 'ghost' })} mt-4 w-full`}
        userId={userId}
        onSignedOut={(isTold) => (isTold ? window.location.replace('/sign-in') : setLeft(true))}
      />
    </AccountFrame>
  )
}
