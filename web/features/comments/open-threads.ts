import { useMemo } from 'react'
import { commentIdSchema, type Comment } from '@tidemark/shared/comments/comment'
import { listComments } from '@tidemark/shared/comments/comment-queries'
import type { DashboardId, Tile } from '@tidemark/shared/dashboards/dashboard'
import type { Query } from '@tidemark/shared/query/run-query'
import { useView } from '@/client/workspace/use-view'
import type { Pins } from '../charts/pins/pins'
import { askForComments } from './asked-comments'

/** Returns the first comments of the open threads about a tile and its marks. */
export function useOpenThreads({ dashboardId, id }: Tile): readonly Comment[] {
  return useView(
    (view) => listComments(view, dashboardId).filter((one) => one.tileId === id && one.resolvedAt === null),
    [dashboardId, id],
  )
}

/** Returns the threads about marks of a tile, for its chart to show them there; null for none. */
export function useThreadPins(threads: readonly Comment[], query: Query | undefined): Pins | null {
  return useMemo(() => {
    const marked = threads.filter(({ mark }) => mark !== undefined)
    const [first] = marked
    return first === undefined || query === undefined
      ? null
      : { owner: first.tileId ?? '', query, threads: marked, onOpen: (id) => open(first.dashboardId, id) }
  }, [threads, query])
}

function open(dashboardId: DashboardId, id: string): void {
  askForComments(dashboardId, { kind: 'read', id: commentIdSchema.parse(id) })
}
