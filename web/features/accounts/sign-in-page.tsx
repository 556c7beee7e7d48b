'use client'

import { useEffect, useState } from 'react'
import type { SignInWays } from '@tidemark/shared/accounts/sign-in-ways'
import { Callout } from '@/ui/callout'
import { AccountFrame, accountLinkClass } from './account-frame'
import { fetchSetUpState } from './accounts-api'
import { UnsentNotice } from './sign-out/unsent-notice'
import { SignIn } from './sign-in'
import { useForgetting } from './sign-out/use-forgetting'

interface SignInPageProps {
  /** The address of this server to open after signing in. */
  readonly next: string
  readonly ways: SignInWays
  /** Why a sign-in through the identity provider was refused; null if none was. */
  readonly problem: string | null
}

/** The sign-in page. */
export function SignInPage({ next, ways, problem }: SignInPageProps) {
  const isSetUpOpen = useIsSetUpOpen()
  const keptCount = useForgetting()
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  return (
    <AccountFrame
      title="Sign in"
      foot={
        ways.password &&
        !isCodeNeeded && (
          <a href="/forgot-password" className={accountLinkClass}>
            Forgot your password?
          </a>
        )
      }
    >
      {isSetUpOpen && (
        <Callout tone="info" title="This server has no owner yet" className="mt-4">
          Open the link that it printed in its log when it started.
        </Callout>
      )}
      <UnsentNotice count={keptCount} />
      {problem !== null && !isCodeNeeded && (
        <Callout tone="bad" title="You are not signed in" className="mt-4">
          {problem}
        </Callout>
      )}
      <SignIn ways={ways} next={next} onSignedIn={() => window.location.replace(next)} onCodeNeeded={setCodeNeeded} />
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
