'use client'

import { useState } from 'react'
import { failureText } from '@/client/api-request'
import { reportCaught } from '@/client/observability/report-caught'
import { fetchSession } from './accounts-api'
import { endSession, isSignedOut } from './end-session'

interface SignOutButtonProps {
  readonly className: string
  readonly onSignedOut: () => void
}

/** Signs out where nothing of a workspace is open; its other pages are left, and this browser forgets its person. */
export function SignOutButton({ className, onSignedOut }: SignOutButtonProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const signOut = async () => {
    const session = await fetchSession()
    if (!session.ok && isSignedOut(session.error)) return onSignedOut()
    if (!session.ok) return setProblem(failureText(session.error))
    // Other pages of theirs may be open, and what they could not send is kept for their return.
    await endSession({ userId: session.value.person.id, unsent: 'keep' })
    const { forgetThoseWhoLeft } = await import('@/client/forget-person')
    forgetThoseWhoLeft().catch(reportCaught)
    onSignedOut()
  }
  return (
    <>
      <button type="button" className={className} onClick={() => void signOut()}>
        Sign out
      </button>
      {problem !== null && (
        <p role="alert" className="mt-2 text-bad">
          {problem}
        </p>
      )}
    </>
  )
}
