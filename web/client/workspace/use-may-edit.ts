'use client'

import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { useView } from './use-view'
import { useActor } from './workspace-client'

/**
 * Returns true if the person may change a folder and create and change charts, dashboards and folders in it; null is
 * the top of the workspace. Controls for changes are hidden from those who may not.
 */
export function useMayEdit(folderId: FolderId | null = null): boolean {
  const actor = useActor()
  return useView((view) => mayEditIn(actor, folderId, view), [actor, folderId])
}

/** Returns true if the person may edit a dashboard with its tabs, tiles and filters. */
export function useMayEditDashboard(id: DashboardId): boolean {
  return useMayEdit(useView((view) => getDashboard(view, id)?.folderId ?? null, [id]))
}
