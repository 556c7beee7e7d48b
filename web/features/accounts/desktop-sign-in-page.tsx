'use client'

import { useEffect, useState } from 'react'
import { readFinish, signedInLink } from '@tidemark/shared/accounts/desktop-sign-in'
import { safeNext } from '@tidemark/shared/accounts/workspace-address'
import { failureText } from '@/client/page/api-request'
import { getDesktop } from '@/client/page/desktop-bridge'
import { announceSignedIn } from '@/client/page/session-channel'
import { Button, buttonClass } from '@/ui/buttons/button'
import { AccountFrame, accountLinkClass } from './account-frame'
import { createDesktopCode, signInDesktop } from './accounts-api'

interface OpenAppPageProps {
  readonly challenge: string
  readonly name: string
  readonly email: string
}

/**
 * The page that asks in a browser whether the desktop app may be signed in. It asks, because any page could lead here,
 * and any program of the computer could take the link.
 */
export function OpenAppPage({ challenge, name, email }: OpenAppPageProps) {
  const [link, setLink] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const open = async () => {
    setSending(true)
    const answer = await createDesktopCode({ challenge })
    setSending(false)
    if (!answer.ok) return setProblem(failureText(answer.error))
    const made = signedInLink(answer.value.code)
    setLink(made)
    window.location.assign(made)
  }
  if (link !== null)
    return (
      <AccountFrame title="Go on in the desktop app" text="It is signed in now, and this page can be closed.">
        <p className="mt-4 text-muted">
          Nothing has opened?{' '}
          <a href={link} className={accountLinkClass}>
            Open Tidemark
          </a>
        </p>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title="Sign in to the desktop app?"
      text={`You are ${name} (${email}) in this browser. Go on only if you have just begun this in Tidemark on this computer.`}
      foot={
        <a href="/" className={accountLinkClass}>
          Stay in the browser
        </a>
      }
    >
      {problem !== null && (
        <p role="alert" className="mt-4 text-bad">
          {problem}
        </p>
      )}
      <Button
        variant="primary"
        className="mt-5 h-9 w-full touch:h-11"
        aria-disabled={isSending || undefined}
        onClick={() => void open()}
      >
        Open Tidemark
      </Button>
    </AccountFrame>
  )
}

/** The page that the desktop app opens with the code. In a browser it does nothing: another person’s code may be in it. */
export function FinishSignInPage() {
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const given = getDesktop() === null ? null : readFinish(window.location.hash)
    const finish = async () => {
      if (given === null) return setProblem('Begin in the desktop app: it opens this page by itself.')
      const { code, verifier, next } = given
      const answer = await signInDesktop({ code, verifier })
      if (!answer.ok) return setProblem(failureText(answer.error))
      announceSignedIn()
      window.location.replace(safeNext(next))
    }
    void finish()
  }, [])
  if (problem === null) return <AccountFrame title="Signing in…" />
  return (
    <AccountFrame title="You are not signed in" text={problem}>
      <a href="/sign-in" className={`${buttonClass({ variant: 'primary' })} mt-5 h-9 w-full touch:h-11`}>
        Sign in
      </a>
    </AccountFrame>
  )
}
