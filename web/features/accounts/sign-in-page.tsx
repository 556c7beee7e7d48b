'use client'

import { useEffect, useState } from 'react'
import { Callout } from '@/ui/callout'
import { AccountFrame, accountLinkClass } from './account-frame'
import { fetchSetUpState } from './accounts-api'
import { UnsentNotice } from './sign-out/unsent-notice'
import { SignInForm } from './sign-in-form'
import { useForgetting } from './sign-out/use-forgetting'

interface SignInPageProps {
  /** The address of this server to open after signing in. */
  readonly next: string
}

/** The sign-in page. */
export function SignInPage({ next }: SignInPageProps) {
  const isSetUpOpen = useIsSetUpOpen()
  const keptCount = useForgetting()
  return (
    <AccountFrame
      title="Sign in"
      foot={
        <a href="/forgot-password" className={accountLinkClass}>
          Forgot your password?
        </a>
      }
    >
      {isSetUpOpen && (
        <Callout tone="info" title="This server has no owner yet" className="mt-4">
          Open the link that it printed in its log when it started.
        </Callout>
      )}
      <UnsentNotice count={keptCount} />
      <SignInForm onSignedIn={() => window.location.replace(next)} />
    </AccountFrame>
  )
}

function useIsSetUpOpen(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    // A failure is not shown here: signing in will show it.
    void fetchSetUpState(abort.signal).then((answer) => answer.ok && setOpen(answer.value.isOpen))
    return () => abort.abort()
  }, [])
  return isOpen
}
