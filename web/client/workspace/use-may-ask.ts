'use client'

import { isAllowed } from '@tidemark/shared/access/rules'
import { ownDataAccess } from '@tidemark/shared/access/connection-access'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { useActor } from './workspace-client'

/** Returns true if the person may ask questions of their own, rather than only see answers to those of others. */
export function useMayAsk(): boolean {
  return isAllowed(useActor(), {
    do: 'run',
    target: { id: localConnectionId, access: ownDataAccess },
    level: 'builder',
  })
}
