'use client'

import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { singleSignOnAddress, type SignInWays } from '@tidemark/shared/accounts/sign-in-ways'
import { getDesktop } from '@/client/page/desktop-bridge'
import { useLoaded } from '@/client/page/use-loaded'
import { buttonClass } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { fetchSignInWays } from './accounts-api'
import { SignInForm } from './sign-in-form'

interface SignInProps {
  readonly ways: SignInWays
  /** The address of this server at which a sign-in through the identity provider ends. */
  readonly next: string
  /** Fixed if the person signs in again to continue. */
  readonly email?: string | undefined
  readonly onSignedIn: () => void
  /** See `SignInForm`. */
  readonly onCodeNeeded?: ((isNeeded: boolean) => void) | undefined
  /** Called before the page is left for the identity provider. */
  readonly onLeave?: (() => void) | undefined
}

/** The ways to sign in: the form with a password, the identity provider, or both. */
export function SignIn({ ways, next, email, onSignedIn, onCodeNeeded, onLeave }: SignInProps) {
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const changeStep = (isNeeded: boolean) => {
    setCodeNeeded(isNeeded)
    onCodeNeeded?.(isNeeded)
  }
  return (
    <>
      {ways.password && <SignInForm email={email} onSignedIn={onSignedIn} onCodeNeeded={changeStep} />}
      {/* Who has given their password is asked for nothing but the code. */}
      {!isCodeNeeded && <ProviderLink ways={ways} next={next} onLeave={onLeave} />}
    </>
  )
}

/** The same on the page that is open, to which the sign-in leads back. */
export function SignInAgain(props: Omit<SignInProps, 'ways' | 'next'>) {
  const { state } = useLoaded(fetchSignInWays)
  // A password works without the answer, for which nobody should wait.
  if (state.kind !== 'ready') return <SignInForm email={props.email} onSignedIn={props.onSignedIn} />
  return <SignIn {...props} ways={state.value} next={ownAddress()} />
}

/** The identity provider alone, below a form that asks for a new password. */
export function SingleSignOnLink({ onLeave }: Pick<SignInProps, 'onLeave'>) {
  const { state } = useLoaded(fetchSignInWays)
  return state.kind === 'ready' ? <ProviderLink ways={state.value} next={ownAddress()} onLeave={onLeave} /> : null
}

function ProviderLink({
  ways: { password, singleSignOn },
  next,
  onLeave,
}: Pick<SignInProps, 'ways' | 'next' | 'onLeave'>) {
  // The desktop app opens the provider in the browser, and this page stays.
  const [isInBrowser, setInBrowser] = useState(false)
  if (singleSignOn === null) return null
  const leave = () => {
    onLeave?.()
    setInBrowser(getDesktop() !== null)
  }
  return (
    <>
      {password && (
        <p aria-hidden className="my-4 flex items-center gap-3 text-small text-muted">
          <span className="h-px grow bg-line" />
          or
          <span className="h-px grow bg-line" />
        </p>
      )}
      <a
        href={singleSignOnAddress(next)}
        onClick={leave}
        className={classNames(
          buttonClass({ variant: password ? 'secondary' : 'primary' }),
          'h-9 w-full touch:h-11',
          !password && 'mt-5',
        )}
      >
        <LogIn aria-hidden />
        <span className="truncate">Continue with {singleSignOn}</span>
      </a>
      {isInBrowser && (
        <p role="status" className="mt-3 text-muted">
          Sign in there: your browser has opened, and leads back here.
        </p>
      )}
    </>
  )
}

function ownAddress(): string {
  return `${window.location.pathname}${window.location.search}`
}
