import { useEffect, useRef } from 'react'
import { useActor } from '@/client/workspace/workspace-client'
import { rightsToastId, toast } from '@/ui/popups/toaster'
import { roleWords } from '@/features/members/role-words'

/** Tells a person that somebody has changed their role: what they find on the page changes with it. */
export function useRoleNotice(): void {
  const { role } = useActor()
  const known = useRef(role)
  useEffect(() => {
    if (role === known.current) return
    known.current = role
    const article = role === 'viewer' ? 'a' : 'an'
    toast(`You are now ${article} ${roleWords[role].name.toLowerCase()} of this workspace`, { id: rightsToastId })
  }, [role])
}
