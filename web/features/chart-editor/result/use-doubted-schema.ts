import { useEffect } from 'react'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { doubtSchema } from '@/features/data/use-database-schema'
import type { ChartRun } from './use-chart-run'

/** A database that refuses a question may have other tables, or let others be read, than the editor offers: those are asked for again. */
export function useDoubtedSchema(connectionId: string, state: ChartRun['state']): void {
  const code = state.kind === 'failed' ? state.error.code : null
  const isRefused = code === 'query-failed' || code === 'query-refused' || code === 'query-unknown-name'
  useEffect(() => {
    if (isRefused && connectionId !== localConnectionId) doubtSchema(connectionId)
  }, [isRefused, connectionId])
}
