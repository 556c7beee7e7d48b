'use client'

import { useState } from 'react'
import { failureText } from '@/client/api-request'
import { signOutOfServer } from './accounts-api'

interface SignOutButtonProps {
  readonly className: string
  readonly onSignedOut: () => void
}

/** Signs out where nothing of a workspace is open. */
export function SignOutButton({ className, onSignedOut }: SignOutButtonProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const signOut = async () => {
    const answer = await signOutOfServer()
    if (answer.ok) onSignedOut()
    else setProblem(failureText(answer.error))
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
