'use client'

import { isAllowed } from '@tidemark/shared/access/rules'
import { useActor } from './workspace-client'

/** Whether the person makes and changes charts, dashboards and folders; who may not is shown no way to. */
export function useMayEdit(): boolean {
  return isAllowed(useActor(), { do: 'edit-content' })
}
