'use client'

import { useContext, useSyncExternalStore } from 'react'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { SyncClientContext } from '@/client/workspace/workspace-client'

export interface WorkspaceTime {
  readonly timeZone: string
  readonly weekStart: number
}

const utc: WorkspaceTime = { timeZone: 'UTC', weekStart: 1 }

/** The zone and first weekday that charts count in: the workspace's; UTC and Monday where there is none, as in the gallery. */
export function useWorkspaceTime(): WorkspaceTime {
  const views = useContext(SyncClientContext)?.views
  const workspace = useSyncExternalStore(
    views?.subscribe ?? noChanges,
    () => (views === undefined ? undefined : getWorkspace(views.getState().view)),
    () => (views === undefined ? undefined : getWorkspace(views.getServerState().view)),
  )
  return workspace ?? utc
}

function noChanges() {
  return () => undefined
}
