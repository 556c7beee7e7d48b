'use client'

import { useEffect } from 'react'
import { Button } from '@/ui/button'
import { AccountFrame } from './account-frame'
import { fetchSession } from './accounts-api'
import { KeptChanges } from './kept-changes'
import { useForgetting } from './use-forgetting'

const askAgainMs = 5_000

/** For a browser whose person has signed out, while the server cannot be reached: nobody can sign in until it answers. */
export function SignedOutPage() {
  const keptCount = useForgetting()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const ask = async () => {
      const answer = await fetchSession(signal)
      // Any answer will do; by the request the server knows that the session is to end.
      if (answer.ok || answer.error.kind === 'refused') window.location.reload()
    }
    const timer = setInterval(() => void ask(), askAgainMs)
    window.addEventListener('online', () => void ask(), { signal })
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
  return (
    <AccountFrame
      title="You are signed out"
      text="The server cannot be reached just now. When it can, your session ends there too, and you can sign in again."
    >
      <KeptChanges count={keptCount} />
      <Button variant="primary" className="mt-5 h-9 w-full" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </AccountFrame>
  )
}
