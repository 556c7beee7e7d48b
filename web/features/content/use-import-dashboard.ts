import { useCallback } from 'react'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { chooseFiles } from '@/ui/choose-files'

/** Lets the person choose the file of a dashboard, and makes a new dashboard of it. */
export function useImportDashboard(): () => Promise<void> {
  const client = useSyncClient()
  const { databaseName } = usePageEnvironment()
  return useCallback(async () => {
    const [file] = await chooseFiles({ accept: '.ndjson,application/x-ndjson' })
    if (file === undefined) return
    const { importDashboard } = await import('./dashboard-file')
    await importDashboard(client, databaseName, file)
  }, [client, databaseName])
}
