'use client'

import { useSyncClient } from '@/client/workspace/workspace-client'
import { toast } from '@/ui/popups/toaster'
import { reportProblem } from '@/features/messages/report-problem'

/** Loads the page anew, and never over changes that would be lost by it: those are copied first. */
export function useReload(): () => void {
  const { reload, pendingAsText } = useSyncClient()
  const copyAndReload = async () => {
    await navigator.clipboard.writeText(await pendingAsText())
    await reload(true)
  }
  return () =>
    void reload().then((isReloading) => {
      if (isReloading) return
      toast('Your changes would not survive a reload', {
        tone: 'warn',
        description: 'This browser cannot store them.',
        action: { label: 'Copy them and reload', onClick: () => void copyAndReload().catch(reportProblem) },
      })
    }, reportProblem)
}
