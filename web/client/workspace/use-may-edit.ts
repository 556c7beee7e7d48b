'use client'

import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { useView } from './use-view'
import { useActor } from './workspace-client'

/**
 * True if the person makes and changes charts, dashboards and folders in a folder, and the folder itself; null is the top of the
 * workspace. Who may not is shown no way to.
 */
export function useMayEdit(folderId: FolderId | null = null): boolean {
  const actor = useActor()
  return useView((view) => mayEditIn(actor, folderId, view), [actor, folderId])
}

/** The same for a dashboard with its tabs, tiles and filters. */
export function useMayEditDashboard(id: DashboardId): boolean {
  return useMayEdit(useView((view) => getDashboard(view, id)?.folderId ?? null, [id]))
}
