import { useEffect } from 'react'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { doubtSchema } from '@/features/data/use-database-schema'
import type { ChartRun } from './use-chart-run'

/**
 * Reloads the list of tables if a database refuses a query: it may have other tables, or allow others, than the editor
 * offers.
 */
export function useDoubtedSchema(connectionId: string, state: ChartRun['state']): void {
  const code = state.kind === 'failed' ? state.error.code : null
  const isRefused = code === 'query-failed' || code === 'query-refused' || code === 'query-unknown-name'
  useEffect(() => {
    if (isRefused && connectionId !== localConnectionId) doubtSchema(connectionId)
  }, [isRefused, connectionId])
}
