'use client'

import { useEffect } from 'react'
import { Button } from '@/ui/buttons/button'
import { AccountFrame } from '../account-frame'
import { fetchSession } from '../accounts-api'
import { hasAnswered } from './end-session'
import { UnsentNotice } from './unsent-notice'
import { useForgetting } from './use-forgetting'

const askAgainMs = 5_000
/** The time after which a request without an answer is aborted, to free its connection for the next one. */
const patienceMs = 15_000

interface SignedOutPageProps {
  /** Goes to a page where somebody can sign in; stable between renders. By default reloads the page. */
  readonly goOn?: () => void
}

/**
 * The page for a browser whose person has signed out while the server cannot be reached: nobody can sign in until it
 * answers.
 */
export function SignedOutPage({ goOn = loadAgain }: SignedOutPageProps) {
  const keptCount = useForgetting()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let isAsking = false
    const ask = async () => {
      if (isAsking) return
      isAsking = true
      const answer = await fetchSession(AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
      isAsking = false
      // Any answer will do: the request's cookie has told the server that the session must end.
      if (hasAnswered(answer)) goOn()
    }
    const timer = setInterval(() => void ask(), askAgainMs)
    window.addEventListener('online', () => void ask(), { signal })
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [goOn])
  return (
    <AccountFrame
      title="You are signed out"
      text="The server does not answer just now. When it does, your session ends there too, and you can sign in again."
    >
      <UnsentNotice count={keptCount} />
      <Button variant="primary" className="mt-5 h-9 w-full" onClick={goOn}>
        Try again
      </Button>
    </AccountFrame>
  )
}

function loadAgain(): void {
  window.location.reload()
}
