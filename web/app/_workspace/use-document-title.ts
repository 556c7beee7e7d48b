'use client'

import { useEffect } from 'react'
import { useView } from '@/client/workspace/use-view'
import { nameOfRoute } from './route-name'
import type { WorkspaceRoute } from './workspace-route'

/** Names the browser's tab after what it shows, also after going on inside the app and after renaming. */
export function useDocumentTitle(route: WorkspaceRoute): void {
  const name = useView((view) => nameOfRoute(view, route), [route.kind, 'id' in route ? route.id : null])
  useEffect(() => {
    document.title = name == null ? 'Tidemark' : `${name} · Tidemark`
  }, [name])
}
