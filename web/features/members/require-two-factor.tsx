'use client'

import { useId, useState } from 'react'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { failureText } from '@/client/page/api-request'
import { toast } from '@/ui/popups/toaster'
import { changeWorkspace } from './members-api'

interface RequireTwoFactorProps {
  readonly workspace: Pick<WorkspaceSummary, 'id'>
  readonly isRequired: boolean
  readonly onChanged: () => void
}

/** The choice to ask all members for a second factor. */
export function RequireTwoFactor({ workspace, isRequired, onChanged }: RequireTwoFactorProps) {
  const id = useId()
  const [isSending, setSending] = useState(false)
  const change = async (requiresTwoFactor: boolean) => {
    setSending(true)
    const answer = await changeWorkspace(workspace.id, { requiresTwoFactor })
    setSending(false)
    if (!answer.ok) toast(failureText(answer.error), { tone: 'bad' })
    onChanged()
  }
  return (
    <div className="flex items-start gap-3 rounded-tile border border-line bg-surface px-4 py-3.5 shadow-tile">
      <input
        id={`${id}-choice`}
        type="checkbox"
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-4 shrink-0"
        checked={isRequired}
        disabled={isSending}
        onChange={(event) => void change(event.target.checked)}
      />
      <div>
        <label htmlFor={`${id}-choice`} className="font-medium">
          Ask all members for two-factor authentication
        </label>
        <p id={`${id}-note`} className="mt-0.5 text-muted">
          Who signs in with a password and has not turned it on sees nothing of this workspace until they have. Identity
          providers ask for it themselves, and API tokens go on.
        </p>
      </div>
    </div>
  )
}
