'use client'

import { useState } from 'react'
import { failureText } from '@/client/page/api-request'
import { reportCaught } from '@/client/observability/report-caught'
import { fetchSession } from '../accounts-api'
import { endSession, isSignedOut } from './end-session'

interface SignOutButtonProps {
  readonly className: string
  /** The signed-in person; if the page does not know them, the server is asked. */
  readonly userId: string | undefined
  /** isTold: false while the server cannot be reached; nobody can sign in until it can. */
  readonly onSignedOut: (isTold: boolean) => void
}

/** Signs out on a page without a workspace; the person's other pages close, and this browser deletes their data. */
export function SignOutButton({ className, userId, onSignedOut }: SignOutButtonProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const leave = async (id: string) => {
    setLeaving(true)
    // Other pages of theirs may be open; their unsent changes are kept for their return.
    const isTold = await endSession({ userId: id, unsent: 'keep' })
    setLeaving(false)
    onSignedOut(isTold)
    const { forgetThoseWhoLeft } = await import('@/client/unsent/forget-person')
    await forgetThoseWhoLeft()
  }
  const signOut = async () => {
    if (userId !== undefined) return await leave(userId)
    const session = await fetchSession()
    if (session.ok) return await leave(session.value.person.id)
    if (isSignedOut(session.error)) onSignedOut(true)
    else setProblem(failureText(session.error))
  }
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isLeaving}
        onClick={() => void signOut().catch(reportCaught)}
      >
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
