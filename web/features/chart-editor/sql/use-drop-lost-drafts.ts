'use client'

import { useEffect } from 'react'
import { listLostDrafts } from '@/client/sync/lost-drafts'
import { useUiState } from '@/client/workspace/ui-state'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'

/** Deletes this browser's drafts of the SQL of charts that are gone for good, once that is known. */
export function useDropLostDrafts(): void {
  const client = useSyncClient()
  const ui = useUiState()
  useEffect(() => {
    const look = () => {
      listLostDrafts(client, ui.drafts.peek(), Date.now()).then((names) => {
        if (names.length === 0) return
        const lost = new Set(names)
        ui.drafts.set(Object.fromEntries(Object.entries(ui.drafts.peek()).filter(([name]) => !lost.has(name))))
      }, reportProblem)
    }
    look()
    return client.subscribe(look)
  }, [client, ui])
}
