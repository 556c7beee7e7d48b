'use client'

import { useEffect } from 'react'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { useView } from '@/client/use-view'
import type { WorkspaceRoute } from './workspace-route'

/** Names the browser's tab after what it shows, also after going on inside the app and after renaming. */
export function useDocumentTitle(route: WorkspaceRoute): void {
  const name = useView((view) => nameOf(view, route), [route.kind, 'id' in route ? route.id : null])
  useEffect(() => {
    document.title = name === undefined ? 'Tidemark' : `${name} · Tidemark`
  }, [name])
}

function nameOf(view: EntryView, route: WorkspaceRoute): string | undefined {
  switch (route.kind) {
    case 'dashboard':
      return getDashboard(view, route.id)?.name
    case 'chart':
      return getChart(view, route.id)?.name
    case 'dataset':
      return getDataset(view, route.id)?.name
    case 'connection':
      return getConnection(view, route.id)?.name
    case 'data':
      return 'Data'
    case 'settings':
      return 'Settings'
    case 'trash':
      return 'Trash'
    case 'home':
    case 'unknown':
      return undefined
  }
}
