'use client'

import { useEffect } from 'react'
import type { DashboardId, TabId } from '@tidemark/shared/dashboards/dashboard'
import { useLocation } from '@/client/navigation'
import { useUiState } from '@/client/ui-state'

/** Keeps which tab of which dashboard is shown, with its filters, for the pages that are opened from it. */
export function useSeenDashboard(id: DashboardId, tabId: TabId): void {
  const ui = useUiState()
  const search = useLocation().query.toString()
  useEffect(() => void ui.seenDashboard.set({ id, tabId, search }), [ui, id, tabId, search])
}
